-- Early warning: the water and the feed of a batch against its own habit. Withdrawal: feed that was booked after a sale.

alter table events drop constraint events_problem_check;
alter table events add constraint events_problem_check check (problem in ('SENSOR_FAULT', 'OUTPUT_FAULT', 'TERMINAL_SILENT',
  'UPDATE_STALLED', 'TERMINAL_DOUBLED', 'BAD_PAYLOADS', 'UNSENDABLE', 'STAGE_SILENT', 'CHANNEL_STALLED', 'DRILL_FAILED',
  'WATER_WARNING', 'FEED_WARNING', 'WITHDRAWAL_BROKEN'));
alter table events drop constraint events_subject_type_check;
alter table events add constraint events_subject_type_check
  check (subject_type in ('RULE', 'INTERFACE', 'TERMINAL', 'STAGE', 'CHANNEL', 'DRILL', 'BATCH', 'MOVEMENT'));

-- Houses whose batches are not watched; a house without a row is.
create table unwatched_houses (
  entity_id bigint primary key references entities on delete cascade,
  since timestamptz not null,
  set_by bigint
);
alter table unwatched_houses enable row level security;
create policy within_scope on unwatched_houses to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

-- What the evaluation knows of an open batch after its last hour.
create table early_warning_states (
  batch_id bigint not null references batches on delete cascade,
  kind text not null check (kind in ('WATER', 'FEED')),
  state jsonb not null,
  -- |deviation| / limit of the last hour, and the deviation (%); null: it could not be judged.
  score double precision,
  deviation double precision,
  primary key (batch_id, kind)
);
alter table early_warning_states enable row level security;
create policy within_scope on early_warning_states to steading_app using (is_batch_in_scope(batch_id));

-- Each warning with the answer to "did you find something?".
create table early_warnings (
  event_id bigint primary key references events on delete cascade,
  -- The house; it outlives the batch. Its events keep it from being deleted.
  entity_id bigint not null references entities on delete cascade,
  kind text not null check (kind in ('WATER', 'FEED')),
  direction text not null check (direction in ('HIGH', 'LOW')),
  score double precision not null,
  -- %
  deviation double precision not null,
  opened_at timestamptz not null,
  -- Back within the band; null: not yet.
  ended_at timestamptz,
  answer text check (answer in ('YES', 'NO', 'UNKNOWN')),
  finding text not null default '',
  answered_at timestamptz,
  answered_by bigint
);
create index early_warnings_entity on early_warnings (entity_id, opened_at desc);
alter table early_warnings enable row level security;
create policy within_scope on early_warnings to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));
