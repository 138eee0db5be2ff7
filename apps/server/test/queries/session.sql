select "sessions"."id" as "sessionId", "sessions"."used_at" as "usedAt", "sessions"."seen_at" as "seenAt", "sessions"."expires_at" as "expiresAt", "users"."id" as "userId", "users"."status", "users"."email", "users"."display_name" as "displayName", "users"."short_name" as "shortName", "users"."language", "users"."time_zone" as "timeZone", "users"."accepted_terms_at" as "acceptedTermsAt", "users"."knowledge_version_at" as "knowledgeVersionAt", "entities"."id" as "entityId", "entities"."name" as "entityName", "entities"."type" as "entityType", "entities"."status" as "entityStatus", entities.path::text as "path", array(select permission
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
--               Filter: in_scope(entity_id)
--   ->  Index Scan using entities_pkey on entities
--         Index Cond: (id = users.entity_id)
--         Filter: (path <@ (current_setting('app.scope'::text, true))::ltree)
--   SubPlan 1
--     ->  Bitmap Heap Scan on role_permissions
--           Recheck Cond: (role_id = users.role_id)
--           ->  Bitmap Index Scan on role_permissions_pkey
--                 Index Cond: (role_id = users.role_id)

update "sessions" set "used_at" = $1, "seen_at" = $2
where "id" = $3 and ("used_at" < $4 or "seen_at" < $5)
-- Update on sessions
--   ->  Index Scan using sessions_pkey on sessions
--         Index Cond: (id = $3)
--         Filter: ((used_at < $4) OR (seen_at < $5))
