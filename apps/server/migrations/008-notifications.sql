-- Notifications on all channels, alarm drills, the heartbeat of the alarm path.

-- Drills: when they are planned, the result of each, and who was notified. The record keeps names as they were.
create table drill_plans (
  entity_id bigint primary key references entities on delete cascade,
  is_on boolean not null,
  -- 0 is Monday; HH:mm local time of the entity.
  weekday smallint not null check (weekday between 0 and 6),
  at text not null check (at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  version int not null default 1,
  updated_at timestamptz,
  updated_by bigint
);
alter table drill_plans enable row level security;
create policy within_scope on drill_plans to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table drills (
  id bigint generated always as identity primary key,
  -- The house.
  entity_id bigint not null references entities on delete cascade,
  terminal_id bigint references terminals on delete set null,
  farm_name text not null,
  house_name text not null,
  box_name text,
  time_zone text not null,
  -- The plan as it was: {isOn, weekday, at}; and the planned time, null: a user started it by hand.
  plan jsonb not null,
  planned_at timestamptz,
  started_by bigint references users on delete set null,
  started_by_name text not null,
  -- BEGUN: nobody was notified yet; ORDERED: the box has the command; NOTIFIED: users were notified.
  state text not null check (state in ('BEGUN', 'ORDERED', 'NOTIFIED', 'PASSED', 'FAILED')),
  -- The first stage that failed, and why.
  stage text check (stage in ('NO_BOX', 'NOBODY', 'NOT_CONNECTED', 'NO_FEATURE', 'NO_ANSWER', 'NOT_DELIVERED', 'NOT_CONFIRMED')),
  reason text,
  created_at timestamptz not null,
  -- When the box answered the command, when its effect was stored, and the box's own time of that.
  answered_at timestamptz,
  received_at timestamptz,
  box_at timestamptz,
  notified_at timestamptz,
  -- The current wait ends then.
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
create policy within_scope on drills to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table notifications (
  id bigint generated always as identity primary key,
  key text not null unique,
  event_id bigint references events on delete cascade,
  occurrence_id bigint references event_occurrences on delete cascade,
  -- A message of a drill; an answer to it acknowledges the drill.
  drill_id bigint references drills on delete cascade,
  -- A message about a rule.
  rule_id bigint references rules on delete set null,
  entity_id bigint not null references entities,
  channel text not null check (channel in ('MAIL', 'SMS', 'VOICE', 'WHATSAPP', 'HEARTBEAT')),
  urgency text not null default 'NORMAL' constraint notifications_urgency_check check (urgency in ('NORMAL', 'CRITICAL')),
  user_id bigint references users on delete set null,
  recipient text not null,
  -- How the recipient reads texts, numbers and times.
  language text not null default 'en-US',
  number_format text check (number_format in ('COMMA_DOT', 'POINT_COMMA', 'COMMA_SPACE')),
  date_format text check (date_format in ('DMY_DASH', 'DMY_SLASH', 'DMY_DOT', 'MDY_SLASH', 'YMD_DASH')),
  time_zone text not null default 'UTC',
  -- What the message is rendered from, in no language: the HTML of an e-mail, a fallback channel, a digest. Null: secrets are not
  -- stored again, and a digest is rendered from its parts.
  template text,
  template_values jsonb,
  -- As it was sent: the history shows it.
  subject text not null,
  text text not null,
  state text not null default 'QUEUED' constraint notifications_state_check check (state in ('QUEUED', 'SENT', 'KEPT', 'FAILED', 'WITHHELD')),
  suppression_reason text constraint notifications_suppression_reason_check
    -- OVER: an outage delayed it until its event was long over.
    -- RESTORED: it was queued in a backup from which the platform was restored.
    check (suppression_reason in ('BUDGET', 'QUIET_OVER', 'RECIPIENT', 'COUNTRY', 'DRILL_OVER', 'OVER', 'RESTORED')),
  attempts int not null default 0,
  last_error text,
  -- QUEUED: no attempt before then; moved on while an attempt runs.
  due_at timestamptz not null,
  -- The process of the running attempt; that of another process died with it.
  claimed_by uuid,
  refusals int not null default 0,
  -- Nobody knows whether the last attempt arrived; possible_duplicate: there was another attempt after such a one.
  outcome_unknown boolean not null default false,
  possible_duplicate boolean not null default false,
  -- The failure lies with the recipient (a full mailbox), not with the channel.
  recipient_error boolean not null default false,
  -- Since when it should be out and isn't; fallback_done: the recipient was notified by another channel, or can't be.
  failed_since timestamptz,
  fallback_done boolean not null default false,
  -- Waits for a digest, the digest that carries it, waits for the end of quiet hours.
  in_digest boolean not null default false,
  digest_id bigint references notifications on delete set null,
  quiet boolean not null default false,
  -- It counts to the budget of its day.
  billed boolean not null default false,
  created_at timestamptz not null,
  sent_at timestamptz,
  acknowledged_at timestamptz,
  constraint notifications_suppressed check ((state = 'WITHHELD') = (suppression_reason is not null))
);
create index notifications_event on notifications (event_id);
create index notifications_occurrence on notifications (occurrence_id) where occurrence_id is not null;
create index notifications_drill on notifications (drill_id) where drill_id is not null;
create index notifications_rule on notifications (rule_id) where rule_id is not null;
create index notifications_user on notifications (user_id, event_id) where user_id is not null;
create index notifications_created on notifications (created_at desc);
-- The order of sending on a channel: the next message is found at once, however many wait.
create index notifications_queued on notifications (channel, (urgency = 'CRITICAL') desc, due_at, id)
  where state = 'QUEUED' and digest_id is null;
create index notifications_waiting on notifications (channel, recipient) where state = 'QUEUED' and in_digest;
create index notifications_recent on notifications (channel, recipient, created_at) where event_id is not null;
create index notifications_failing on notifications (failed_since) where failed_since is not null and not fallback_done;
create index notifications_digest on notifications (digest_id) where digest_id is not null;
alter table notifications enable row level security;
create policy within_scope on notifications to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));
-- Messages of the platform's own heartbeat: no query of a user finds them.
create policy not_internal on notifications as restrictive to steading_app using (channel <> 'HEARTBEAT' or app_user() is null);

