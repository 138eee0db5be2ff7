-- Entities, people, sessions, audit. Who may see a row is told by the entity's path: app.scope holds the paths of the
-- subtrees that the caller may see ({""} is the whole tree, {} or unset is nothing), and the policies compare.
create extension if not exists ltree;
create extension if not exists citext;
create extension if not exists pg_trgm;

-- Neither tells anything of a row but yes or no, so that indexes may serve them below row-level security. Without the right to
-- say so searches are slower, and right.
do $$ begin
  alter function texticlike(text, text) leakproof;
  alter function ltree_risparent(ltree, ltree) leakproof;
exception when insufficient_privilege then raise notice 'searches go without their indexes: %', sqlerrm;
end $$;

do $$ begin
  if not exists (select from pg_roles where rolname = 'steading_app') then create role steading_app nologin; end if;
end $$;
grant usage on schema public to steading_app;
alter default privileges in schema public grant select, insert, update, delete on tables to steading_app;
alter default privileges in schema public grant usage, select on sequences to steading_app;

create function app_scope() returns ltree[] language sql stable parallel safe
  as $$ select nullif(current_setting('app.scope', true), '')::ltree[] $$;

-- The whole tree is in scope: nothing to look up, row by row.
create function sees_all() returns boolean language sql stable parallel safe
  as $$ select current_setting('app.whole', true) = 'yes' $$;

-- Pictures of entities and people, made small when they come in. Who may see one is told by what it is a picture of.
create table pictures (
  id bigint generated always as identity primary key,
  content bytea not null,
  created_at timestamptz not null default now()
);

create table entities (
  id bigint generated always as identity primary key,
  parent_id bigint references entities,
  path ltree not null,
  type text not null check (type in ('ROOT', 'PARTNER', 'GROUP', 'ENTERPRISE', 'FARM', 'SECTOR')),
  name text not null,
  -- As lists and screens name it: "farm | sector" for a sector. The triggers write it.
  display_name text not null default '',
  code citext,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED', 'CLOSED', 'EXPIRED')),
  latitude double precision,
  longitude double precision,
  area double precision,
  usable_area double precision,
  boundaries text,
  info text,
  billing jsonb,
  picture_id bigint references pictures,
  time_zone text not null default 'UTC',
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  check ((type = 'ROOT') = (parent_id is null))
);
create index entities_path on entities using gist (path);
create unique index entities_path_exact on entities (path);
create index entities_parent on entities (parent_id, name);
create index entities_display_name on entities (display_name nulls first, id);
create index entities_search on entities using gin (name gin_trgm_ops, (code::text) gin_trgm_ops);
create unique index entities_enterprise_code on entities (code) where type = 'ENTERPRISE';
create unique index entities_farm_code on entities (parent_id, code) where type = 'FARM';
create index entities_picture on entities (picture_id) where picture_id is not null;
create unique index entities_one_root on entities (type) where type = 'ROOT';

-- The ids on the way down to an entity, itself last.
create function path_ids(path ltree) returns bigint[] language sql immutable parallel safe
  as $$ select string_to_array(path::text, '.')::bigint[] $$;

-- Where an entity's farm is the nearest one above.
create function entity_display_name(type text, name text, path ltree) returns text language sql stable as $$
  select case when type = 'SECTOR' then coalesce((select farm.name || ' | ' from entities farm
      where farm.type = 'FARM' and farm.id = any (path_ids(entity_display_name.path)) limit 1), '') || name
    else name end
$$;

-- A path is its parent's path and the own id: only here, so that no writer can get it wrong.
create function entities_set_path() returns trigger language plpgsql as $$
begin
  if new.parent_id is null then
    new.path := new.id::text::ltree;
  else
    select e.path || new.id::text into new.path from entities e where e.id = new.parent_id;
  end if;
  new.display_name := entity_display_name(new.type, new.name, new.path);
  return new;
end $$;
create trigger entities_path before insert on entities for each row execute function entities_set_path();

-- A new name shows in what is named after it.
create function entities_rename() returns trigger language plpgsql as $$
begin
  update entities set display_name = entity_display_name(type, name, path)
    where path <@ new.path and (id = new.id or new.type = 'FARM' and type = 'SECTOR');
  return null;
end $$;
create trigger entities_renamed after update of name on entities for each row
  when (old.name is distinct from new.name) execute function entities_rename();

-- A move takes all that stands below along.
create function entities_move() returns trigger language plpgsql as $$
begin
  update entities set path = p.path || subpath(entities.path, nlevel(old.path) - 1)
    from entities p where p.id = new.parent_id and entities.path <@ old.path;
  return null;
end $$;
create trigger entities_moved after update of parent_id on entities for each row
  when (old.parent_id is distinct from new.parent_id) execute function entities_move();

