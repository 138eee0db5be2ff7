-- What is told of a box to whoever sees one of its interfaces, though the box itself stands above: read, never written, and
-- nothing of its lists or details. The owner reads the tables here, so that the view says itself who sees what.
create view boxes as
  select id, entity_id, display_name, profile, provision_status, time_out, time_zone, retired_at from terminals
  where sees_all()
    or exists (select 1 from entities at where at.id = terminals.entity_id and at.path <@ any (app_scope()))
    or exists (select 1 from interfaces seen join entities at on at.id = seen.entity_id
      where seen.terminal_id = terminals.id and at.path <@ any (app_scope()));
revoke all on boxes from steading_app;
grant select on boxes to steading_app;

-- A sector keeps its farm's name when somebody renames it who does not see the farm.
alter function entity_display_name(text, text, ltree) security definer set search_path = public;

-- What stands above a place, and its own, each on a line: a search of several words finds it by them. The triggers write it.
alter table entities add column trail text not null default '';
create function entity_trail(path ltree) returns text language sql stable security definer set search_path = public as $$
  select coalesce(string_agg(over.searched, e'\n' order by nlevel(over.path)), '') from entities over
    where over.id = any (path_ids(entity_trail.path))
$$;
update entities set trail = entity_trail(path);
create index entities_trail on entities using gin (trail gin_trgm_ops) with (fastupdate = off);

create or replace function entities_set_path() returns trigger language plpgsql as $$
begin
  if new.parent_id is null then
    new.path := new.id::text::ltree;
  else
    select e.path || new.id::text into new.path from entities e where e.id = new.parent_id;
  end if;
  new.display_name := entity_display_name(new.type, new.name, new.path);
  -- Of the row itself nothing is there yet.
  new.trail := concat_ws(e'\n', nullif(entity_trail(new.path), ''), plain(new.name), plain(new.code::text));
  return new;
end $$;
create or replace function entities_rename() returns trigger language plpgsql as $$
begin
  update entities set display_name = entity_display_name(type, name, path), trail = entity_trail(path) where path <@ new.path;
  return null;
end $$;
drop trigger entities_renamed on entities;
create trigger entities_renamed after update of name, code on entities for each row
  when (old.name is distinct from new.name or old.code is distinct from new.code) execute function entities_rename();
create or replace function entities_move() returns trigger language plpgsql as $$
begin
  update entities set path = p.path || subpath(entities.path, nlevel(old.path) - 1)
    from entities p where p.id = new.parent_id and entities.path <@ old.path;
  update entities set trail = entity_trail(path) where path <@ (select moved.path from entities moved where moved.id = new.id);
  return null;
end $$;

-- What happened at a place that is gone is told to those who stand above it; `entity_was` says where it was.
alter table audit add column entity_was bigint;
create or replace function entities_keep_names() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update users set entity_id = old.parent_id where entity_id = old.id and deleted_at is not null;
  update audit set entity_id = old.parent_id, entity_was = coalesce(entity_was, entity_id) where entity_id = old.id;
  return old;
end $$;
-- Of places that were deleted before, the trace itself says what stood above.
do $$ begin
  loop
    update audit told set entity_id = gone.entity_id, entity_was = coalesce(told.entity_was, told.entity_id)
      from (select distinct on (object_id) object_id::bigint as id, entity_id from audit
        where object_type = 'entity' and action = 'DELETE' and result = 'OK' and object_id ~ '^\d+$' and entity_id is not null
        order by object_id, id desc) gone
      where told.entity_id = gone.id and gone.entity_id <> gone.id
        and not exists (select 1 from entities at where at.id = told.entity_id);
    exit when not found;
  end loop;
end $$;
