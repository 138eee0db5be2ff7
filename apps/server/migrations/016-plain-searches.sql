-- Searches look at letters alone: neither case nor accents tell them apart, and a final sigma is a sigma. `plain` of
-- packages/contract says the same.
create function plain(said text) returns text language sql immutable strict parallel safe
  return case when octet_length(said) = length(said) then lower(said collate pg_c_utf8)
    else translate(lower(regexp_replace(normalize(said, nfd), '[\u0300-\u036f]', '', 'g') collate pg_c_utf8), 'ς', 'σ') end;

-- As for `ilike`: it tells nothing of a row but yes or no.
do $$ begin
  alter function textlike(text, text) leakproof;
exception when insufficient_privilege then raise notice 'searches go without their indexes: %', sqlerrm;
end $$;

-- All that a search of each looks at, made plain once, when it is written: a line for each text.
drop index entities_search, users_name, terminals_name, interfaces_name;
alter table entities add column searched text not null generated always as (plain(name || coalesce(e'\n' || code::text, ''))) stored;
alter table users add column searched text not null
  generated always as (plain(display_name || e'\n' || short_name || coalesce(e'\n' || email::text, ''))) stored;
alter table terminals add column searched text not null generated always as (plain(display_name || e'\n' || uid)) stored;
alter table interfaces add column searched text not null generated always as (plain(display_name)) stored;
alter table rules add column searched text not null generated always as (plain(display_name)) stored;
alter table events add column searched text not null generated always as (plain(title)) stored;
alter table audit add column searched text not null
  generated always as (plain(coalesce(actor_name, '') || coalesce(e'\n' || object_name, ''))) stored;
create index entities_search on entities using gin (searched gin_trgm_ops) with (fastupdate = off);
create index users_name on users using gin (searched gin_trgm_ops) with (fastupdate = off);
create index terminals_name on terminals using gin (searched gin_trgm_ops) with (fastupdate = off);
create index interfaces_name on interfaces using gin (searched gin_trgm_ops) with (fastupdate = off);
create index rules_name on rules using gin (searched gin_trgm_ops) with (fastupdate = off);
create index events_title on events using gin (searched gin_trgm_ops) with (fastupdate = off);
