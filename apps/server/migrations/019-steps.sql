-- Acknowledged is not solved: which step a person took, by which way, and who it was where it is nobody of ours.
alter table event_changes
  add column step text check (step in ('SEEN', 'GOING', 'CHECKED', 'SOLVED')),
  add column via text check (via in ('SCREEN', 'LINK', 'CALL')),
  add column by_name text;

-- A link in a message opens its event once; what it was exchanged for goes on for a while.
create table event_links (
  notification_id bigint primary key references notifications on delete cascade,
  used_at timestamptz not null,
  key_hash bytea not null unique,
  expires_at timestamptz not null
);

-- Who is told next when nobody acts: steps of {userIds, onDuty, delay}, and the week's duty roster.
create table escalations (
  entity_id bigint primary key references entities on delete cascade,
  steps jsonb not null default '[]',
  shifts jsonb not null default '[]',
  version int not null default 1,
  updated_at timestamptz,
  updated_by bigint
);
alter table escalations enable row level security;
create policy within_scope on escalations to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

-- How far up its list an event has come, and when the next step is due. `times` counts what was told on the way.
create table event_climbs (
  event_id bigint primary key references events on delete cascade,
  step int not null default 0,
  times int not null default 0,
  due_at timestamptz not null
);
create index event_climbs_due on event_climbs (due_at);
