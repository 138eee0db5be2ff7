select count(*)::int as "total"
from "terminals"
left join "terminal_links" as "link" on "link"."terminal_id" = "terminals"."id"
where exists (select 1
from entities scoped
where scoped.id = "terminals"."entity_id" and scoped.path <@ $1::ltree) and "terminals"."retired_at" is null
-- Aggregate
--   ->  Nested Loop
--         ->  Bitmap Heap Scan on entities scoped
--               Recheck Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--               Filter: (path <@ $1)
--               ->  Bitmap Index Scan on entities_path
--                     Index Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--         ->  Bitmap Heap Scan on terminals
--               Recheck Cond: (entity_id = scoped.id)
--               Filter: ((retired_at IS NULL) AND in_scope(entity_id))
--               ->  Bitmap Index Scan on terminals_entity
--                     Index Cond: (entity_id = scoped.id)

select "terminals"."id", "terminals"."uid", "terminals"."entity_id" as "entityId", "terminals"."display_name" as "displayName", "terminals"."profile", "terminals"."provision_status" as "provisionStatus", "terminals"."time_out" as "timeOut", "terminals"."time_zone" as "timeZone", "terminals"."retired_at" as "retiredAt", "terminals"."version", "link"."connected", "link"."last_communication_at" as "lastCommunication", (select json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', case when entities.type = 'SECTOR' then coalesce(( select farm.name || ' | '
from entities farm
where farm.type = 'FARM' and farm.path @> entities.path
limit 1), '') || entities.name else entities.name end)
from entities
where entities.id = "terminals"."entity_id") as "rootEntity", (select count(*)::int
from interfaces
where interfaces.terminal_id = terminals.id) as "interfaceCount"
from "terminals"
left join "terminal_links" as "link" on "link"."terminal_id" = "terminals"."id"
where exists (select 1
from entities scoped
where scoped.id = "terminals"."entity_id" and scoped.path <@ $1::ltree) and "terminals"."retired_at" is null
order by "link"."last_communication_at" desc nulls last, "terminals"."id" desc
limit $2 offset $3
-- Limit
--   ->  Result
--         ->  Sort
--               Sort Key: link.last_communication_at DESC NULLS LAST, terminals.id DESC
--               ->  Nested Loop Left Join
--                     ->  Nested Loop
--                           ->  Bitmap Heap Scan on entities scoped
--                                 Recheck Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                                 Filter: (path <@ $1)
--                                 ->  Bitmap Index Scan on entities_path
--                                       Index Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                           ->  Bitmap Heap Scan on terminals
--                                 Recheck Cond: (entity_id = scoped.id)
--                                 Filter: ((retired_at IS NULL) AND in_scope(entity_id))
--                                 ->  Bitmap Index Scan on terminals_entity
--                                       Index Cond: (entity_id = scoped.id)
--                     ->  Index Scan using terminal_links_pkey on terminal_links link
--                           Index Cond: (terminal_id = terminals.id)
--         SubPlan 2
--           ->  Index Scan using entities_pkey on entities
--                 Index Cond: (id = terminals.entity_id)
--                 Filter: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                 SubPlan 1
--                   ->  Limit
--                         ->  Bitmap Heap Scan on entities farm
--                               Recheck Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                               Filter: ((type = 'FARM'::text) AND (path @> entities.path))
--                               ->  Bitmap Index Scan on entities_path
--                                     Index Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--         SubPlan 3
--           ->  Aggregate
--                 ->  Index Scan using interfaces_terminal_id_ix_key on interfaces
--                       Index Cond: (terminal_id = terminals.id)
--                       Filter: in_scope(entity_id)
