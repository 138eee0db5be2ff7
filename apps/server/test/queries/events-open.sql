select "events"."severity", count(*)::int as "n"
from "events"
where exists (select 1
from entities scoped
where scoped.id = "events"."entity_id" and "scoped"."path" <@ any ($1::ltree[])) and true and "events"."status" in ($2, $3) and "events"."category" not like $4
group by "events"."severity"
-- GroupAggregate
--   Group Key: events.severity
--   ->  Sort
--         Sort Key: events.severity
--         ->  Nested Loop
--               ->  Bitmap Heap Scan on entities scoped
--                     Recheck Cond: (path <@ ANY ($1))
--                     Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                     ->  Bitmap Index Scan on entities_path
--                           Index Cond: (path <@ ANY ($1))
--               ->  Index Scan using events_entity on events
--                     Index Cond: (entity_id = scoped.id)
--                     Filter: ((status = ANY (ARRAY[$2, $3])) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 1)) AND (category !~~ $4))
--                     SubPlan 1
--                       ->  Index Scan using entities_pkey on entities at
--                             Index Cond: (id = events.entity_id)
--                             Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
