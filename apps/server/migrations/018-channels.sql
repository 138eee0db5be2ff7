-- Every channel: tries and how each ended, what waits for a digest or the morning, what is not sent and why, the daily budget.
alter table notifications
  add column severity text,
  add column language text not null default 'en-US',
  add column time_zone text not null default 'UTC',
  -- What it tells, in nobody's language: for another channel, and for a digest.
  add column news jsonb,
  -- The program that is trying it; another one's died while it did.
  add column taken_by uuid,
  add column refusals int not null default 0,
  -- Nobody knows whether the last try arrived; repeated: it was tried again after one of these.
  add column unsure boolean not null default false,
  add column repeated boolean not null default false,
  -- Since when it should be out and isn't; passed_on: the person was told by another channel, or cannot be.
  add column failed_since timestamptz,
  add column passed_on boolean not null default false,
  add column gathered boolean not null default false,
  add column digest_id bigint references notifications on delete set null,
  add column quiet boolean not null default false,
  -- It is in the budget of its day.
  add column counted boolean not null default false,
  add column withheld_for text check (withheld_for in ('BUDGET', 'QUIET_OVER', 'RECIPIENT', 'COUNTRY')),
  add column acknowledged_at timestamptz,
  drop constraint notifications_state_check,
  add constraint notifications_state_check check (state in ('QUEUED', 'SENT', 'KEPT', 'FAILED', 'WITHHELD')),
  add constraint notifications_withheld check ((state = 'WITHHELD') = (withheld_for is not null));
update notifications set severity = events.severity from events where events.id = notifications.event_id;
drop index notifications_queued;
create index notifications_queued on notifications (channel, due_at) where state = 'QUEUED' and digest_id is null;
create index notifications_waiting on notifications (channel, recipient) where state = 'QUEUED' and gathered;
create index notifications_recent on notifications (channel, recipient, created_at) where event_id is not null;
create index notifications_failing on notifications (failed_since) where failed_since is not null and not passed_on;
create index notifications_digest on notifications (digest_id) where digest_id is not null;

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
  using (sees_all() or exists (select 1 from notifications of where of.id = notification_id));

-- What a key press during a call is for. Stored hashed; good for one message to one person.
create table voice_keys (
  hash bytea primary key,
  notification_id bigint not null references notifications on delete cascade,
  expires_at timestamptz not null
);
create index voice_keys_of on voice_keys (notification_id);
create index voice_keys_expiry on voice_keys (expires_at);

-- Messages on channels with cost, by the enterprise's day.
create table notification_days (
  enterprise_id bigint not null references entities on delete cascade,
  day date not null,
  used int not null default 0,
  -- Of what is set aside for CRITICAL.
  reserve int not null default 0,
  primary key (enterprise_id, day)
);

alter table users alter column notifications
  set default '{"channels":{"MAIL":true,"SMS":true,"VOICE":true,"WHATSAPP":true},"from":"LOW","quiet":null}';
update users set notifications = notifications || '{"quiet":null}' where not notifications ? 'quiet';
