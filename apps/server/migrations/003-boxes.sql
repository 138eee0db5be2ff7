-- Terminals (smart boxes), their interfaces, and commands to these.
create table terminals (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  uid text not null check (uid ~ '^[a-z0-9]{12,32}$'),
  display_name text not null,
  profile text not null,
  provision_status text not null default 'NOT_PROVISIONED' check (provision_status in ('UPDATING', 'NOT_PROVISIONED', 'PROVISIONED')),
  time_out int not null default 900 check (time_out between 0 and 43200),
  time_zone text not null default 'UTC',
  -- Hardware generation: incremented when the physical box is replaced. Sequence numbers restart at 1 in each generation.
  box int not null default 1,
  -- The platform's own terminal of its heartbeat: no query of a user finds it.
  is_internal boolean not null default false,
  -- Out of service for good; a deleted terminal is retired, too.
  retired_at timestamptz,
  deleted_at timestamptz,
  deleted_by bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  search_text text not null generated always as (fold_text(display_name || e'\n' || uid)) stored
);
create index terminals_entity on terminals (entity_id);
create index terminals_name on terminals using gin (search_text gin_trgm_ops) with (fastupdate = off);
-- The uid of a retired terminal is free for another one; its own record keeps it.
create unique index terminals_uid_key on terminals (uid) where retired_at is null;
create index terminals_uid on terminals (uid);
create unique index terminals_internal on terminals (is_internal) where is_internal;
alter table terminals enable row level security;
create policy within_scope on terminals to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));
create policy not_internal on terminals as restrictive to steading_app using (not is_internal or app_user() is null);

-- What the terminal link writes, apart from what users edit: a heartbeat makes no version conflict.
create table terminal_links (
  terminal_id bigint primary key references terminals on delete cascade,
  sid text,
  connected boolean not null default false,
  last_communication_at timestamptz,
  hello jsonb,
  -- The epoch of that hello, as the journal knows it.
  epoch int,
  silent_since timestamptz,
  desired_rev int not null default 0,
  reported_rev int,
  -- The first revision of this entity: the box measures by older ones for the entity where it was before.
  first_rev int,
  -- The last up/shadow, and the newest revision that the box refuses to run again.
  reported jsonb,
  bad_rev int,
  command_n bigint not null default 0,
  -- The next interface index: each is given out once.
  next_ix int not null default 0,
  -- The update that the box reports: version, progress (0 to 1), last progress; and since when it stands still.
  update_to text,
  update_progress double precision,
  update_at timestamptz,
  stalled_at timestamptz
);
create index terminal_links_last on terminal_links (last_communication_at desc nulls last);

create table terminal_credentials (
  terminal_id bigint not null references terminals on delete cascade,
  slot int not null check (slot in (1, 2)),
  secret_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (terminal_id, slot)
);

create table claims (
  terminal_id bigint primary key references terminals on delete cascade,
  key bytea not null,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz
);

create table interfaces (
  id bigint generated always as identity primary key,
  terminal_id bigint not null references terminals,
  entity_id bigint not null references entities,
  ix int not null,
  display_name text not null,
  category text not null,
  data_type text not null,
  direction text not null check (direction in ('IN', 'OUT', 'IN_OUT')),
  address text not null,
  every int not null default 60,
  factor double precision not null default 1,
  shift double precision not null default 0,
  min double precision,
  max double precision,
  safe_value double precision,
  -- Counters: the register restarts at 0 after modulus − 1; the largest count a minute, where it is not that of the category.
  -- The limits of all factors keep what is computed of a good reading from overflowing.
  modulus double precision check (modulus > 0) check (modulus <= 1e12),
  max_rate double precision check (max_rate > 0) check (max_rate <= 1e9),
  -- Of a silo, kg; null: unknown.
  capacity int check (capacity between 1 and 60000),
  history text not null,
  history_seconds int,
  hidden boolean not null default false,
  is_internal boolean not null default false,
  -- A virtual interface is computed by the platform from its sources; SCALE: scale_a * x + scale_b.
  operation text check (operation in ('AVG', 'SUM', 'MIN', 'MAX', 'DIFF', 'SCALE')),
  scale_a double precision check (abs(scale_a) <= 1e9),
  scale_b double precision check (abs(scale_b) <= 1e9),
  deleted_at timestamptz,
  deleted_by bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  -- Folded names of the sensor and of its entity (full and own), one a line. The triggers write it, for sensors outside the caller's
  -- scope, too.
  trail text not null default '',
  unique (terminal_id, ix)
);
create index interfaces_entity on interfaces (entity_id);
create index interfaces_trail on interfaces using gin (trail gin_trgm_ops) with (fastupdate = off);
alter table interfaces enable row level security;
create policy within_scope on interfaces to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));
create policy not_internal on interfaces as restrictive to steading_app using (not is_internal or app_user() is null);

