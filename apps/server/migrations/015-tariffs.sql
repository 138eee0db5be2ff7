-- Tariffs: what electricity costs at an entity and below it, by period of the week.

create table tariffs (
  id bigint generated always as identity primary key,
  entity_id bigint references entities,
  display_name text not null,
  -- ISO 4217
  currency text not null,
  time_zone text not null,
  valid_from date not null,
  -- Its last day; null: it has no end.
  valid_to date check (valid_to >= valid_from),
  -- Dates, ascending.
  holidays jsonb not null default '[]',
  -- The weekday whose periods apply on a holiday.
  holiday_as text not null default 'sun' check (holiday_as in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')),
  -- [{season, months?, lines: [{daysOfWeek, timeIntervals: [{startTime, endTime, displayName, value}]}]}]; value: price of 1 kWh, 4 decimals.
  cycles jsonb not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
);
create index tariffs_entity on tariffs (entity_id);
alter table tariffs enable row level security;
create policy in_or_above_scope on tariffs for select to steading_app using (entity_id is null or is_in_or_above_scope(entity_id));
create policy within_scope on tariffs to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));