alter table entities enable row level security;
create policy within_scope on entities to steading_app using (sees_all() or path <@ any (app_scope())) with check (true);

-- Whatever hangs on an entity is within reach if the entity is: its own policy says that of the subquery in theirs.

create table entity_tags (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities on delete cascade,
  name citext not null,
  translations jsonb not null default '{}',
  version int not null default 1,
  unique (entity_id, name)
);
-- What is made for a subtree is seen by those who stand in it too: at an entity in scope, or above one.
create function in_sight(entity bigint) returns boolean language sql stable parallel safe security definer set search_path = public
  as $$ select exists (select 1 from entities e where e.id = entity and (e.path <@ any (app_scope()) or e.path @> any (app_scope()))) $$;
alter table entity_tags enable row level security;
create policy within_sight on entity_tags for select to steading_app using (in_sight(entity_id));
create policy within_scope on entity_tags to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

create table tagged_entities (
  entity_id bigint not null references entities on delete cascade,
  tag_id bigint not null references entity_tags on delete cascade,
  primary key (entity_id, tag_id)
);
create index tagged_entities_tag on tagged_entities (tag_id);

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
create policy within_sight on roles for select to steading_app using (in_sight(entity_id));
create policy within_scope on roles to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

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
  -- To the parts of the root that user_access names.
  kept boolean not null default false,
  notifications jsonb not null default '{"channels":{"MAIL":true,"SMS":true,"VOICE":true,"WHATSAPP":true},"from":"LOW"}',
  subscriptions text[] not null default '{}',
  password_hash text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  language text not null default 'en-US',
  time_zone text not null default 'UTC',
  accepted_terms_at timestamptz,
  knowledge_version_at timestamptz,
  -- The last request of the person's own.
  last_seen_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  -- Of somebody deleted the name stays, for history.
  check (deleted_at is not null or email is not null and role_id is not null),
  check (deleted_at is null or status = 'INACTIVE' and num_nonnulls(email, role_id, phone, picture_id, password_hash) = 0)
);
create index users_entity on users (entity_id);
create index users_role on users (role_id);
create index users_short_name on users (short_name nulls first, id);
create index users_name on users using gin (display_name gin_trgm_ops, short_name gin_trgm_ops, (email::text) gin_trgm_ops);
alter table users enable row level security;
create policy within_scope on users to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

-- The names of the deleted outlive the place where they stood.
create function entities_keep_names() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update users set entity_id = old.parent_id where entity_id = old.id and deleted_at is not null;
  return old;
end $$;
create trigger entities_leave before delete on entities for each row execute function entities_keep_names();

-- Parts of the own root that a person who is kept to parts may see; when all of them are gone it is nothing.
create table user_access (
  user_id bigint not null references users on delete cascade,
  entity_id bigint not null references entities on delete cascade,
  primary key (user_id, entity_id)
);

-- Does a person see what lies at this path?
create function sees(person bigint, place ltree) returns boolean language sql stable parallel safe as $$
  select exists (select 1 from users u join entities root on root.id = u.entity_id
    where u.id = person and root.path @> place and (
      not u.kept or exists (select 1 from user_access a join entities part on part.id = a.entity_id
        where a.user_id = u.id and root.path @> part.path and part.path @> place)))
$$;

-- Single-use codes: activation of an account, a new password, login on another device. Stored hashed.
create table user_codes (
  hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('ACTIVATION', 'RESET', 'LOGIN')),
  expires_at timestamptz not null
);
create index user_codes_user on user_codes (user_id, purpose);

create table responsibles (
  entity_id bigint not null references entities on delete cascade,
  user_id bigint not null references users on delete cascade,
  rank int not null default 1,
  primary key (entity_id, user_id)
);

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  -- The last request of the person's own, and the last of any kind: polling and the live stream too.
  used_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  agent text not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table audit (
  id bigint generated always as identity primary key,
  ts timestamptz not null,
  actor_kind text not null,
  actor_id bigint,
  actor_name text not null,
  ip text,
  entity_id bigint,
  object_type text not null,
  object_id text,
  object_name text,
  action text not null,
  result text not null default 'OK' check (result in ('OK', 'REFUSED', 'ERROR')),
  code text,
  changes jsonb not null default '[]',
  request_id text
);
create index audit_ts on audit (ts desc);
create index audit_entity on audit (entity_id, ts desc);
create index audit_object on audit (object_type, object_id);
alter table audit enable row level security;
create policy within_scope on audit for select to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));
create policy append on audit for insert to steading_app with check (true);
revoke update, delete on audit from steading_app;

create table settings (
  name text primary key,
  value jsonb not null
);
