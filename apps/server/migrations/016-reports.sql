-- Reports: documents that jobs make, once or on a schedule, and that are kept for a while.

create table report_schedules (
  id bigint generated always as identity primary key,
  -- The lowest entity that everything in the report belongs to.
  entity_id bigint not null references entities on delete cascade,
  display_name text not null,
  type text not null,
  format text not null check (format in ('PDF', 'XLSX', 'CSV')),
  entity_ids bigint[] not null,
  batch_ids bigint[] not null,
  language text not null,
  time_zone text not null,
  recipient_ids bigint[] not null,
  -- Recurrence by the clock of time_zone.
  frequency text not null check (frequency in ('DAILY', 'WEEKLY', 'MONTHLY')),
  at_time text not null,
  -- 0 is Monday.
  weekday int,
  month_day int,
  next_due_at timestamptz not null,
  created_at timestamptz not null,
  requested_by bigint
);
create index report_schedules_due on report_schedules (next_due_at);
create index report_schedules_entity on report_schedules (entity_id);
alter table report_schedules enable row level security;
create policy within_scope on report_schedules to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table reports (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities on delete cascade,
  display_name text not null,
  type text not null,
  format text not null check (format in ('PDF', 'XLSX', 'CSV')),
  entity_ids bigint[] not null,
  batch_ids bigint[] not null,
  from_day date,
  to_day date,
  language text not null,
  time_zone text not null,
  recipient_ids bigint[] not null,
  schedule_id bigint references report_schedules on delete set null,
  -- Local time that the schedule was due at: one report for each. null: made by hand.
  due_key text,
  status text not null default 'REQUESTED' check (status in ('REQUESTED', 'RUNNING', 'READY', 'FAILED', 'EXPIRED')),
  progress int not null default 0 check (progress between 0 and 100),
  -- Runs that began; a report that ends the program each time is given up.
  attempts int not null default 0,
  -- RUNNING without a renewed lease: the program that made it has ended.
  lease_until timestamptz,
  error text,
  file_id uuid references files,
  file_name text,
  bytes bigint,
  created_at timestamptz not null,
  requested_by bigint,
  finished_at timestamptz,
  unique (schedule_id, due_key)
);
create index reports_entity on reports (entity_id, created_at desc, id);
create index reports_created on reports (created_at, id);
create index reports_pending on reports (id) where status in ('REQUESTED', 'RUNNING');
create index reports_ready on reports (finished_at) where status = 'READY';
create index reports_file on reports (file_id);
alter table reports enable row level security;
create policy within_scope on reports to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

-- The batches of a report: such a batch is not deleted.
create table report_batches (
  report_id bigint not null references reports on delete cascade,
  batch_id bigint not null references batches on delete cascade,
  primary key (report_id, batch_id)
);
create index report_batches_batch on report_batches (batch_id);
