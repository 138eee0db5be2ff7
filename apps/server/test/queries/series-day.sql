select "interfaces"."id", "interfaces"."ix", "interfaces"."category", "interfaces"."min", "interfaces"."max", "interfaces"."history", "interfaces"."history_seconds", "interfaces"."every", "interfaces"."terminal_id", "interfaces"."data_type", "interfaces"."modulus", "interfaces"."max_rate", "interfaces"."deleted_at", "entities"."time_zone" as "timeZone", "boxes"."time_out" as "timeOut", "link"."connected", "link"."last_communication_at" as "heardAt", "last"."ts" as "readAt", "last"."value", "last"."text", "last"."flags"
from "interfaces"
inner join "entities" on "entities"."id" = "interfaces"."entity_id"
left join "boxes" on "boxes"."id" = "interfaces"."terminal_id"
left join "terminal_links" as "link" on "link"."terminal_id" = "interfaces"."terminal_id"
left join "last_values" as "last" on "last"."interface_id" = "interfaces"."id"
where exists (select 1
from entities scoped
where scoped.id = "interfaces"."entity_id" and "scoped"."path" <@ any ($1::ltree[])) and "interfaces"."id" in ($2)
-- Nested Loop
--   Join Filter: (entities.id = scoped.id)
--   ->  Nested Loop Left Join
--         ->  Nested Loop Left Join
--               ->  Nested Loop Left Join
--                     ->  Nested Loop
--                           ->  Index Scan using interfaces_pkey on interfaces
--                                 Index Cond: (id = $2)
--                                 Filter: (((NOT ours) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 5)))
--                                 SubPlan 5
--                                   ->  Index Scan using entities_pkey on entities at_2
--                                         Index Cond: (id = interfaces.entity_id)
--                                         Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                           ->  Index Scan using entities_pkey on entities
--                                 Index Cond: (id = interfaces.entity_id)
--                                 Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                     ->  Index Scan using terminals_pkey on terminals
--                           Index Cond: (id = interfaces.terminal_id)
--                           Filter: (((NOT ours) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 1) OR (ANY (id = (hashed SubPlan 4).col1))))
--                           SubPlan 1
--                             ->  Index Scan using entities_pkey on entities at
--                                   Index Cond: (id = terminals.entity_id)
--                                   Filter: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                           SubPlan 4
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
--               Index Cond: (interface_id = $2)
--   ->  Index Scan using entities_pkey on entities scoped
--         Index Cond: (id = interfaces.entity_id)
--         Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))

select interface_id, json_agg(date_part('epoch', bucket) * 1000
order by bucket) as times, json_agg(case when interface_id = any ($1::int4[]) then sum else avg end
order by bucket) as values, json_agg(min
order by bucket) as min, json_agg(max
order by bucket) as max, case when bit_or(flags) > 0 then json_agg(flags
order by bucket) end as flags
from (select kept.*
from "rollups_5m" kept
where kept.interface_id = any (array(select interfaces.id::int4
from interfaces
where interfaces.id = any ($2::int4[]))) and kept.bucket >= $3 and kept.bucket < $4) rows
group by interface_id
-- GroupAggregate
--   Group Key: kept.interface_id
--   InitPlan 3
--     ->  Bitmap Heap Scan on interfaces
--           Recheck Cond: (id = ANY ($2))
--           Filter: (((NOT ours) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 1)))
--           ->  Bitmap Index Scan on interfaces_pkey
--                 Index Cond: (id = ANY ($2))
--           SubPlan 1
--             ->  Index Scan using entities_pkey on entities at
--                   Index Cond: (id = interfaces.entity_id)
--                   Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--   ->  Merge Append
--         Sort Key: kept.interface_id, kept.bucket
--         ->  Index Scan using rollups_5m_month on rollups_5m_month kept
--               Index Cond: ((interface_id = ANY ((InitPlan 3).col1)) AND (bucket >= $3) AND (bucket < $4))
--         ->  Index Scan using rollups_5m_other_pkey on rollups_5m_other kept