create function interface_trail(display_name text, entity_id bigint) returns text
  language sql stable security definer set search_path = public as $$
  select concat_ws(e'\n', fold_words(interface_trail.display_name), fold_words(at.display_name),
      case when at.name <> at.display_name then fold_words(at.name) end)
    from entities at where at.id = interface_trail.entity_id
$$;
create function interfaces_set_trail() returns trigger language plpgsql as $$
begin
  new.trail := interface_trail(new.display_name, new.entity_id);
  return new;
end $$;
create trigger interfaces_trail before insert or update of display_name, entity_id on interfaces
  for each row execute function interfaces_set_trail();
create function entities_update_interface_trails() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update interfaces set trail = interface_trail(display_name, entity_id) where entity_id = new.id;
  return null;
end $$;
create trigger entities_update_interface_trails after update on entities for each row
  when (old.display_name is distinct from new.display_name) execute function entities_update_interface_trails();

-- What a virtual interface is computed from, in its order.
create table interface_sources (
  interface_id bigint not null references interfaces on delete cascade,
  source_id bigint not null references interfaces,
  rank int not null,
  primary key (interface_id, source_id)
);
create index interface_sources_source on interface_sources (source_id);
alter table interface_sources enable row level security;
create policy within_scope on interface_sources to steading_app using (has_full_scope() or exists (select 1 from interfaces where interfaces.id = interface_id));

-- Seconds between values of a virtual interface; 0: all its sources are sent on change. Each reading of a source makes a value, so the
-- shortest interval counts; sources out of scope count, too. Registers always count by their interval.
create function virtual_interval(of bigint, registers text[]) returns int language sql stable security definer set search_path = public as $$
  select coalesce(min(source.every) filter (where source.history <> 'DIFFERENT_VALUES' or source.category = any (registers)), 0)
    from interface_sources join interfaces source on source.id = source_id where interface_id = of
$$;

-- The interface of each category that represents an entity in analytics and weather widgets. It belongs to the entity or to its subtree.
create table default_interfaces (
  entity_id bigint not null references entities on delete cascade,
  category text not null,
  interface_id bigint not null references interfaces on delete cascade,
  primary key (entity_id, category)
);
create index default_interfaces_interface on default_interfaces (interface_id);
alter table default_interfaces enable row level security;
create policy within_scope on default_interfaces to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

-- Default interfaces that were replaced: each counted since the one before it, until then.
create table past_default_interfaces (
  entity_id bigint not null references entities on delete cascade,
  category text not null,
  until timestamptz not null,
  interface_id bigint not null references interfaces on delete cascade,
  primary key (entity_id, category, until)
);
create index past_default_interfaces_interface on past_default_interfaces (interface_id);
alter table past_default_interfaces enable row level security;
create policy within_scope on past_default_interfaces to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

-- The terminals that the caller may read something of: those in scope, and those above it with an interface in scope. Read-only, and
-- no lists or details. The view runs as the owner, so it says itself who sees what.
create view boxes as
  select id, entity_id, display_name, profile, provision_status, time_out, time_zone, retired_at from terminals
  where (not is_internal or app_user() is null) and (has_full_scope()
    or exists (select 1 from entities at where at.id = terminals.entity_id and at.path <@ any (app_scope()))
    or exists (select 1 from interfaces seen join entities at on at.id = seen.entity_id
      where seen.terminal_id = terminals.id and at.path <@ any (app_scope())));
revoke all on boxes from steading_app;
grant select on boxes to steading_app;

create table commands (
  id text primary key,
  interface_id bigint not null references interfaces,
  terminal_id bigint not null references terminals,
  sid text not null,
  n bigint not null,
  value jsonb not null,
  -- Values at which the output can have stood when the command was issued: its last reading, and a recent earlier command. A value
  -- read back between these and the ordered one belongs to an actuator on its way. Null: not known.
  origins jsonb,
  state text not null default 'SENT' check (state in ('SENT', 'DONE', 'REJECTED', 'EXPIRED', 'UNCONFIRMED')),
  issued_at timestamptz not null,
  ttl int not null,
  hold int not null,
  answered_at timestamptz,
  read_back jsonb,
  reason text,
  verified_at timestamptz,
  -- A restart of the box ended the hold early.
  released_at timestamptz,
  user_id bigint,
  issuer_name text
);
create index commands_interface on commands (interface_id, issued_at desc);
create index commands_waiting on commands (issued_at) where state = 'SENT';
