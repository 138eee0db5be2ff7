select "interfaces"."id", "interfaces"."display_name" as "displayName", "interfaces"."category", "interfaces"."data_type" as "dataType", "interfaces"."direction", "interfaces"."min", "interfaces"."max", "interfaces"."history", "interfaces"."history_seconds" as "historySeconds", case when interfaces.operation is null then interfaces.every else virtual_interval(interfaces.id, $1::text[]) end as "samplingInterval", "interfaces"."hidden", "interfaces"."operation", "interfaces"."modulus", "interfaces"."max_rate" as "maxRate", "interfaces"."capacity", "interfaces"."safe_value" as "safeValue", "interfaces"."version", "interfaces"."deleted_at" as "deletedAt", "interfaces"."entity_id" as "entityId", "interfaces"."terminal_id" as "terminalId", terminals.display_name as "terminalName", terminals.time_out as "timeOut", "terminals"."retired_at" as "retiredAt", "link"."connected", "link"."last_communication_at" as "heardAt", "last"."ts" as "readAt", "last"."value", "last"."text", "last"."flags", (select json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', entities.display_name)
from entities
where entities.id = "interfaces"."entity_id") as "entity", count_rules_by_status(interfaces.id) as "ruleCounts"
from "interfaces"
inner join "boxes" as "terminals" on "terminals"."id" = "interfaces"."terminal_id"
left join "terminal_links" as "link" on "link"."terminal_id" = "interfaces"."terminal_id"
left join "last_values" as "last" on "last"."interface_id" = "interfaces"."id"
where exists (select 1
from entities scoped
where scoped.id = "interfaces"."entity_id" and "scoped"."path" <@ any ($2::ltree[])) and "interfaces"."deleted_at" is null and "terminals"."retired_at" is null and "last"."ts" is not null
order by "last"."ts" desc nulls last, "interfaces"."id" desc
limit $3 offset $4
-- Limit
--   ->  Result
--         ->  Sort
--               Sort Key: last.ts DESC NULLS LAST, interfaces.id DESC
--               ->  Nested Loop
--                     ->  Nested Loop
--                           ->  Nested Loop Left Join
--                                 ->  Nested Loop
--                                       ->  Index Scan using terminals_uid_key on terminals
--                                             Filter: (((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (ANY (entity_id = (hashed SubPlan 3).col1)) OR (ANY (id = (hashed SubPlan 5).col1))))
--                                             SubPlan 3
--                                               ->  Bitmap Heap Scan on entities at
--                                                     Recheck Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                                     ->  Bitmap Index Scan on entities_path
--                                                           Index Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                             SubPlan 5
--                                               ->  Nested Loop
--                                                     ->  Bitmap Heap Scan on entities at_1
--                                                           Recheck Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                                           ->  Bitmap Index Scan on entities_path
--                                                                 Index Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                                     ->  Index Scan using interfaces_entity on interfaces seen
--                                                           Index Cond: (entity_id = at_1.id)
--                                       ->  Index Scan using interfaces_terminal_id_ix_key on interfaces
--                                             Index Cond: (terminal_id = terminals.id)
--                                             Filter: ((deleted_at IS NULL) AND ((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 6)))
--                                             SubPlan 6
--                                               ->  Index Scan using entities_pkey on entities at_2
--                                                     Index Cond: (id = interfaces.entity_id)
--                                                     Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                                 ->  Index Scan using terminal_links_pkey on terminal_links link
--                                       Index Cond: (terminal_id = interfaces.terminal_id)
--                           ->  Index Scan using last_values_pkey on last_values last
--                                 Index Cond: (interface_id = interfaces.id)
--                     ->  Memoize
--                           Cache Key: interfaces.entity_id
--                           Cache Mode: logical
--                           ->  Index Scan using entities_pkey on entities scoped
--                                 Index Cond: (id = interfaces.entity_id)
--                                 Filter: ((path <@ ANY ($2)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
--         SubPlan 1
--           ->  Index Scan using entities_pkey on entities
--                 Index Cond: (id = interfaces.entity_id)
--                 Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))

select count(*)::int as total
from ((select 1 as "one"
from "interfaces"
inner join "boxes" as "terminals" on "terminals"."id" = "interfaces"."terminal_id"
left join "terminal_links" as "link" on "link"."terminal_id" = "interfaces"."terminal_id"
left join "last_values" as "last" on "last"."interface_id" = "interfaces"."id"
where exists (select 1
from entities scoped
where scoped.id = "interfaces"."entity_id" and "scoped"."path" <@ any ($1::ltree[])) and "interfaces"."deleted_at" is null and "terminals"."retired_at" is null and "last"."ts" is not null
limit $2)) counted
-- Aggregate
--   ->  Limit
--         ->  Nested Loop
--               ->  Nested Loop
--                     ->  Nested Loop
--                           ->  Index Scan using terminals_uid_key on terminals
--                                 Filter: (((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (ANY (entity_id = (hashed SubPlan 2).col1)) OR (ANY (id = (hashed SubPlan 4).col1))))
--                                 SubPlan 2
--                                   ->  Bitmap Heap Scan on entities at
--                                         Recheck Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                         ->  Bitmap Index Scan on entities_path
--                                               Index Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                 SubPlan 4
--                                   ->  Nested Loop
--                                         ->  Bitmap Heap Scan on entities at_1
--                                               Recheck Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                               ->  Bitmap Index Scan on entities_path
--                                                     Index Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                         ->  Index Scan using interfaces_entity on interfaces seen
--                                               Index Cond: (entity_id = at_1.id)
--                           ->  Index Scan using interfaces_terminal_id_ix_key on interfaces
--                                 Index Cond: (terminal_id = terminals.id)
--                                 Filter: ((deleted_at IS NULL) AND ((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 5)))
--                                 SubPlan 5
--                                   ->  Index Scan using entities_pkey on entities at_2
--                                         Index Cond: (id = interfaces.entity_id)
--                                         Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                     ->  Index Only Scan using last_values_pkey on last_values last
--                           Index Cond: (interface_id = interfaces.id)
--               ->  Memoize
--                     Cache Key: interfaces.entity_id
--                     Cache Mode: logical
--                     ->  Index Scan using entities_pkey on entities scoped
--                           Index Cond: (id = interfaces.entity_id)
--                           Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))