create table notification_attempts (
  id bigint generated always as identity primary key,
  notification_id bigint not null references notifications on delete cascade,
  at timestamptz not null,
  outcome text not null check (outcome in ('SENT', 'REFUSED', 'FAILED', 'UNKNOWN')),
  detail text not null default ''
);
create index notification_attempts_of on notification_attempts (notification_id, at);
alter table notification_attempts enable row level security;
create policy within_scope on notification_attempts to steading_app
  using (has_full_scope() or exists (select 1 from notifications of where of.id = notification_id));

-- The code that a key press during a call is checked against. Stored hashed; valid for one message to one recipient.
create table voice_keys (
  hash bytea primary key,
  notification_id bigint not null references notifications on delete cascade,
  expires_at timestamptz not null
);
create index voice_keys_of on voice_keys (notification_id);
create index voice_keys_expiry on voice_keys (expires_at);

-- A link in a message opens its event once; the key that it was exchanged for stays valid for a while.
create table event_links (
  notification_id bigint primary key references notifications on delete cascade,
  used_at timestamptz not null,
  key_hash bytea not null unique,
  expires_at timestamptz not null
);

-- Messages on channels with cost, by the enterprise's day.
create table notification_days (
  enterprise_id bigint not null references entities on delete cascade,
  day date not null,
  used int not null default 0,
  -- Used of what is set aside for CRITICAL.
  reserve int not null default 0,
  primary key (enterprise_id, day)
);

-- The recipients of a drill, by the name of that day.
create table drill_people (
  notification_id bigint primary key references notifications on delete cascade,
  drill_id bigint not null references drills on delete cascade,
  name text not null
);
create index drill_people_of on drill_people (drill_id);
alter table drill_people enable row level security;
create policy within_scope on drill_people to steading_app using (has_full_scope() or exists (select 1 from drills of where of.id = drill_id));

-- When users were last notified, outside the outbox, that a stage of the alarm path is silent: a restart repeats nothing.
create table heartbeat_notices (
  stage text primary key,
  at timestamptz not null
);
