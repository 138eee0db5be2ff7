-- Gaps of subscriptions: what retention removes before a subscriber has confirmed it.

-- Items of the subscription up to this position were removed before they were confirmed; its cursor may still stand before it.
alter table subscriptions add lost_pos bigint not null default 0;

-- Notes the readings of subscribed interfaces that are about to be removed from a table of the journal.
create function note_lost_readings(source regclass, before timestamptz, followed bigint) returns void
  language plpgsql security definer set search_path = public as $$
begin
  execute format('update subscriptions set lost_pos = greatest(lost_pos, lost.pos)
    from (select reader.id, gone.pos from subscriptions reader cross join lateral (select max(pos) as pos from %s
      where pos > reader.cursor and pos <= $2 and ts < $1 and interface_id = any(reader.interface_ids)) gone
      where reader.type = ''READINGS'' and gone.pos is not null) lost
    where lost.id = subscriptions.id', source) using before, followed;
end $$;

create or replace function archive_journal_day(day date, followed bigint) returns boolean
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
  perform note_lost_readings(name::regclass, 'infinity', followed);
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

create or replace function archive_journal_rest(before timestamptz, followed bigint) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform note_lost_readings('journal_other', before, followed);
  with gone as (delete from journal_other where ts < before and pos <= followed returning *)
  insert into history select * from gone where flags & 16 <> 0 on conflict do nothing;
end $$;
