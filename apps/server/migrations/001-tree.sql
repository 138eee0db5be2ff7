-- The tree of entities and what everything stands on: extensions, the application's role, row-level security, search texts,
-- files and pictures.
create extension if not exists ltree;
create extension if not exists citext;
create extension if not exists pg_trgm;

-- Leakproof: these operators reveal nothing of a row but yes or no, so indexes may serve them below row-level security. Without the
-- right to declare that, searches are slower, and correct.
do $$ begin
  alter function texticlike(text, text) leakproof;
  alter function textlike(text, text) leakproof;
  alter function ltree_risparent(ltree, ltree) leakproof;
exception when insufficient_privilege then raise notice 'searches go without their indexes: %', sqlerrm;
end $$;

-- Collation of names: Barn 2 before Barn 10, letters with accents beside those without. A PostgreSQL that was built without ICU
-- sorts by bytes.
do $$ begin
  create collation names (provider = icu, locale = 'und-u-kn-true');
exception when feature_not_supported then
  raise notice 'names sort by bytes: %', sqlerrm;
  create collation names from "C";
end $$;

do $$ begin
  if not exists (select from pg_roles where rolname = 'steading_app') then create role steading_app nologin; end if;
end $$;
grant usage on schema public to steading_app;
alter default privileges in schema public grant select, insert, update, delete on tables to steading_app;
alter default privileges in schema public grant usage, select on sequences to steading_app;

-- Scope of a transaction: app.scope holds the paths of the subtrees that the caller may see ({""} is the whole tree, {} or unset is
-- nothing). The policies compare it with the path of the entity that a row belongs to.
create function app_scope() returns ltree[] language sql stable parallel safe
  as $$ select nullif(current_setting('app.scope', true), '')::ltree[] $$;

-- The whole tree is in scope: nothing to look up, row by row.
create function has_full_scope() returns boolean language sql stable parallel safe
  as $$ select current_setting('app.whole', true) = 'yes' $$;

-- The user who asks; null where the caller is no user.
create function app_user() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.person', true), '')::bigint $$;

-- Folds a text for searches: neither case nor accents tell letters apart, and a final sigma is a sigma. `plain` of the contract must
-- do the same.
create function fold_text(input text) returns text language sql immutable strict parallel safe
  return case when octet_length(input) = length(input) then lower(input collate pg_c_utf8)
    else translate(lower(regexp_replace(normalize(input, nfd), '[\u0300-\u036f]', '', 'g') collate pg_c_utf8), 'ς', 'σ') end;

-- Folded words, apart by single spaces: punctuation between names is no part of them.
create function fold_words(input text) returns text language sql immutable strict parallel safe
  return trim(regexp_replace(fold_text(input), '[\s|/(),.-]+', ' ', 'g'));

-- Restores from a backup, each with the time of that backup where it is known. Until the first start of the server has settled it,
-- nothing that was under way in the backup may go out.
create table restores (
  id bigint generated always as identity primary key,
  taken_at timestamptz,
  restored_at timestamptz not null,
  settled_at timestamptz
);

-- Settings of the platform.
create table settings (
  name text primary key,
  value jsonb not null
);

-- Pictures of entities and users, reduced when they are uploaded. Their owner decides who may see one.
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
  -- Folded texts that a search looks at, one a line.
  search_text text not null generated always as (fold_text(name || coalesce(e'\n' || code::text, ''))) stored,
  -- The search texts of all entities above, and its own, one a line. The triggers write it.
  trail text not null default '',
  -- The folded words of its full name between spaces: ranks how well a search fits.
  search_name text not null
    generated always as (' ' || trim(regexp_replace(fold_text(display_name), '[\s|/(),.-]+', ' ', 'g')) || ' ') stored,
  check ((type = 'ROOT') = (parent_id is null))
);
create index entities_path on entities using gist (path);
create unique index entities_path_exact on entities (path);
create index entities_parent on entities (parent_id, name);
create index entities_display_name on entities (display_name collate names nulls first, id);
-- Names change rarely and are searched all day: without fastupdate each goes into the index at once, not into a pending list that
-- every search then reads. The same holds for the other search indexes.
create index entities_search on entities using gin (search_text gin_trgm_ops) with (fastupdate = off);
create index entities_trail on entities using gin (trail gin_trgm_ops) with (fastupdate = off);
create unique index entities_enterprise_code on entities (code) where type = 'ENTERPRISE';
create unique index entities_farm_code on entities (parent_id, code) where type = 'FARM';
create index entities_picture on entities (picture_id) where picture_id is not null;
create unique index entities_one_root on entities (type) where type = 'ROOT';
alter table entities enable row level security;
create policy within_scope on entities to steading_app using (has_full_scope() or path <@ any (app_scope())) with check (true);

-- A table that belongs to an entity has a policy with a subquery on entities: the policy above limits that subquery to the scope.

