select "interfaces"."id", "interfaces"."ix", "interfaces"."category", "interfaces"."min", "interfaces"."max", "interfaces"."history", "interfaces"."history_seconds", "interfaces"."terminal_id", case when interfaces.operation is null then interfaces.every else virtual_interval(interfaces.id, $1::text[]) end as "every", "interfaces"."data_type", "interfaces"."modulus", "interfaces"."max_rate", "interfaces"."operation", "interfaces"."deleted_at", "entities"."time_zone" as "timeZone", "boxes"."time_out" as "timeOut", "link"."connected", "link"."last_communication_at" as "heardAt", "last"."ts" as "readAt", "last"."value", "last"."text", "last"."flags"
from "interfaces"
inner join "entities" on "entities"."id" = "interfaces"."entity_id"
left join "boxes" on "boxes"."id" = "interfaces"."terminal_id"
left join "terminal_links" as "link" on "link"."terminal_id" = "interfaces"."terminal_id"
left join "last_values" as "last" on "last"."interface_id" = "interfaces"."id"
where exists (select 1
from entities scoped
where scoped.id = "interfaces"."entity_id" and "scoped"."path" <@ any ($2::ltree[])) and "interfaces"."id" in ($3)
-- Nested Loop
--   Join Filter: (entities.id = scoped.id)
--   ->  Nested Loop Left Join
--         ->  Nested Loop Left Join
--               ->  Nested Loop Left Join
--                     ->  Nested Loop
--                           ->  Index Scan using interfaces_pkey on interfaces
--                                 Index Cond: (id = $3)
--                                 Filter: (((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 5)))
--                                 SubPlan 5
--                                   ->  Index Scan using entities_pkey on entities at_2
--                                         Index Cond: (id = interfaces.entity_id)
--                                         Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                           ->  Index Scan using entities_pkey on entities
--                                 Index Cond: (id = interfaces.entity_id)
--                                 Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                     ->  Index Scan using terminals_pkey on terminals
--                           Index Cond: (id = interfaces.terminal_id)
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
--               ->  Index Scan using terminal_links_pkey on terminal_links link
--                     Index Cond: (terminal_id = interfaces.terminal_id)
--         ->  Index Scan using last_values_pkey on last_values last
--               Index Cond: (interface_id = $3)
--   ->  Index Scan using entities_pkey on entities scoped
--         Index Cond: (id = interfaces.entity_id)
--         Filter: ((path <@ ANY ($2)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))

select interface_id, json_agg(date_part('epoch', bucket) * 1000
order by bucket) as times, json_agg(case when interface_id = any ($1::int4[]) then sum else "avg" end
order by bucket) as values, json_agg(min
order by bucket) as min, json_agg(max
order by bucket) as max, json_agg(weight
order by bucket) as weights, case when bit_or(flags) > 0 then json_agg(flags
order by bucket) end as flags
from ( select interface_id, greatest(bucket, $2) as bucket, min, max, sum, avg, weight, flags, bucket < $3 or rows.bucket + make_interval(secs => $4::int) > $5 as partial
from ( select kept.interface_id, asked.zone, date_bin(make_interval(secs => $6::int), kept.bucket, 'epoch'::timestamptz) as bucket, min(kept.min) as min, max(kept.max) as max, sum(kept.sum) as sum, coalesce(sum(kept.avg * kept.n) / nullif(sum(kept.n), 0), avg(kept.avg)) as avg, sum(kept.n) as weight, bit_or(kept.flags) as flags
from (select kept.interface_id, kept.bucket, kept.n, kept.min, kept.max, kept.sum, kept.avg, kept.flags
from "rollups_5m" kept
where kept.interface_id = any (array(select interfaces.id::int4
from interfaces
where interfaces.id = any ($7::int4[]))) and kept.bucket >= $8 and kept.bucket < $9) kept join unnest($10::int4[], $11::text[]) as asked (id, zone) on asked.id = kept.interface_id
group by 1, 2, 3) rows) rows
group by interface_id
-- GroupAggregate
--   Group Key: rows.interface_id
--   ->  Incremental Sort
--         Sort Key: rows.interface_id, (GREATEST(rows.bucket, $2))
--         Presorted Key: rows.interface_id
--         ->  Subquery Scan on rows
--               ->  GroupAggregate
--                     Group Key: kept.interface_id, asked.zone, (date_bin(make_interval(0, 0, 0, 0, 0, 0, ($6)::double precision), kept.bucket, '1970-01-01 00:00:00+00'::timestamp with time zone))
--                     InitPlan 3
--                       ->  Bitmap Heap Scan on interfaces
--                             Recheck Cond: (id = ANY ($7))
--                             Filter: (((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 1)))
--                             ->  Bitmap Index Scan on interfaces_pkey
--                                   Index Cond: (id = ANY ($7))
--                             SubPlan 1
--                               ->  Index Scan using entities_pkey on entities at
--                                     Index Cond: (id = interfaces.entity_id)
--                                     Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                     ->  Sort
--                           Sort Key: kept.interface_id, asked.zone, (date_bin(make_interval(0, 0, 0, 0, 0, 0, ($6)::double precision), kept.bucket, '1970-01-01 00:00:00+00'::timestamp with time zone))
--                           ->  Hash Join
--                                 Hash Cond: (kept.interface_id = asked.id)
--                                 ->  Append
--                                       ->  Index Scan using rollups_5m_month on rollups_5m_month kept
--                                             Index Cond: ((interface_id = ANY ((InitPlan 3).col1)) AND (bucket >= $8) AND (bucket < $9))
--                                       ->  Index Scan using rollups_5m_other_pkey on rollups_5m_other kept
--                                 ->  Hash
--                                       ->  Function Scan on asked