select "interfaces"."id", "interfaces"."display_name" as "displayName", "interfaces"."category", "interfaces"."data_type" as "dataType", "interfaces"."direction", "interfaces"."min", "interfaces"."max", "interfaces"."history", "interfaces"."history_seconds" as "historySeconds", case when interfaces.operation is null then interfaces.every else virtual_interval(interfaces.id, $1::text[]) end as "samplingInterval", "interfaces"."hidden", "interfaces"."operation", "interfaces"."modulus", "interfaces"."max_rate" as "maxRate", "interfaces"."capacity", "interfaces"."safe_value" as "safeValue", "interfaces"."version", "interfaces"."deleted_at" as "deletedAt", "interfaces"."entity_id" as "entityId", "interfaces"."terminal_id" as "terminalId", terminals.display_name as "terminalName", terminals.time_out as "timeOut", "terminals"."retired_at" as "retiredAt", "link"."connected", "link"."last_communication_at" as "heardAt", "last"."ts" as "readAt", "last"."value", "last"."text", "last"."flags", (select json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', entities.display_name)
from entities
where entities.id = "interfaces"."entity_id") as "entity", count_rules_by_status(interfaces.id) as "ruleCounts"
from "interfaces"
inner join "boxes" as "terminals" on "terminals"."id" = "interfaces"."terminal_id"
left join "terminal_links" as "link" on "link"."terminal_id" = "interfaces"."terminal_id"
left join "last_values" as "last" on "last"."interface_id" = "interfaces"."id"
where exists (select 1
from entities scoped
where scoped.id = "interfaces"."entity_id" and "scoped"."path" <@ any ($2::ltree[])) and "interfaces"."deleted_at" is null and "terminals"."retired_at" is null and "last"."ts" is null
order by "last"."ts" desc nulls last, "interfaces"."id" desc
limit $3 offset $4
-- Limit
--   ->  Result
--         ->  Sort
--               Sort Key: last.ts DESC NULLS LAST, interfaces.id DESC
--               ->  Nested Loop
--                     ->  Nested Loop Left Join
--                           Filter: (last.ts IS NULL)
--                           ->  Nested Loop Left Join
--                                 ->  Nested Loop
--                                       ->  Index Scan using terminals_uid_key on terminals
--                                             Filter: (((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (ANY (entity_id = (hashed SubPlan 3).col1)) OR (ANY (id = (hashed SubPlan 5).col1))))
--                                             SubPlan 3
--                                               ->  Bitmap Heap Scan on entities at
--                                                     Recheck Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                                     ->  Bitmap Index Scan on entities_path
--                                                           Index Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                             SubPlan 5
--                                               ->  Nested Loop
--                                                     ->  Bitmap Heap Scan on entities at_1
--                                                           Recheck Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                                           ->  Bitmap Index Scan on entities_path
--                                                                 Index Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                                     ->  Index Scan using interfaces_entity on interfaces seen
--                                                           Index Cond: (entity_id = at_1.id)
--                                       ->  Index Scan using interfaces_terminal_id_ix_key on interfaces
--                                             Index Cond: (terminal_id = terminals.id)
--                                             Filter: ((deleted_at IS NULL) AND ((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 6)))
--                                             SubPlan 6
--                                               ->  Index Scan using entities_pkey on entities at_2
--                                                     Index Cond: (id = interfaces.entity_id)
--                                                     Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                                 ->  Index Scan using terminal_links_pkey on terminal_links link
--                                       Index Cond: (terminal_id = interfaces.terminal_id)
--                           ->  Index Scan using last_values_pkey on last_values last
--                                 Index Cond: (interface_id = interfaces.id)
--                     ->  Index Scan using entities_pkey on entities scoped
--                           Index Cond: (id = interfaces.entity_id)
--                           Filter: ((path <@ ANY ($2)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
--         SubPlan 1
--           ->  Index Scan using entities_pkey on entities
--                 Index Cond: (id = interfaces.entity_id)
--                 Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))

select count(*)::int as total
from ((select 1 as "one"
from "interfaces"
inner join "boxes" as "terminals" on "terminals"."id" = "interfaces"."terminal_id"
left join "terminal_links" as "link" on "link"."terminal_id" = "interfaces"."terminal_id"
left join "last_values" as "last" on "last"."interface_id" = "interfaces"."id"
where exists (select 1
from entities scoped
where scoped.id = "interfaces"."entity_id" and "scoped"."path" <@ any ($1::ltree[])) and "interfaces"."deleted_at" is null and "terminals"."retired_at" is null
limit $2)) counted
-- Aggregate
--   ->  Limit
--         ->  Nested Loop
--               ->  Nested Loop
--                     ->  Index Scan using terminals_uid_key on terminals
--                           Filter: (((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (ANY (entity_id = (hashed SubPlan 2).col1)) OR (ANY (id = (hashed SubPlan 4).col1))))
--                           SubPlan 2
--                             ->  Bitmap Heap Scan on entities at
--                                   Recheck Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                   ->  Bitmap Index Scan on entities_path
--                                         Index Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                           SubPlan 4
--                             ->  Nested Loop
--                                   ->  Bitmap Heap Scan on entities at_1
--                                         Recheck Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                         ->  Bitmap Index Scan on entities_path
--                                               Index Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                   ->  Index Scan using interfaces_entity on interfaces seen
--                                         Index Cond: (entity_id = at_1.id)
--                     ->  Index Scan using interfaces_terminal_id_ix_key on interfaces
--                           Index Cond: (terminal_id = terminals.id)
--                           Filter: ((deleted_at IS NULL) AND ((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 5)))
--                           SubPlan 5
--                             ->  Index Scan using entities_pkey on entities at_2
--                                   Index Cond: (id = interfaces.entity_id)
--                                   Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--               ->  Index Scan using entities_pkey on entities scoped
--                     Index Cond: (id = interfaces.entity_id)
--                     Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))

