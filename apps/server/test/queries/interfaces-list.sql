select count(*)::int as "total"
from "interfaces"
inner join "terminals" on "terminals"."id" = "interfaces"."terminal_id"
left join "terminal_links" as "link" on "link"."terminal_id" = "terminals"."id"
left join "last_values" as "last" on "last"."interface_id" = "interfaces"."id"
where exists (select 1
from entities scoped
where scoped.id = "interfaces"."entity_id" and scoped.path <@ $1::ltree)
-- Aggregate
--   ->  Nested Loop
--         ->  Nested Loop
--               ->  Bitmap Heap Scan on entities scoped
--                     Recheck Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                     Filter: (path <@ $1)
--                     ->  Bitmap Index Scan on entities_path
--                           Index Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--               ->  Index Scan using interfaces_entity on interfaces
--                     Index Cond: (entity_id = scoped.id)
--                     Filter: in_scope(entity_id)
--         ->  Index Scan using terminals_pkey on terminals
--               Index Cond: (id = interfaces.terminal_id)
--               Filter: in_scope(entity_id)

select "interfaces"."id", "interfaces"."display_name" as "displayName", "interfaces"."category", "interfaces"."data_type" as "dataType", "interfaces"."direction", "interfaces"."min", "interfaces"."max", "interfaces"."history", "interfaces"."history_seconds" as "historySeconds", "interfaces"."hidden", "interfaces"."modulus", "interfaces"."max_rate" as "maxRate", "interfaces"."version", "terminals"."id" as "terminalId", "terminals"."display_name" as "terminalName", "terminals"."time_out" as "timeOut", "link"."connected", "link"."last_communication_at" as "heardAt", "last"."ts" as "readAt", "last"."value", "last"."text", "last"."flags", (select json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', case when entities.type = 'SECTOR' then coalesce(( select farm.name || ' | '
from entities farm
where farm.type = 'FARM' and farm.path @> entities.path
limit 1), '') || entities.name else entities.name end)
from entities
where entities.id = "interfaces"."entity_id") as "entity"
from "interfaces"
inner join "terminals" on "terminals"."id" = "interfaces"."terminal_id"
left join "terminal_links" as "link" on "link"."terminal_id" = "terminals"."id"
left join "last_values" as "last" on "last"."interface_id" = "interfaces"."id"
where exists (select 1
from entities scoped
where scoped.id = "interfaces"."entity_id" and scoped.path <@ $1::ltree)
order by "last"."ts" desc nulls last, "interfaces"."id" desc
limit $2 offset $3
-- Limit
--   ->  Result
--         ->  Sort
--               Sort Key: last.ts DESC NULLS LAST, interfaces.id DESC
--               ->  Nested Loop Left Join
--                     ->  Nested Loop Left Join
--                           ->  Nested Loop
--                                 ->  Nested Loop
--                                       ->  Bitmap Heap Scan on entities scoped
--                                             Recheck Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                                             Filter: (path <@ $1)
--                                             ->  Bitmap Index Scan on entities_path
--                                                   Index Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                                       ->  Index Scan using interfaces_entity on interfaces
--                                             Index Cond: (entity_id = scoped.id)
--                                             Filter: in_scope(entity_id)
--                                 ->  Index Scan using terminals_pkey on terminals
--                                       Index Cond: (id = interfaces.terminal_id)
--                                       Filter: in_scope(entity_id)
--                           ->  Index Scan using terminal_links_pkey on terminal_links link
--                                 Index Cond: (terminal_id = terminals.id)
--                     ->  Index Scan using last_values_pkey on last_values last
--                           Index Cond: (interface_id = interfaces.id)
--         SubPlan 2
--           ->  Index Scan using entities_pkey on entities
--                 Index Cond: (id = interfaces.entity_id)
--                 Filter: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                 SubPlan 1
--                   ->  Limit
--                         ->  Bitmap Heap Scan on entities farm
--                               Recheck Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                               Filter: ((type = 'FARM'::text) AND (path @> entities.path))
--                               ->  Bitmap Index Scan on entities_path
--                                     Index Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)

select distinct on ("commands"."interface_id") "commands"."id", "commands"."interface_id", "commands"."terminal_id", "commands"."value", "commands"."state", "commands"."issued_at", "commands"."hold", "commands"."answered_at", "commands"."read_back", "commands"."reason", "commands"."verified_at", "commands"."released_at", "commands"."by_name"
from "commands"
inner join "interfaces" on "interfaces"."id" = "commands"."interface_id"
where exists (select 1
from entities scoped
where scoped.id = "interfaces"."entity_id" and scoped.path <@ $1::ltree) and "commands"."interface_id" in ($2, $3)
order by "commands"."interface_id", "commands"."issued_at" desc
-- Unique
--   ->  Sort
--         Sort Key: commands.interface_id, commands.issued_at DESC
--         ->  Nested Loop
--               ->  Nested Loop
--                     ->  Bitmap Heap Scan on entities scoped
--                           Recheck Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                           Filter: (path <@ $1)
--                           ->  Bitmap Index Scan on entities_path
--                                 Index Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                     ->  Index Scan using interfaces_entity on interfaces
--                           Index Cond: (entity_id = scoped.id)
--                           Filter: in_scope(entity_id)
--               ->  Index Scan using commands_interface on commands
--                     Index Cond: ((interface_id = interfaces.id) AND (interface_id = ANY (ARRAY[$2, $3])))
