-- Answers to alarms: nothing found (with what was looked at), on the way with an arrival time, and no longer on the way.

alter table event_changes drop constraint event_changes_step_check;
alter table event_changes add constraint event_changes_step_check
  check (step in ('SEEN', 'GOING', 'CHECKED', 'NOTHING_FOUND', 'SOLVED', 'WITHDRAWN'));
alter table event_changes
  -- Of GOING: when the person will be there. The escalation waits for it.
  add column arrives_at timestamptz,
  -- When the animals are in danger, as estimated at the answer: it bounds the pause.
  add column danger_at timestamptz,
  -- Of NOTHING_FOUND: what was looked at, as keys of the checklist.
  add column checks text[] not null default '{}';
create index event_changes_nothing_found on event_changes (date) where step = 'NOTHING_FOUND';

-- When the run last notified: an arrival that was missed, or a withdrawal, climbs once.
alter table escalation_runs add column climbed_at timestamptz;