select distinct on ("commands"."interface_id") "commands"."id", "commands"."interface_id", "commands"."terminal_id", "commands"."value", "commands"."state", "commands"."issued_at", "commands"."hold", "commands"."answered_at", "commands"."read_back", "commands"."reason", "commands"."verified_at", "commands"."released_at", "commands"."issuer_name"
from "commands"
inner join "interfaces" on "interfaces"."id" = "commands"."interface_id"
where exists (select 1
from entities scoped
where scoped.id = "interfaces"."entity_id" and "scoped"."path" <@ any ($1::ltree[])) and "commands"."interface_id" in ($2, $3)
order by "commands"."interface_id", "commands"."issued_at" desc
-- Unique
--   ->  Nested Loop
--         ->  Nested Loop
--               ->  Index Scan using commands_interface on commands
--                     Index Cond: (interface_id = ANY (ARRAY[$2, $3]))
--               ->  Memoize
--                     Cache Key: commands.interface_id
--                     Cache Mode: logical
--                     ->  Index Scan using interfaces_pkey on interfaces
--                           Index Cond: (id = commands.interface_id)
--                           Filter: (((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 1)))
--                           SubPlan 1
--                             ->  Index Scan using entities_pkey on entities at
--                                   Index Cond: (id = interfaces.entity_id)
--                                   Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--         ->  Index Scan using entities_pkey on entities scoped
--               Index Cond: (id = interfaces.entity_id)
--               Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))

select id::text
from unnest($1::bigint[]) as output (id)
where is_rule_controlled(id)
-- Function Scan on unnest output
--   Filter: is_rule_controlled(id)
