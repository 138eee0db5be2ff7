select "sessions"."id" as "sessionId", "sessions"."used_at" as "usedAt", "sessions"."seen_at" as "seenAt", "sessions"."expires_at" as "expiresAt", "users"."id" as "userId", "users"."status", users.email::text as "email", "users"."display_name" as "displayName", "users"."short_name" as "shortName", "users"."language", "users"."number_format" as "numberFormat", "users"."date_format" as "dateFormat", "users"."time_zone" as "timeZone", "users"."accepted_terms_at" as "acceptedTermsAt", "users"."knowledge_version_at" as "knowledgeVersionAt", "entities"."id" as "entityId", "entities"."name" as "entityName", "entities"."type" as "entityType", "entities"."status" as "entityStatus", case when users.restricted then array(select part.path::text
from user_access join entities part on part.id = user_access.entity_id
where user_access.user_id = users.id and part.path <@ entities.path
order by part.path) else array[entities.path::text] end as "scope", array(select permission
from role_permissions
where role_id = users.role_id) as "permissions"
from "sessions"
inner join "users" on "users"."id" = "sessions"."user_id"
inner join "entities" on "entities"."id" = "users"."entity_id"
where "sessions"."token_hash" = $1
-- Nested Loop
--   ->  Nested Loop
--         ->  Index Scan using sessions_token_hash_key on sessions
--               Index Cond: (token_hash = $1)
--         ->  Index Scan using users_pkey on users
--               Index Cond: (id = sessions.user_id)
--               Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 3) OR (id = (NULLIF(current_setting('app.person'::text, true), ''::text))::bigint))
--               SubPlan 3
--                 ->  Index Scan using entities_pkey on entities at
--                       Index Cond: (id = users.entity_id)
--                       Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--   ->  Index Scan using entities_pkey on entities
--         Index Cond: (id = users.entity_id)
--         Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--   SubPlan 1
--     ->  Sort
--           Sort Key: part.path
--           ->  Nested Loop
--                 ->  Index Scan using entities_path on entities part
--                       Index Cond: (path <@ entities.path)
--                 ->  Index Only Scan using user_access_pkey on user_access
--                       Index Cond: ((user_id = users.id) AND (entity_id = part.id))
--   SubPlan 2
--     ->  Bitmap Heap Scan on role_permissions
--           Recheck Cond: (role_id = users.role_id)
--           ->  Bitmap Index Scan on role_permissions_pkey
--                 Index Cond: (role_id = users.role_id)

update "sessions" set "used_at" = $1, "seen_at" = $2
where "id" = $3 and ("used_at" < $4 or "seen_at" < $5) returning "user_id"
-- Update on sessions
--   ->  Index Scan using sessions_pkey on sessions
--         Index Cond: (id = $3)
--         Filter: ((used_at < $4) OR (seen_at < $5))
