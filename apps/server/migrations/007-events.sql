-- Events of rules, of the platform and of users; their occurrences, history and escalation.
create table events (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  terminal_id bigint references terminals,
  rule_id bigint references rules on delete set null,
  rule_name text,
  -- Who noticed it: a rule, the platform, or a user who wrote it down.
  source text not null check (source in ('RULE', 'PLATFORM', 'PERSON')),
  -- The kind of problem that the platform noticed.
  problem text check (problem in ('SENSOR_FAULT', 'OUTPUT_FAULT', 'TERMINAL_SILENT', 'UPDATE_STALLED', 'TERMINAL_DOUBLED', 'BAD_PAYLOADS',
    'UNSENDABLE', 'STAGE_SILENT', 'CHANNEL_STALLED', 'DRILL_FAILED')),
  -- What it is about, with the id as text: it outlives its subject, and some subjects have a name for an id.
  subject_type text check (subject_type in ('RULE', 'INTERFACE', 'TERMINAL', 'STAGE', 'CHANNEL', 'DRILL')),
  subject_id text,
  -- Since when the subject has the problem: the last good reading, the last message.
  problem_since timestamptz,
  -- Deterministic key of a rule's or the platform's event: a repeated effect opens it once. Never taken apart; the columns above say
  -- what it is made of.
  source_key text unique,
  title text not null,
  -- A title that the platform words itself, as a text key and values; title holds it in English.
  wording jsonb,
  -- That title in every language: users search for the words that they read.
  title_translations text not null default '',
  description text not null default '',
  additional_notes text not null default '',
  severity text not null check (severity in ('LOW', 'MODERATE', 'MAJOR', 'CRITICAL')),
  category text not null,
  cause text not null default 'UNKNOWN',
  origin text not null generated always as (case when source = 'PERSON' then 'MANUAL' else 'AUTOMATIC' end) stored,
  status text not null check (status in ('OPEN', 'PENDING', 'CLOSED')),
  open_date timestamptz not null,
  close_date timestamptz,
  closed_by bigint references users on delete set null,
  is_historic boolean not null default false,
  notifications int not null default 0,
  latest_occurrence timestamptz,
  -- Outputs switched shortly before it opened, and every condition that held then, as they were.
  actuations jsonb,
  causes jsonb,
  -- The recipients that the author of a manual event chose last; null: its rule or the platform chooses.
  actions jsonb,
  -- The batch that it concerned. batch_assigned_manually: a user set that (or that it concerned none), so later dates of batches change nothing.
  batch_id bigint references batches on delete set null,
  batch_assigned_manually boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  search_text text not null generated always as (fold_text(title || e'\n' || title_translations)) stored,
  check ((source = 'PLATFORM') = (problem is not null)),
  check ((subject_type is null) = (subject_id is null))
);
-- The list of an entity's events, newest first.
create index events_entity on events (entity_id, open_date desc, id desc);
create index events_open on events (status, severity) where status <> 'CLOSED';
create index events_open_date on events (open_date desc);
create index events_rule on events (rule_id, open_date desc);
-- Problems of a subject; the second index serves the periodic look for those that are over, however many are closed.
create index events_problem on events (problem, subject_id, problem_since) where problem is not null;
create index events_open_problem on events (problem, subject_id) where problem is not null and status <> 'CLOSED';
create index events_batch on events (batch_id, open_date desc) where batch_id is not null;
create index events_created_by on events (created_by) where created_by is not null;
-- An event that a user closed a short time ago is checked again: it may go on.
create index events_closed_by_hand on events (close_date) where closed_by is not null;
create index events_title on events using gin (search_text gin_trgm_ops) with (fastupdate = off);
alter table events enable row level security;
create policy within_scope on events to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table event_occurrences (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  key text not null unique,
  ts timestamptz not null,
  cause jsonb,
  -- Counts the notifications of the line from 1; the escalation level that it reached.
  n int not null default 1,
  escalation int not null default 0
);
create index event_occurrences_event on event_occurrences (event_id, ts desc);

-- The history of an event. key: what a rule or the platform did, which counts once; null for what users do.
create table event_changes (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  key text unique,
  status text not null,
  notes text not null default '',
  -- Written without a change of status: it acknowledges nothing and delays no escalation.
  is_note boolean not null default false,
  -- RULE_LEFT: the platform closed it because its rule was taken out of service.
  reason text check (reason in ('RULE_LEFT')),
  -- The step that a user reported, by which way, and the name of an acknowledger who is no user.
  step text check (step in ('SEEN', 'GOING', 'CHECKED', 'SOLVED')),
  via text check (via in ('SCREEN', 'LINK', 'CALL')),
  reporter_name text,
  -- An event that went from one batch to another: their codes (null: none), and the house whose batches were changed, which a reader
  -- of the codes must see.
  batch_from text,
  batch_to text,
  batch_entity_id bigint,
  user_id bigint references users on delete set null,
  date timestamptz not null
);
create index event_changes_event on event_changes (event_id, date desc);

create table event_attachments (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  name text not null,
  type text not null,
  bytes bigint not null,
  file_id uuid not null unique references files,
  created_at timestamptz not null,
  created_by bigint,
  unique (event_id, name)
);

-- The escalation list of an entity: steps of {userIds, onDuty, delay}, and the week's duty roster.
create table escalations (
  entity_id bigint primary key references entities on delete cascade,
  steps jsonb not null default '[]',
  shifts jsonb not null default '[]',
  version int not null default 1,
  updated_at timestamptz,
  updated_by bigint
);
alter table escalations enable row level security;
create policy within_scope on escalations to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

-- The escalation run of an event: its level, the notifications sent so far, and when the next level is due.
create table escalation_runs (
  event_id bigint primary key references events on delete cascade,
  level int not null default 0,
  notifications_sent int not null default 0,
  due_at timestamptz not null,
  -- Levels that had their turn, in order: [{members, notified}]. The list may change during an escalation, so the next level depends
  -- on who was notified, not on a position in the list.
  passed_levels jsonb not null default '[]'
);
create index escalation_runs_due on escalation_runs (due_at);
