select "terminals"."id", "terminals"."uid", "terminals"."entity_id" as "entityId", "terminals"."display_name" as "displayName", "terminals"."profile", "terminals"."provision_status" as "provisionStatus", "terminals"."time_out" as "timeOut", "terminals"."time_zone" as "timeZone", "terminals"."retired_at" as "retiredAt", "terminals"."deleted_at" as "deletedAt", "terminals"."box", "terminals"."version", "link"."connected", "link"."last_communication_at" as "lastCommunication", (select json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', entities.display_name)
from entities
where entities.id = "terminals"."entity_id") as "rootEntity", (select count(*)::int
from interfaces
where interfaces.terminal_id = terminals.id and interfaces.deleted_at is null) as "interfaceCount"
from "terminals"
left join "terminal_links" as "link" on "link"."terminal_id" = "terminals"."id"
where exists (select 1
from entities scoped
where scoped.id = "terminals"."entity_id" and "scoped"."path" <@ any ($1::ltree[])) and "terminals"."retired_at" is null
order by "link"."last_communication_at" desc nulls last, "terminals"."id" desc
limit $2 offset $3
-- Limit
--   ->  Result
--         ->  Sort
--               Sort Key: link.last_communication_at DESC NULLS LAST, terminals.id DESC
--               ->  Nested Loop
--                     ->  Nested Loop Left Join
--                           ->  Index Scan using terminals_uid_key on terminals
--                                 Filter: (((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 5)))
--                                 SubPlan 5
--                                   ->  Index Scan using entities_pkey on entities at_1
--                                         Index Cond: (id = terminals.entity_id)
--                                         Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                           ->  Index Scan using terminal_links_pkey on terminal_links link
--                                 Index Cond: (terminal_id = terminals.id)
--                     ->  Index Scan using entities_pkey on entities scoped
--                           Index Cond: (id = terminals.entity_id)
--                           Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
--         SubPlan 1
--           ->  Index Scan using entities_pkey on entities
--                 Index Cond: (id = terminals.entity_id)
--                 Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--         SubPlan 4
--           ->  Aggregate
--                 ->  Index Scan using interfaces_terminal_id_ix_key on interfaces
--                       Index Cond: (terminal_id = terminals.id)
--                       Filter: ((deleted_at IS NULL) AND ((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 2)))
--                       SubPlan 2
--                         ->  Index Scan using entities_pkey on entities at
--                               Index Cond: (id = interfaces.entity_id)
--                               Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))

select count(*)::int as total
from ((select 1 as "one"
from "terminals"
left join "terminal_links" as "link" on "link"."terminal_id" = "terminals"."id"
where exists (select 1
from entities scoped
where scoped.id = "terminals"."entity_id" and "scoped"."path" <@ any ($1::ltree[])) and "terminals"."retired_at" is null
limit $2)) counted
-- Aggregate
--   ->  Limit
--         ->  Nested Loop
--               ->  Index Scan using terminals_uid_key on terminals
--                     Filter: (((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 1)))
--                     SubPlan 1
--                       ->  Index Scan using entities_pkey on entities at
--                             Index Cond: (id = terminals.entity_id)
--                             Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--               ->  Index Scan using entities_pkey on entities scoped
--                     Index Cond: (id = terminals.entity_id)
--                     Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
