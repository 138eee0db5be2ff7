select "interfaces"."id", "interfaces"."display_name" as "displayName", "interfaces"."category", "interfaces"."data_type" as "dataType", "interfaces"."direction", "interfaces"."min", "interfaces"."max", "interfaces"."history", "interfaces"."history_seconds" as "historySeconds", case when interfaces.operation is null then interfaces.every else virtual_interval(interfaces.id, $1::text[]) end as "samplingInterval", "interfaces"."hidden", "interfaces"."operation", "interfaces"."modulus", "interfaces"."max_rate" as "maxRate", "interfaces"."capacity", "interfaces"."safe_value" as "safeValue", "interfaces"."version", "interfaces"."deleted_at" as "deletedAt", "interfaces"."entity_id" as "entityId", "interfaces"."terminal_id" as "terminalId", terminals.display_name as "terminalName", terminals.time_out as "timeOut", "terminals"."retired_at" as "retiredAt", "link"."connected", "link"."last_communication_at" as "heardAt", "last"."ts" as "readAt", "last"."value", "last"."text", "last"."flags", (select json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', entities.display_name)
from entities
where entities.id = "interfaces"."entity_id") as "entity"
from "interfaces"
inner join "boxes" as "terminals" on "terminals"."id" = "interfaces"."terminal_id"
left join "terminal_links" as "link" on "link"."terminal_id" = "interfaces"."terminal_id"
left join "last_values" as "last" on "last"."interface_id" = "interfaces"."id"
where exists (select 1
from entities scoped
where scoped.id = "interfaces"."entity_id" and "scoped"."path" <@ any ($2::ltree[])) and "interfaces"."deleted_at" is null and "interfaces"."id" in ($3)
order by "interfaces"."id"
-- Nested Loop
--   ->  Nested Loop Left Join
--         ->  Nested Loop Left Join
--               ->  Nested Loop
--                     ->  Index Scan using interfaces_pkey on interfaces
--                           Index Cond: (id = $3)
--                           Filter: ((deleted_at IS NULL) AND ((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 6)))
--                           SubPlan 6
--                             ->  Index Scan using entities_pkey on entities at_2
--                                   Index Cond: (id = interfaces.entity_id)
--                                   Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                     ->  Index Scan using terminals_pkey on terminals
--                           Index Cond: (id = interfaces.terminal_id)
--                           Filter: (((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (ANY (entity_id = (hashed SubPlan 3).col1)) OR (ANY (id = (hashed SubPlan 5).col1))))
--                           SubPlan 3
--                             ->  Bitmap Heap Scan on entities at
--                                   Recheck Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                   ->  Bitmap Index Scan on entities_path
--                                         Index Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                           SubPlan 5
--                             ->  Nested Loop
--                                   ->  Bitmap Heap Scan on entities at_1
--                                         Recheck Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                         ->  Bitmap Index Scan on entities_path
--                                               Index Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                   ->  Index Scan using interfaces_entity on interfaces seen
--                                         Index Cond: (entity_id = at_1.id)
--               ->  Index Scan using terminal_links_pkey on terminal_links link
--                     Index Cond: (terminal_id = interfaces.terminal_id)
--         ->  Index Scan using last_values_pkey on last_values last
--               Index Cond: (interface_id = $3)
--   ->  Index Scan using entities_pkey on entities scoped
--         Index Cond: (id = interfaces.entity_id)
--         Filter: ((path <@ ANY ($2)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
--   SubPlan 1
--     ->  Index Scan using entities_pkey on entities
--           Index Cond: (id = interfaces.entity_id)
--           Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
