select "interfaces"."id", "interfaces"."ix", "interfaces"."category", "interfaces"."min", "interfaces"."max", "interfaces"."history", "interfaces"."history_seconds", "interfaces"."every", "interfaces"."terminal_id", "interfaces"."data_type", "interfaces"."modulus", "interfaces"."max_rate", "interfaces"."deleted_at", "entities"."time_zone" as "timeZone", "terminals"."time_out" as "timeOut", "link"."connected", "link"."last_communication_at" as "heardAt", "last"."ts" as "readAt", "last"."value", "last"."text", "last"."flags"
from "interfaces"
inner join "entities" on "entities"."id" = "interfaces"."entity_id"
left join "terminals" on "terminals"."id" = "interfaces"."terminal_id"
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
--                                 Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 1))
--                                 SubPlan 1
--                                   ->  Index Scan using entities_pkey on entities at
--                                         Index Cond: (id = interfaces.entity_id)
--                                         Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                           ->  Index Scan using entities_pkey on entities
--                                 Index Cond: (id = interfaces.entity_id)
--                                 Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                     ->  Index Scan using terminals_pkey on terminals
--                           Index Cond: (id = interfaces.terminal_id)
--                           Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 3))
--                           SubPlan 3
--                             ->  Index Scan using entities_pkey on entities at_1
--                                   Index Cond: (id = terminals.entity_id)
--                                   Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--               ->  Index Scan using terminal_links_pkey on terminal_links link
--                     Index Cond: (terminal_id = interfaces.terminal_id)
--         ->  Index Scan using last_values_pkey on last_values last
--               Index Cond: (interface_id = $2)
--   ->  Index Scan using entities_pkey on entities scoped
--         Index Cond: (id = interfaces.entity_id)
--         Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))

select asked.interface_id, json_agg(date_part('epoch', points.ts) * 1000
order by points.ts) as times, json_agg(points.value
order by points.ts) as values, null as min, null as max, null as flags
from unnest($1::int4[]) as asked (interface_id) join interfaces on interfaces.id = asked.interface_id cross join lateral ( (select ts, value
from readings kept
where kept.interface_id = asked.interface_id and ts < $2 and kept.flags & 17 = 16 and value is not null and (interfaces.history = 'DIFFERENT_VALUES' or interfaces.data_type = 'BOOLEAN')
order by ts desc
limit 1)
union all (select ts, value
from readings kept
where kept.interface_id = asked.interface_id and ts >= $3 and ts < $4 and kept.flags & 17 = 16 and value is not null
order by ts
limit $5)) points
group by asked.interface_id
-- GroupAggregate
--   Group Key: asked.interface_id
--   ->  Sort
--         Sort Key: asked.interface_id, kept.ts
--         ->  Nested Loop
--               ->  Nested Loop
--                     ->  Function Scan on unnest asked
--                     ->  Index Scan using interfaces_pkey on interfaces
--                           Index Cond: (id = asked.interface_id)
--                           Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 1))
--                           SubPlan 1
--                             ->  Index Scan using entities_pkey on entities at
--                                   Index Cond: (id = interfaces.entity_id)
--                                   Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--               ->  Append
--                     ->  Limit
--                           ->  Merge Append
--                                 Sort Key: kept.ts DESC
--                                 ->  Result
--                                       One-Time Filter: ((interfaces.history = 'DIFFERENT_VALUES'::text) OR (interfaces.data_type = 'BOOLEAN'::text))
--                                       ->  Index Scan Backward using readings_month on readings_month kept
--                                             Index Cond: ((interface_id = asked.interface_id) AND (ts < $2))
--                                             Filter: ((value IS NOT NULL) AND (((flags)::integer & 17) = 16))
--                                       ->  Index Scan Backward using readings_other_pkey on readings_other kept
--                                 Sort Key: kept.ts
--                                 ->  Index Scan using readings_month on readings_month kept
--                                       Index Cond: ((interface_id = asked.interface_id) AND (ts >= $3) AND (ts < $4))
--                                       Filter: ((value IS NOT NULL) AND (((flags)::integer & 17) = 16))
--                                 ->  Index Scan using readings_other_pkey on readings_other kept
