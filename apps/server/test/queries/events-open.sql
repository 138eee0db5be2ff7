select "severity", count(*)::int as "n"
from "events"
where exists (select 1
from entities scoped
where scoped.id = "events"."entity_id" and scoped.path <@ $1::ltree) and "status" <> $2 and "category" not like $3
group by "severity"
-- GroupAggregate
--   Group Key: events.severity
--   ->  Sort
--         Sort Key: events.severity
--         ->  Nested Loop
--               ->  Bitmap Heap Scan on entities scoped
--                     Recheck Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                     Filter: (path <@ $1)
--                     ->  Bitmap Index Scan on entities_path
--                           Index Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--               ->  Index Scan using events_entity on events
--                     Index Cond: (entity_id = scoped.id)
--                     Filter: ((status <> $2) AND in_scope(entity_id) AND (category !~~ $3))
