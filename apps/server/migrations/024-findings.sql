-- Finding of an alarm: whether something was found, by one tap, or derived from the steps of people. null: unknown.
alter table events add column finding text check (finding in ('SOMETHING', 'NOTHING', 'NOT_LOOKED'));
-- Finding that a line of the history added.
alter table event_changes add column finding text check (finding in ('SOMETHING', 'NOTHING', 'NOT_LOOKED'));

-- Findings of earlier alarms: from "nothing found", from the cause, or from a solution after a check on site.
update events set finding = case
    when exists (select 1 from event_changes change where change.event_id = events.id and change.step = 'NOTHING_FOUND') then 'NOTHING'
    when cause = 'FALSE_ALARM' then 'NOTHING'
    when cause <> 'UNKNOWN' then 'SOMETHING'
    when exists (select 1 from event_changes change where change.event_id = events.id and change.step = 'CHECKED') then 'SOMETHING' end
  where source <> 'PERSON' and status = 'CLOSED' and closed_by is not null;
