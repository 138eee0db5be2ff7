-- Users, roles, sessions, who is in charge, and the audit trail.
create table roles (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  name citext not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  unique (entity_id, name)
);
alter table roles enable row level security;
create policy in_or_above_scope on roles for select to steading_app using (is_in_or_above_scope(entity_id));
create policy within_scope on roles to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table role_permissions (
  role_id bigint not null references roles on delete cascade,
  permission text not null,
  primary key (role_id, permission)
);

create table users (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  role_id bigint references roles,
  email citext unique,
  display_name text not null,
  short_name text not null,
  phone text,
  picture_id bigint references pictures,
  contacts jsonb not null default '[]',
  -- Access is limited to the parts of the root that user_access lists.
  restricted boolean not null default false,
  notifications jsonb not null
    default '{"channels":{"MAIL":true,"SMS":true,"VOICE":true,"WHATSAPP":true},"from":"LOW","quiet":null}',
  subscriptions text[] not null default '{}',
  password_hash text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  language text not null default 'en-US',
  -- How the user writes numbers and dates; null: as the language does.
  number_format text check (number_format in ('COMMA_DOT', 'POINT_COMMA', 'COMMA_SPACE')),
  date_format text check (date_format in ('DMY_DASH', 'DMY_SLASH', 'DMY_DOT', 'MDY_SLASH', 'YMD_DASH')),
  time_zone text not null default 'UTC',
  accepted_terms_at timestamptz,
  knowledge_version_at timestamptz,
  -- The last request that the user made, polling apart.
  last_seen_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  search_text text not null
    generated always as (fold_text(display_name || e'\n' || short_name || coalesce(e'\n' || email::text, ''))) stored,
  -- A deleted user keeps the name alone, for history.
  check (deleted_at is not null or email is not null and role_id is not null),
  check (deleted_at is null or status = 'INACTIVE' and num_nonnulls(email, role_id, phone, picture_id, password_hash) = 0)
);
create index users_entity on users (entity_id);
create index users_role on users (role_id);
create index users_short_name on users (short_name collate names nulls first, id);
create index users_name on users using gin (search_text gin_trgm_ops) with (fastupdate = off);
alter table users enable row level security;
create policy within_scope on users to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));
-- Users always see themselves and their root entity, though these may lie above what their access is limited to.
create policy own_user on users for select to steading_app using (id = app_user());
create function user_root_entity() returns json language sql stable parallel safe security definer set search_path = public
  as $$ select json_build_object('id', e.id::text, 'name', e.name, 'type', e.type, 'displayName', e.display_name)
    from users u join entities e on e.id = u.entity_id where u.id = app_user() $$;

-- The author of an object as the footers of pages name it: visible to every user who sees the object.
create function user_reference(user_id bigint) returns json language sql stable parallel safe security definer set search_path = public
  as $$ select json_build_object('userId', id::text, 'shortName', short_name) from users where id = user_reference.user_id $$;

-- The parts of their root that users of limited access may see. When all of these are deleted, such a user sees nothing.
create table user_access (
  user_id bigint not null references users on delete cascade,
  entity_id bigint not null references entities on delete cascade,
  primary key (user_id, entity_id)
);

-- Does a user see what lies at this path?
create function user_can_see(user_id bigint, entity_path ltree) returns boolean language sql stable parallel safe as $$
  select exists (select 1 from users u join entities root on root.id = u.entity_id
    where u.id = user_can_see.user_id and root.path @> entity_path and (
      not u.restricted or exists (select 1 from user_access a join entities part on part.id = a.entity_id
        where a.user_id = u.id and root.path @> part.path and part.path @> entity_path)))
$$;

create table responsibles (
  entity_id bigint not null references entities on delete cascade,
  user_id bigint not null references users on delete cascade,
  rank int not null default 1,
  primary key (entity_id, user_id)
);

-- Number of users in charge of an entity; those whom the caller does not see count, too.
create function count_responsibles(entity bigint) returns int language sql stable parallel safe security definer set search_path = public
  as $$ select count(*)::int from responsibles join users on users.id = user_id and deleted_at is null where responsibles.entity_id = entity $$;

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  -- The last request that the user made, and the last of any kind: polling and the live stream, too.
  used_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  agent text not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Single-use codes, stored hashed: activation of an account, a new password, login on another device. A login code is deleted with
-- the session that shows it.
create table user_codes (
  hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('ACTIVATION', 'RESET', 'LOGIN')),
  expires_at timestamptz not null,
  session_id bigint references sessions on delete cascade,
  check ((session_id is not null) = (purpose = 'LOGIN'))
);
create index user_codes_user on user_codes (user_id, purpose);
create index user_codes_session on user_codes (session_id);

create table audit (
  id bigint generated always as identity primary key,
  ts timestamptz not null,
  actor_kind text not null,
  actor_id bigint,
  actor_name text not null,
  ip text,
  entity_id bigint,
  -- The deleted entity at which it happened; entity_id is then the nearest one above that exists.
  original_entity_id bigint,
  object_type text not null,
  object_id text,
  object_name text,
  action text not null,
  result text not null default 'OK' check (result in ('OK', 'REFUSED', 'ERROR')),
  code text,
  changes jsonb not null default '[]',
  request_id text,
  search_text text not null generated always as (fold_text(coalesce(actor_name, '') || coalesce(e'\n' || object_name, ''))) stored
);
create index audit_ts on audit (ts desc);
create index audit_entity on audit (entity_id, ts desc);
create index audit_object on audit (object_type, object_id);
create index audit_search on audit using gin (search_text gin_trgm_ops) with (fastupdate = off);
alter table audit enable row level security;
create policy within_scope on audit for select to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));
create policy append on audit for insert to steading_app with check (true);
revoke update, delete on audit from steading_app;

-- Replies of changes that carried an idempotency key, for a day: a request that is sent again gets the first reply.
create table idempotent_replies (
  id bigint generated always as identity primary key,
  -- The kind and id of the user or API user that sent the key.
  owner text not null,
  key text not null,
  -- Of method, address, body and files: another request with the same key is refused.
  fingerprint text not null,
  -- Null until the change is made, in the same transaction.
  reply jsonb,
  created_at timestamptz not null,
  unique (owner, key)
);
create index idempotent_replies_created on idempotent_replies (created_at);
