-- Words apart by single spaces: what stands between names tells nothing of either.
create function plain_words(said text) returns text language sql immutable strict parallel safe
  return trim(regexp_replace(plain(said), '[\s|/(),.-]+', ' ', 'g'));

-- What a sensor is called, what its place is called in full, and by its own name, each on a line: a search finds it by the words
-- of all of them. The triggers write it, of sensors out of the caller's sight, too.
alter table interfaces add column trail text not null default '';
create function interface_trail(display_name text, entity_id bigint) returns text
  language sql stable security definer set search_path = public as $$
  select concat_ws(e'\n', plain_words(interface_trail.display_name), plain_words(at.display_name),
      case when at.name <> at.display_name then plain_words(at.name) end)
    from entities at where at.id = interface_trail.entity_id
$$;
update interfaces set trail = interface_trail(display_name, entity_id);
drop index interfaces_name;
alter table interfaces drop column searched;
create index interfaces_trail on interfaces using gin (trail gin_trgm_ops) with (fastupdate = off);

create function interfaces_set_trail() returns trigger language plpgsql as $$
begin
  new.trail := interface_trail(new.display_name, new.entity_id);
  return new;
end $$;
create trigger interfaces_trail before insert or update of display_name, entity_id on interfaces
  for each row execute function interfaces_set_trail();
create function entities_name_interfaces() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update interfaces set trail = interface_trail(display_name, entity_id) where entity_id = new.id;
  return null;
end $$;
create trigger entities_name_interfaces after update on entities for each row
  when (old.display_name is distinct from new.display_name) execute function entities_name_interfaces();
