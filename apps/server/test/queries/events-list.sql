select "events".*, (select json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', entities.display_name)
from entities
where entities.id = "events"."entity_id") as "entity", (select json_build_object('id', batches.id::text, 'code', batches.code)
from batches
where batches.id = "events"."batch_id" and exists (select 1
from entities scoped
where scoped.id = "batches"."entity_id" and "scoped"."path" <@ any ($1::ltree[]))) as "batch", user_reference("events"."created_by") as "createdBy", user_reference("events"."closed_by") as "closedBy", user_reference("events"."updated_by") as "updatedBy"
from "events"
where exists (select 1
from entities scoped
where scoped.id = "events"."entity_id" and "scoped"."path" <@ any ($2::ltree[])) and true
order by "events"."open_date" desc nulls last, "events"."id" desc
limit $3 offset $4
-- Limit
--   ->  Result
--         ->  Sort
--               Sort Key: events.open_date DESC NULLS LAST, events.id DESC
--               ->  Nested Loop
--                     ->  Bitmap Heap Scan on entities scoped
--                           Recheck Cond: (path <@ ANY ($2))
--                           Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                           ->  Bitmap Index Scan on entities_path
--                                 Index Cond: (path <@ ANY ($2))
--                     ->  Index Scan using events_entity on events
--                           Index Cond: (entity_id = scoped.id)
--                           Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 5))
--                           SubPlan 5
--                             ->  Index Scan using entities_pkey on entities at_1
--                                   Index Cond: (id = events.entity_id)
--                                   Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--         SubPlan 1
--           ->  Index Scan using entities_pkey on entities
--                 Index Cond: (id = events.entity_id)
--                 Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--         SubPlan 4
--           ->  Nested Loop
--                 ->  Index Scan using batches_pkey on batches
--                       Index Cond: (id = events.batch_id)
--                       Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 2))
--                       SubPlan 2
--                         ->  Index Scan using entities_pkey on entities at
--                               Index Cond: (id = batches.entity_id)
--                               Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                 ->  Index Scan using entities_pkey on entities scoped_1
--                       Index Cond: (id = batches.entity_id)
--                       Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))

select count(*)::int as total
from ((select 1 as "one"
from "events"
where exists (select 1
from entities scoped
where scoped.id = "events"."entity_id" and "scoped"."path" <@ any ($1::ltree[])) and true
limit $2)) counted
-- Aggregate
--   ->  Limit
--         ->  Nested Loop
--               ->  Bitmap Heap Scan on entities scoped
--                     Recheck Cond: (path <@ ANY ($1))
--                     Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                     ->  Bitmap Index Scan on entities_path
--                           Index Cond: (path <@ ANY ($1))
--               ->  Index Only Scan using events_entity on events
--                     Index Cond: (entity_id = scoped.id)
--                     Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 1))
--                     SubPlan 1
--                       ->  Index Scan using entities_pkey on entities at
--                             Index Cond: (id = events.entity_id)
--                             Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
