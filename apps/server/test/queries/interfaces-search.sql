select "interfaces"."id", "interfaces"."display_name" as "displayName", "interfaces"."category", "interfaces"."data_type" as "dataType", "interfaces"."direction", "interfaces"."min", "interfaces"."max", "interfaces"."history", "interfaces"."history_seconds" as "historySeconds", case when interfaces.operation is null then interfaces.every else virtual_interval(interfaces.id, $1::text[]) end as "samplingInterval", "interfaces"."hidden", "interfaces"."operation", "interfaces"."modulus", "interfaces"."max_rate" as "maxRate", "interfaces"."capacity", "interfaces"."safe_value" as "safeValue", "interfaces"."version", "interfaces"."deleted_at" as "deletedAt", "interfaces"."entity_id" as "entityId", "interfaces"."terminal_id" as "terminalId", terminals.display_name as "terminalName", terminals.time_out as "timeOut", "terminals"."retired_at" as "retiredAt", "link"."connected", "link"."last_communication_at" as "heardAt", "last"."ts" as "readAt", "last"."value", "last"."text", "last"."flags", (select json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', entities.display_name)
from entities
where entities.id = "interfaces"."entity_id") as "entity", count_rules_by_status(interfaces.id) as "ruleCounts"
from "interfaces"
inner join "boxes" as "terminals" on "terminals"."id" = "interfaces"."terminal_id"
left join "terminal_links" as "link" on "link"."terminal_id" = "interfaces"."terminal_id"
left join "last_values" as "last" on "last"."interface_id" = "interfaces"."id"
where exists (select 1
from entities scoped
where scoped.id = "interfaces"."entity_id" and "scoped"."path" <@ any ($2::ltree[])) and "interfaces"."deleted_at" is null and (interfaces.trail like $3 and interfaces.trail like $4) and "terminals"."retired_at" is null
order by case when ' ' || replace(interfaces.trail, e'\n', ' ') || ' ' = $5 or e'\n' || "interfaces"."trail" || e'\n' like $6 then 0 else 1 + case when ' ' || replace(interfaces.trail, e'\n', ' ') || ' ' like $7 then 0 when ' ' || replace(interfaces.trail, e'\n', ' ') || ' ' like $8 then 1 else 2 end + case when ' ' || replace(interfaces.trail, e'\n', ' ') || ' ' like $9 then 0 when ' ' || replace(interfaces.trail, e'\n', ' ') || ' ' like $10 then 1 else 2 end end, "interfaces"."display_name" collate names asc nulls first, "interfaces"."id" asc
limit $11 offset $12
-- Limit
--   ->  Result
--         ->  Sort
--               Sort Key: (CASE WHEN ((((' '::text || replace(interfaces.trail, '
-- '::text, ' '::text)) || ' '::text) = $5) OR ((('
-- '::text || interfaces.trail) || '
-- '::text) ~~ $6)) THEN 0 ELSE ((1 + CASE WHEN (((' '::text || replace(interfaces.trail, '
-- '::text, ' '::text)) || ' '::text) ~~ $7) THEN 0 WHEN (((' '::text || replace(interfaces.trail, '
-- '::text, ' '::text)) || ' '::text) ~~ $8) THEN 1 ELSE 2 END) + CASE WHEN (((' '::text || replace(interfaces.trail, '
-- '::text, ' '::text)) || ' '::text) ~~ $9) THEN 0 WHEN (((' '::text || replace(interfaces.trail, '
-- '::text, ' '::text)) || ' '::text) ~~ $10) THEN 1 ELSE 2 END) END), interfaces.display_name COLLATE names NULLS FIRST, interfaces.id
--               ->  Nested Loop
--                     ->  Nested Loop Left Join
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
--                                             Filter: ((deleted_at IS NULL) AND (trail ~~ $3) AND (trail ~~ $4) AND ((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 6)))
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
where scoped.id = "interfaces"."entity_id" and "scoped"."path" <@ any ($1::ltree[])) and "interfaces"."deleted_at" is null and (interfaces.trail like $2 and interfaces.trail like $3) and "terminals"."retired_at" is null
limit $4)) counted
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
--                           Filter: ((deleted_at IS NULL) AND (trail ~~ $2) AND (trail ~~ $3) AND ((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 5)))
--                           SubPlan 5
--                             ->  Index Scan using entities_pkey on entities at_2
--                                   Index Cond: (id = interfaces.entity_id)
--                                   Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--               ->  Index Scan using entities_pkey on entities scoped
--                     Index Cond: (id = interfaces.entity_id)
--                     Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
