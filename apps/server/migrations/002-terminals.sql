-- Terminals, what hangs on them, commands; readings as a journal in time partitions, and what is kept from it.
create table terminals (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  uid text not null unique check (uid ~ '^[a-z0-9]{12,32}$'),
  display_name text not null,
  profile text not null,
  provision_status text not null default 'NOT_PROVISIONED' check (provision_status in ('UPDATING', 'NOT_PROVISIONED', 'PROVISIONED')),
  time_out int not null default 900 check (time_out between 0 and 43200),
  time_zone text not null default 'UTC',
  -- The how-manieth box stands there: each counts its readings from 1 again.
  box int not null default 1,
  -- Out of service for good; a deleted one is that too.
  retired_at timestamptz,
  deleted_at timestamptz,
  deleted_by bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
);
create index terminals_entity on terminals (entity_id);
create index terminals_name on terminals using gin (display_name gin_trgm_ops, uid gin_trgm_ops);
alter table terminals enable row level security;
create policy within_scope on terminals to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

-- What the link writes, apart from what people edit: no version conflict with a heartbeat.
create table terminal_links (
  terminal_id bigint primary key references terminals on delete cascade,
  sid text,
  connected boolean not null default false,
  last_communication_at timestamptz,
  hello jsonb,
  -- Of that hello, as the journal knows it.
  epoch int,
  silent_since timestamptz,
  desired_rev int not null default 0,
  reported_rev int,
  -- The last up/shadow, and the newest revision that the box will not run again.
  reported jsonb,
  bad_rev int,
  command_n bigint not null default 0,
  -- The next interface index: given out once, never again.
  next_ix int not null default 0,
  -- The update that the box reports: to which version, how far (0 to 1), when it last got on; and since when one stands still.
  update_to text,
  update_done double precision,
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
  -- Of a counter: it starts again at 0 after modulus − 1; the most that it can count in a minute, where the category's is not meant.
  modulus double precision check (modulus > 0),
  max_rate double precision check (max_rate > 0),
  history text not null,
  history_seconds int,
  hidden boolean not null default false,
  -- Of a virtual interface, which no box knows: how its sources come to its value; SCALE: scale_a * x + scale_b.
  operation text check (operation in ('AVG', 'SUM', 'MIN', 'MAX', 'DIFF', 'SCALE')),
  scale_a double precision,
  scale_b double precision,
  deleted_at timestamptz,
  deleted_by bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  unique (terminal_id, ix)
);
create index interfaces_entity on interfaces (entity_id);
create index interfaces_name on interfaces using gin (display_name gin_trgm_ops);
alter table interfaces enable row level security;
create policy within_scope on interfaces to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

-- What a virtual interface is computed from, in its order.
create table interface_sources (
  interface_id bigint not null references interfaces on delete cascade,
  source_id bigint not null references interfaces,
  rank int not null,
  primary key (interface_id, source_id)
);
create index interface_sources_source on interface_sources (source_id);
alter table interface_sources enable row level security;
create policy within_scope on interface_sources to steading_app using (sees_all() or exists (select 1 from interfaces where interfaces.id = interface_id));

-- Of each category the one interface that stands for an entity in analytics and weather widgets.
create table default_interfaces (
  entity_id bigint not null references entities on delete cascade,
  category text not null,
  interface_id bigint not null references interfaces on delete cascade,
  primary key (entity_id, category)
);
create index default_interfaces_interface on default_interfaces (interface_id);
alter table default_interfaces enable row level security;
create policy within_scope on default_interfaces to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

create table commands (
  id text primary key,
  interface_id bigint not null references interfaces,
  terminal_id bigint not null references terminals,
  sid text not null,
  n bigint not null,
  value jsonb not null,
  state text not null default 'SENT' check (state in ('SENT', 'DONE', 'REJECTED', 'EXPIRED', 'UNCONFIRMED')),
  issued_at timestamptz not null,
  ttl int not null,
  hold int not null,
  answered_at timestamptz,
  read_back jsonb,
  reason text,
  verified_at timestamptz,
  -- a restart of the box ended the hold early
  released_at timestamptz,
  user_id bigint,
  by_name text
);
create index commands_interface on commands (interface_id, issued_at desc);
create index commands_waiting on commands (issued_at) where state = 'SENT';

