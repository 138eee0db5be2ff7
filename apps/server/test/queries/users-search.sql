select "users"."id", "users"."display_name" as "displayName", "users"."short_name" as "shortName", "users"."status", users.password_hash is not null as "activated", users.email::text as "email", "users"."phone", json_build_object('id', roles.id::text, 'name', roles.name) as "role", coalesce((select json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', entities.display_name)
from entities
where entities.id = "users"."entity_id"), case when users.id = app_user() then user_root_entity() end) as "rootEntity", "users"."last_seen_at" as "lastSeenAt", "users"."version"
from "users"
inner join "roles" on "roles"."id" = "users"."role_id"
where (exists (select 1
from entities scoped
where scoped.id = "users"."entity_id" and "scoped"."path" <@ any ($1::ltree[])) or "users"."id" = $2) and "users"."deleted_at" is null and "users"."search_text" like fold_text($3)
order by "users"."short_name" collate names asc nulls first, "users"."id" asc
limit $4 offset $5
-- Limit
--   ->  Result
--         ->  Sort
--               Sort Key: users.short_name COLLATE names NULLS FIRST, users.id
--               ->  Nested Loop
--                     ->  Bitmap Heap Scan on users
--                           Recheck Cond: (search_text ~~ fold_text($3))
--                           Filter: ((deleted_at IS NULL) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 4) OR (id = (NULLIF(current_setting('app.person'::text, true), ''::text))::bigint)) AND (EXISTS(SubPlan 2) OR (id = $2)))
--                           ->  Bitmap Index Scan on users_name
--                                 Index Cond: (search_text ~~ fold_text($3))
--                           SubPlan 4
--                             ->  Index Scan using entities_pkey on entities at
--                                   Index Cond: (id = users.entity_id)
--                                   Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                           SubPlan 2
--                             ->  Index Scan using entities_pkey on entities scoped
--                                   Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
--                     ->  Index Scan using roles_pkey on roles
--                           Index Cond: (id = users.role_id)
--                           Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 6) OR is_in_or_above_scope(entity_id))
--                           SubPlan 6
--                             ->  Index Scan using entities_pkey on entities at_1
--                                   Index Cond: (id = roles.entity_id)
--         SubPlan 1
--           ->  Index Scan using entities_pkey on entities
--                 Index Cond: (id = users.entity_id)
--                 Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))

select count(*)::int as total
from ((select 1 as "one"
from "users"
inner join "roles" on "roles"."id" = "users"."role_id"
where (exists (select 1
from entities scoped
where scoped.id = "users"."entity_id" and "scoped"."path" <@ any ($1::ltree[])) or "users"."id" = $2) and "users"."deleted_at" is null and "users"."search_text" like fold_text($3)
limit $4)) counted
-- Aggregate
--   ->  Limit
--         ->  Nested Loop
--               ->  Bitmap Heap Scan on users
--                     Recheck Cond: (search_text ~~ fold_text($3))
--                     Filter: ((deleted_at IS NULL) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 3) OR (id = (NULLIF(current_setting('app.person'::text, true), ''::text))::bigint)) AND (EXISTS(SubPlan 1) OR (id = $2)))
--                     ->  Bitmap Index Scan on users_name
--                           Index Cond: (search_text ~~ fold_text($3))
--                     SubPlan 3
--                       ->  Index Scan using entities_pkey on entities at
--                             Index Cond: (id = users.entity_id)
--                             Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                     SubPlan 1
--                       ->  Index Scan using entities_pkey on entities scoped
--                             Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
--               ->  Index Scan using roles_pkey on roles
--                     Index Cond: (id = users.role_id)
--                     Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 5) OR is_in_or_above_scope(entity_id))
--                     SubPlan 5
--                       ->  Index Scan using entities_pkey on entities at_1
--                             Index Cond: (id = roles.entity_id)