-- The ids on the way down to an entity, its own last.
create function path_ids(path ltree) returns bigint[] language sql immutable parallel safe
  as $$ select string_to_array(path::text, '.')::bigint[] $$;

-- A sector is named with the nearest farm above it, even if the user who renames it does not see the farm.
create function entity_display_name(type text, name text, path ltree) returns text
  language sql stable security definer set search_path = public as $$
  select case when type = 'SECTOR' then coalesce((select farm.name || ' | ' from entities farm
      where farm.type = 'FARM' and farm.id = any (path_ids(entity_display_name.path)) limit 1), '') || name
    else name end
$$;

create function entity_trail(path ltree) returns text language sql stable security definer set search_path = public as $$
  select coalesce(string_agg(over.search_text, e'\n' order by nlevel(over.path)), '') from entities over
    where over.id = any (path_ids(entity_trail.path))
$$;

-- A path is the parent's path and the own id. Only this trigger writes it, so no writer can get it wrong.
create function entities_set_path() returns trigger language plpgsql as $$
begin
  if new.parent_id is null then
    new.path := new.id::text::ltree;
  else
    select e.path || new.id::text into new.path from entities e where e.id = new.parent_id;
  end if;
  new.display_name := entity_display_name(new.type, new.name, new.path);
  -- The row itself is not in the table yet.
  new.trail := concat_ws(e'\n', nullif(entity_trail(new.path), ''), fold_text(new.name), fold_text(new.code::text));
  return new;
end $$;
create trigger entities_path before insert on entities for each row execute function entities_set_path();

-- A new name changes the texts of the whole subtree.
create function entities_rename() returns trigger language plpgsql as $$
begin
  update entities set display_name = entity_display_name(type, name, path), trail = entity_trail(path) where path <@ new.path;
  return null;
end $$;
create trigger entities_renamed after update of name, code on entities for each row
  when (old.name is distinct from new.name or old.code is distinct from new.code) execute function entities_rename();

-- A move takes the whole subtree along.
create function entities_move() returns trigger language plpgsql as $$
begin
  update entities set path = p.path || subpath(entities.path, nlevel(old.path) - 1)
    from entities p where p.id = new.parent_id and entities.path <@ old.path;
  update entities set trail = entity_trail(path) where path <@ (select moved.path from entities moved where moved.id = new.id);
  return null;
end $$;
create trigger entities_moved after update of parent_id on entities for each row
  when (old.parent_id is distinct from new.parent_id) execute function entities_move();

-- What outlives its entity moves to the parent: names of deleted users, the audit trail, sent messages, templates that rules once
-- were made of. Dashboards of users follow their users; all other dashboards are deleted before the entity.
create function entities_reassign_to_parent() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update users set entity_id = old.parent_id where entity_id = old.id and deleted_at is not null;
  update audit set entity_id = old.parent_id, original_entity_id = coalesce(original_entity_id, entity_id) where entity_id = old.id;
  update notifications set entity_id = old.parent_id where entity_id = old.id and event_id is null;
  update rule_templates set entity_id = old.parent_id where entity_id = old.id and deleted_at is not null;
  update dashboards set entity_id = users.entity_id from users
    where dashboards.entity_id = old.id and users.id = dashboards.user_id and users.entity_id <> old.id;
  return old;
end $$;
create trigger entities_before_delete before delete on entities for each row execute function entities_reassign_to_parent();

-- What is made for a subtree is visible to those who stand in it, too: at an entity in scope, or above one.
create function is_in_or_above_scope(entity bigint) returns boolean language sql stable parallel safe security definer set search_path = public
  as $$ select exists (select 1 from entities e where e.id = entity and (e.path <@ any (app_scope()) or e.path @> any (app_scope()))) $$;

create table entity_tags (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities on delete cascade,
  name citext not null,
  translations jsonb not null default '{}',
  version int not null default 1,
  unique (entity_id, name)
);
alter table entity_tags enable row level security;
create policy in_or_above_scope on entity_tags for select to steading_app using (is_in_or_above_scope(entity_id));
create policy within_scope on entity_tags to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table tagged_entities (
  entity_id bigint not null references entities on delete cascade,
  tag_id bigint not null references entity_tags on delete cascade,
  primary key (entity_id, tag_id)
);
create index tagged_entities_tag on tagged_entities (tag_id);

-- Uploaded files; the content lies in the data folder under the id. A file that nothing refers to, yet or any more, is deleted soon.
create table files (
  id uuid primary key,
  -- The entity whose quota it counts to.
  entity_id bigint references entities on delete set null,
  bytes bigint not null,
  in_use boolean not null default false,
  unused_since timestamptz not null default now()
);
create index files_unused on files (unused_since) where not in_use;
create index files_entity on files (entity_id) where in_use;
