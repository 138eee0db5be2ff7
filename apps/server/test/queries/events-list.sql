select count(*)::int as "total"
from "events"
left join "terminals" on "terminals"."id" = "events"."terminal_id"
where exists (select 1
from entities scoped
where scoped.id = "events"."entity_id" and scoped.path <@ $1::ltree)
-- Aggregate
--   ->  Nested Loop
--         ->  Bitmap Heap Scan on entities scoped
--               Recheck Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--               Filter: (path <@ $1)
--               ->  Bitmap Index Scan on entities_path
--                     Index Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--         ->  Index Scan using events_entity on events
--               Index Cond: (entity_id = scoped.id)
--               Filter: in_scope(entity_id)

select "events".*, "terminals"."display_name" as "terminalName", (select json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', case when entities.type = 'SECTOR' then coalesce(( select farm.name || ' | '
from entities farm
where farm.type = 'FARM' and farm.path @> entities.path
limit 1), '') || entities.name else entities.name end)
from entities
where entities.id = "events"."entity_id") as "entity", (select json_build_object('userId', u.id::text, 'shortName', u.short_name)
from users u
where u.id = "events"."created_by") as "createdBy", (select json_build_object('userId', u.id::text, 'shortName', u.short_name)
from users u
where u.id = "events"."closed_by") as "closedBy", (select json_build_object('userId', u.id::text, 'shortName', u.short_name)
from users u
where u.id = "events"."updated_by") as "updatedBy"
from "events"
left join "terminals" on "terminals"."id" = "events"."terminal_id"
where exists (select 1
from entities scoped
where scoped.id = "events"."entity_id" and scoped.path <@ $1::ltree)
order by "events"."open_date" desc nulls last, "events"."id" desc
limit $2 offset $3
-- Limit
--   ->  Result
--         ->  Sort
--               Sort Key: events.open_date DESC NULLS LAST, events.id DESC
--               ->  Nested Loop Left Join
--                     ->  Nested Loop
--                           ->  Bitmap Heap Scan on entities scoped
--                                 Recheck Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                                 Filter: (path <@ $1)
--                                 ->  Bitmap Index Scan on entities_path
--                                       Index Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                           ->  Index Scan using events_entity on events
--                                 Index Cond: (entity_id = scoped.id)
--                                 Filter: in_scope(entity_id)
--                     ->  Index Scan using terminals_pkey on terminals
--                           Index Cond: (id = events.terminal_id)
--                           Filter: in_scope(entity_id)
--         SubPlan 2
--           ->  Index Scan using entities_pkey on entities
--                 Index Cond: (id = events.entity_id)
--                 Filter: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                 SubPlan 1
--                   ->  Limit
--                         ->  Bitmap Heap Scan on entities farm
--                               Recheck Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--                               Filter: ((type = 'FARM'::text) AND (path @> entities.path))
--                               ->  Bitmap Index Scan on entities_path
--                                     Index Cond: (path <@ (current_setting('app.scope'::text, true))::ltree)
--         SubPlan 3
--           ->  Index Scan using users_pkey on users u
--                 Index Cond: (id = events.created_by)
--                 Filter: in_scope(entity_id)
--         SubPlan 4
--           ->  Index Scan using users_pkey on users u_1
--                 Index Cond: (id = events.closed_by)
--         SubPlan 5
--           ->  Index Scan using users_pkey on users u_2
--                 Index Cond: (id = events.updated_by)
