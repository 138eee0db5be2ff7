-- Readings as a journal in time partitions, and what is derived from it.

-- The journal: every reading as it was received, in daily partitions. pos is the order of receipt, in which every follower replays it.
-- flags: 1 bad (out of range or type), 2 clock of the platform used, 4 history (late lane), 8 not evaluated (too late),
-- 16 belongs to the history by the interface's configuration.
-- interface_id is narrower than interfaces.id: the two columns of four bytes share eight, in every row and in every key.
create table journal (
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
create index journal_position on journal using brin (pos) with (pages_per_range = 32, autosummarize = on);

-- What is left of the journal after its retention: the readings that belong to the history, in monthly partitions.
create table history (
  like journal,
  primary key (interface_id, ts, epoch, seq) include (value)
) partition by range (ts);

-- The readings of every age: who reads by interface and time asks here. Followers read the journal.
create view readings as
  select ts, seq, pos, value, interface_id, epoch, flags, text from journal
  union all
  select ts, seq, pos, value, interface_id, epoch, flags, text from history;
revoke all on readings from steading_app;
grant select on readings to steading_app;

-- Positions are given out in blocks to the one process that writes the journal.
create sequence journal_pos increment by 100;

-- The box's own time of readings for which the platform's time was used instead.
create table device_times (
  terminal_id bigint not null,
  epoch int not null,
  seq bigint not null,
  ts timestamptz not null,
  stored_at timestamptz not null default now(),
  primary key (terminal_id, epoch, seq)
);

-- n weighs the average: of gauges, directions and values sent on change the milliseconds for which a value is known, of scales and
-- counters the number of readings.
-- sum: gauges Σ readings, values sent on change Σ value × seconds (booleans: seconds true), counters the count, directions the length
-- of the summed unit vectors × seconds.
-- flags: 1 a step that the meter can't have counted was left out, 2 a count over more than a day is booked here.
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

-- Readings with a date far off go here, so that one bad clock stops no batch.
create table journal_other partition of journal default;
create table history_other partition of history default;
create table rollups_5m_other partition of rollups_5m default;
create table rollups_1h_other partition of rollups_1h default;

-- Creates the partition of a table that holds an instant; one that exists stays. False: the default partition has rows of that span, so
-- they all stay there. Callers take turns, so that two of them never create the same partition. The application may call this function
-- and the next ones, though it owns no table.
create function add_partition(base text, instant timestamptz) returns boolean
  language plpgsql security definer set search_path = public set timezone = 'UTC' as $$
declare
  unit text := case when base = 'journal' then 'day' when base in ('history', 'rollups_5m', 'rollups_1h') then 'month' end;
  first timestamptz := date_trunc(unit, instant);
  name text := base || '_' || to_char(first, case unit when 'day' then 'YYYY_MM_DD' else 'YYYY_MM' end);
begin
  if unit is null then raise exception '% has no partitions by time', base; end if;
  perform pg_advisory_xact_lock(hashtext('partitions of ' || base));
  if to_regclass(name) is null then
    execute format('create table %I partition of %I for values from (%L) to (%L)', name, base, first, first + ('1 ' || unit)::interval);
  end if;
  return true;
exception when check_violation then
  return false;
end $$;

-- The days of the journal that end by an instant, oldest first.
create function journal_days(until timestamptz) returns setof date
  language sql stable security definer set search_path = public as $$
  select day from pg_inherits join pg_class on pg_class.oid = inhrelid,
      to_date(substring(relname from '^journal_(\d{4}_\d{2}_\d{2})$'), 'YYYY_MM_DD') day
    where inhparent = 'journal'::regclass and day + 1 <= (until at time zone 'UTC')::date order by day
$$;

-- Copies the history of one day of the journal and drops the day, within the transaction of the caller. False: a follower has yet to
-- read some of the day. Writers of that day wait meanwhile. The drop locks the whole journal for a moment: it gives up before
-- PostgreSQL looks for a deadlock, and tries again.
create function archive_journal_day(day date, followed bigint) returns boolean
  language plpgsql security definer set search_path = public set timezone = 'UTC' as $$
declare
  name text := 'journal_' || to_char(day, 'YYYY_MM_DD');
  is_pending boolean;
begin
  if to_regclass(name) is null then return true; end if;
  execute format('lock table %I in share mode', name);
  execute format('select exists (select from %I where pos > $1)', name) into is_pending using followed;
  if is_pending then return false; end if;
  execute format('insert into history select * from %I where flags & 16 <> 0 on conflict do nothing', name);
  for attempt in 1 .. 5 loop
    begin
      perform set_config('lock_timeout', '900ms', true);
      execute format('drop table %I', name);
      return true;
    exception when lock_not_available then
      perform pg_sleep(0.2);
    end;
  end loop;
  raise exception using errcode = 'lock_not_available', message = format('%s is in use', name);
end $$;

-- Readings that came for a day already archived, and those with a date far off, lie in the default partition: the history of those
-- before an instant moves on, the others go.
create function archive_journal_rest(before timestamptz, followed bigint) returns void
  language sql security definer set search_path = public as $$
  with gone as (delete from journal_other where ts < before and pos <= followed returning *)
  insert into history select * from gone where flags & 16 <> 0 on conflict do nothing
$$;

-- Drops the months of a table that end by an instant, and what its default partition has of the time before.
create function drop_months(base text, until timestamptz) returns void
  language plpgsql security definer set search_path = public set timezone = 'UTC' as $$
declare
  name text;
begin
  if base not in ('history', 'rollups_5m', 'rollups_1h') then raise exception '% has no months', base; end if;
  perform set_config('lock_timeout', '900ms', true);
  for name in select relname from pg_inherits join pg_class on pg_class.oid = inhrelid,
      to_date(substring(relname from '^' || base || '_(\d{4}_\d{2})$'), 'YYYY_MM') month
    where inhparent = base::regclass and month + interval '1 month' <= until order by month
  loop
    execute format('drop table %I', name);
  end loop;
  execute format('delete from %I where %I < $1', base || '_other', case base when 'history' then 'ts' else 'bucket' end) using until;
end $$;

create table last_values (
  interface_id bigint primary key references interfaces on delete cascade,
  ts timestamptz not null,
  received_at timestamptz not null,
  value double precision,
  text text,
  flags smallint not null
  -- No index on ts: each reading changes it, and without an index the update stays within its page.
) with (fillfactor = 70);

-- What the register of a counter is computed by: its box, factor, offset, modulus, and the formula of a virtual one.
create function register_base(of bigint) returns text stable language sql
  return (select concat_ws('/', link.epoch, own.factor, own.shift, coalesce(own.modulus::text, '-'), own.operation, own.scale_a, own.scale_b,
      (select string_agg(concat_ws('/', source.id, source.factor, source.shift, coalesce(source.modulus::text, '-')), ',' order by rank)
        from interface_sources join interfaces source on source.id = source_id where interface_id = own.id))
    from interfaces own left join terminal_links link on link.terminal_id = own.terminal_id where own.id = of);

-- Since when a register has its base: a step across a change of base is not booked. is_booked: the rollups know.
create table register_bases (
  interface_id bigint not null references interfaces on delete cascade,
  since timestamptz not null,
  base text not null,
  is_booked boolean not null default false,
  primary key (interface_id, since)
);
create index register_bases_open on register_bases (interface_id) where not is_booked;

-- The ranges of sequence numbers that are stored, per box and epoch. Written in the transaction of the readings.
create table sequences (
  terminal_id bigint not null references terminals on delete cascade,
  epoch int not null,
  stored int8multirange not null default '{}',
  -- Numbers that the box declared missing: part of `stored` until one of them arrives after all.
  gaps int8multirange not null default '{}',
  primary key (terminal_id, epoch)
) with (fillfactor = 50);

-- Effects of rules on boxes (events to open, outputs switched), stored with the readings that carried them, exactly once.
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

-- The position of each follower of the journal.
create table projections (
  name text primary key,
  pos bigint not null
);

-- Payloads that could not be stored. `code`: the reason, translated for users; `reason`: the detail for a technician.
create table quarantine (
  id bigint generated always as identity primary key,
  terminal_id bigint,
  uid text not null,
  topic text not null,
  code text not null,
  reason text not null,
  size int not null,
  payload bytea not null,
  received_at timestamptz not null
);
create index quarantine_terminal on quarantine (terminal_id, received_at desc);
