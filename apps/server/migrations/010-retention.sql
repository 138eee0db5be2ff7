-- Deletion of old rows in batches. These tables keep unique keys that do not contain the time, by which a repeated effect or message
-- counts once, so they have no partitions by time.
create index commands_issued on commands (issued_at);
create index event_occurrences_ts on event_occurrences (ts);
create index event_changes_date on event_changes (date);

-- Deletes up to `most` rows of a table from before an instant; answers how many. What an open event may still need stays.
create function delete_old_rows(base text, before timestamptz, most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  deleted int;
begin
  case base
    when 'audit' then
      delete from audit where id in (select id from audit where ts < before order by ts limit most);
    -- The oldest by position, which every follower has read; one that arrived late stays until it is among these.
    when 'effects' then
      delete from effects where ts < before and pos in (select pos from effects order by pos limit most)
        and pos <= (select min(pos) from projections where name <> 'archived');
    -- The last order of an output says how it was left.
    when 'commands' then
      delete from commands where id in (
        select id from commands old where issued_at < before and state <> 'SENT' and (state <> 'DONE' or exists (
          select from commands later where later.interface_id = old.interface_id and later.state = 'DONE' and later.issued_at > old.issued_at))
        order by issued_at limit most);
    -- A drill keeps its record of who was notified.
    when 'notifications' then
      delete from notifications where id in (
        select id from notifications old where created_at < before and state <> 'QUEUED' and drill_id is null
          and not exists (select from events where events.id = old.event_id and status <> 'CLOSED')
        order by created_at limit most);
    -- An occurrence stays with its messages: deleting it would delete them.
    when 'event_occurrences' then
      delete from event_occurrences where id in (
        select id from event_occurrences old where ts < before
          and exists (select from events where events.id = old.event_id and status = 'CLOSED' and coalesce(close_date < before, true))
          and not exists (select from notifications where occurrence_id = old.id)
        order by ts limit most);
    when 'event_changes' then
      delete from event_changes where id in (
        select id from event_changes old where date < before
          and exists (select from events where events.id = old.event_id and status = 'CLOSED' and coalesce(close_date < before, true))
        order by date limit most);
    when 'notification_attempts' then
      delete from notification_attempts where at < before and id in (select id from notification_attempts order by id limit most);
    else raise exception '% has no rows to delete by age', base;
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end $$;
