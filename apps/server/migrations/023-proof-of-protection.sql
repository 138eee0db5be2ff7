-- Proof of protection: the alarm plan of a place, tests on site, and the log of the generator.

create table alarm_plans (
  entity_id bigint primary key references entities on delete cascade,
  -- AlarmPlanContent of the contract.
  content jsonb not null,
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by bigint
);
alter table alarm_plans enable row level security;
create policy within_scope on alarm_plans to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

-- Dates of a plan that people were notified of: once when they come near, once when they are over.
create table alarm_plan_notices (
  entity_id bigint not null references alarm_plans on delete cascade,
  key text not null,
  notified_at timestamptz not null,
  primary key (entity_id, key)
);

-- Tests that a person did on site.
create table protection_tests (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities on delete cascade,
  path text not null check (path in ('SIREN', 'MAINS_OFF', 'BOX_OFF')),
  tested_at timestamptz not null,
  result text not null check (result in ('PASSED', 'FAILED')),
  -- Who did it, as people call them.
  tester text not null,
  note text not null default '',
  created_at timestamptz not null,
  created_by bigint
);
create index protection_tests_entity on protection_tests (entity_id, path, tested_at desc, id desc);
create index protection_tests_time on protection_tests (tested_at, id);
alter table protection_tests enable row level security;
create policy within_scope on protection_tests to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table generator_runs (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at > started_at),
  on_load boolean not null,
  -- Litres used or filled up; reading of the hour meter.
  fuel numeric(12, 3) check (fuel >= 0),
  hour_meter numeric(12, 3) check (hour_meter >= 0),
  operator text not null,
  -- What was wrong; empty: nothing.
  fault text not null default '',
  note text not null default '',
  created_at timestamptz not null,
  created_by bigint
);
create index generator_runs_entity on generator_runs (entity_id, started_at desc, id desc);
create index generator_runs_time on generator_runs (started_at, id);
alter table generator_runs enable row level security;
create policy within_scope on generator_runs to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));
