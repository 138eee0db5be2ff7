-- Alarm drills: when they are planned, what became of each, and whom it was told to. The record keeps names as they were.
create table drill_plans (
  entity_id bigint primary key references entities on delete cascade,
  is_on boolean not null,
  -- 0 is Monday; HH:mm by the clock of the place.
  weekday smallint not null check (weekday between 0 and 6),
  at text not null check (at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  version int not null default 1,
  updated_at timestamptz,
  updated_by bigint
);
alter table drill_plans enable row level security;
create policy within_scope on drill_plans to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

create table drills (
  id bigint generated always as identity primary key,
  -- The house.
  entity_id bigint not null references entities on delete cascade,
  terminal_id bigint references terminals on delete set null,
  farm_name text not null,
  house_name text not null,
  box_name text,
  time_zone text not null,
  -- As it was planned: {isOn, weekday, at}; and for when, null: somebody began it by hand.
  plan jsonb not null,
  planned_at timestamptz,
  by_id bigint references users on delete set null,
  by_name text not null,
  -- BEGUN: nobody was told yet; ORDERED: the box was; TOLD: people were.
  state text not null check (state in ('BEGUN', 'ORDERED', 'TOLD', 'PASSED', 'FAILED')),
  -- The first stage that failed, and what was said about it.
  stage text check (stage in ('NO_BOX', 'NOBODY', 'NOT_CONNECTED', 'NO_FEATURE', 'NO_ANSWER', 'NOT_DELIVERED', 'NOT_CONFIRMED')),
  reason text,
  created_at timestamptz not null,
  -- When the box answered the command, when its doing was stored, and when that was by its clock.
  answered_at timestamptz,
  received_at timestamptz,
  box_at timestamptz,
  told_at timestamptz,
  -- What it waits for is over then.
  due_at timestamptz not null,
  ended_at timestamptz,
  unique (entity_id, planned_at),
  check ((state = 'FAILED') = (stage is not null)),
  check ((state in ('PASSED', 'FAILED')) = (ended_at is not null))
);
create unique index drills_running on drills (entity_id) where ended_at is null;
create index drills_due on drills (due_at) where ended_at is null;
create index drills_created on drills (created_at nulls first, id);
create index drills_of on drills (entity_id, created_at);
alter table drills enable row level security;
create policy within_scope on drills to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

-- A message that tells of a drill; an answer to it is its acknowledgement.
alter table notifications
  add column drill_id bigint references drills on delete cascade,
  drop constraint notifications_withheld_for_check,
  add constraint notifications_withheld_for_check check (withheld_for in ('BUDGET', 'QUIET_OVER', 'RECIPIENT', 'COUNTRY', 'DRILL_OVER'));
create index notifications_drill on notifications (drill_id) where drill_id is not null;

-- Who each of them went to, by the name of that day.
create table drill_people (
  notification_id bigint primary key references notifications on delete cascade,
  drill_id bigint not null references drills on delete cascade,
  name text not null
);
create index drill_people_of on drill_people (drill_id);
alter table drill_people enable row level security;
create policy within_scope on drill_people to steading_app using (sees_all() or exists (select 1 from drills of where of.id = drill_id));