-- The journal: every reading as it was received. pos tells the order of receipt, in which everything after it replays.
-- flags: 1 bad (out of range or type), 2 clock of the platform used, 4 history (late lane), 8 not evaluated (too late),
-- 16 belongs to the history by the interface's configuration.
create table readings (
  ts timestamptz not null,
  seq bigint not null,
  pos bigint not null,
  value double precision,
  interface_id int not null,
  epoch int not null,
  flags smallint not null,
  text text,
  primary key (interface_id, ts, epoch, seq) include (value)
) partition by range (ts);
create index readings_pos on readings using brin (pos) with (pages_per_range = 32, autosummarize = on);

-- What a box's clock said where the platform's time was used instead.
create table device_times (
  terminal_id bigint not null,
  epoch int not null,
  seq bigint not null,
  ts timestamptz not null,
  stored_at timestamptz not null default now(),
  primary key (terminal_id, epoch, seq)
);

-- n weighs the average: the number of readings; of values that are held until they change, milliseconds of known value.
-- sum: gauges Σ readings, held values Σ value × seconds (booleans: seconds true), counters what was counted, directions the
-- length of the summed unit vectors.
-- flags: 1 a step that the meter can't have counted was left out, 2 what was counted in more than a day is booked here.
create table rollups_5m (
  interface_id int not null,
  bucket timestamptz not null,
  n int not null,
  min double precision not null,
  max double precision not null,
  sum double precision not null,
  avg double precision not null,
  last double precision not null,
  flags smallint not null default 0,
  primary key (interface_id, bucket) include (avg)
) partition by range (bucket);
create table rollups_1h (like rollups_5m including all) partition by range (bucket);

create table last_values (
  interface_id bigint primary key references interfaces on delete cascade,
  ts timestamptz not null,
  received_at timestamptz not null,
  value double precision,
  text text,
  flags smallint not null
) with (fillfactor = 70);

-- What of each box is stored: the ranges of sequence numbers per epoch. Written in the transaction of the readings.
create table sequences (
  terminal_id bigint not null references terminals on delete cascade,
  epoch int not null,
  stored int8multirange not null default '{}',
  primary key (terminal_id, epoch)
) with (fillfactor = 50);

-- What rules on boxes did (events to open, outputs switched), stored beside the readings that carried it, exactly once.
create table effects (
  terminal_id bigint not null references terminals on delete cascade,
  epoch int not null,
  seq bigint not null,
  pos bigint not null,
  ts timestamptz not null,
  late boolean not null,
  body jsonb not null,
  primary key (terminal_id, epoch, seq)
);
create index effects_pos on effects (pos);
-- Given out in blocks to the one process that writes the journal.
create sequence journal_pos increment by 100;

create table projections (
  name text primary key,
  pos bigint not null
);

create table quarantine (
  id bigint generated always as identity primary key,
  terminal_id bigint,
  uid text not null,
  topic text not null,
  reason text not null,
  size int not null,
  payload bytea not null,
  received_at timestamptz not null
);
create index quarantine_terminal on quarantine (terminal_id, received_at desc);

-- One month of the three partitioned tables; the application may call it, though it owns none of them.
create function add_month(month date) returns void language plpgsql security definer set search_path = public as $$
declare
  first timestamptz := (date_trunc('month', month::timestamp)) at time zone 'UTC';
  next timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC';
  suffix text := to_char(month, 'YYYY_MM');
  base text;
begin
  foreach base in array array['readings', 'rollups_5m', 'rollups_1h'] loop
    if to_regclass(base || '_' || suffix) is null then
      execute format('create table %I partition of %I for values from (%L) to (%L)', base || '_' || suffix, base, first, next);
    end if;
  end loop;
end $$;
-- Readings with a wild date still find a place, so that one bad clock stops no batch.
create table readings_other partition of readings default;
create table rollups_5m_other partition of rollups_5m default;
create table rollups_1h_other partition of rollups_1h default;
