-- Rules and what runs where, events, what people were told, dashboards.
create table rules (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  sector_id bigint references entities,
  terminal_id bigint references terminals,
  kind text not null check (kind in ('CONTROL', 'ALARM', 'SCHEDULER')),
  template text not null,
  display_name text not null,
  body jsonb not null,
  body_version int not null default 1,
  event jsonb,
  auto_close boolean not null default true,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  deployment_status text not null default 'UNDEPLOYED'
    check (deployment_status in ('DEPLOYED', 'UNDEPLOYED', 'ERROR', 'PENDING_DEPLOY', 'PENDING_UNDEPLOY')),
  -- What the box said, in its words; or what the platform says, as a text key and values.
  deployment_message text,
  deployment_wording jsonb,
  wanted boolean not null default false,
  wanted_version int,
  wanted_hash text,
  requested_at timestamptz,
  -- Since when a connected box owes an answer; anew with each connection.
  waiting_since timestamptz,
  running_version int,
  running_hash text,
  reported_at timestamptz,
  is_system boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create index rules_entity on rules (entity_id);
create index rules_terminal on rules (terminal_id);
create index rules_pending on rules (waiting_since) where deployment_status in ('PENDING_DEPLOY', 'PENDING_UNDEPLOY');
alter table rules enable row level security;
create policy within_scope on rules to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

create table rule_interfaces (
  rule_id bigint not null references rules on delete cascade,
  interface_id bigint not null references interfaces,
  role text not null check (role in ('IN', 'OUT')),
  primary key (rule_id, interface_id, role)
);
create index rule_interfaces_interface on rule_interfaces (interface_id);

-- The state of global rules, as of a place in the journal.
create table rule_states (
  rule_id bigint primary key references rules on delete cascade,
  body_version int not null,
  state jsonb not null,
  pos bigint not null,
  -- The platform looked after the rule until then.
  alive_at timestamptz not null
);

create table events (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  terminal_id bigint references terminals,
  rule_id bigint references rules on delete set null,
  rule_name text,
  key text unique,
  title text not null,
  -- A title that the platform words itself, as a text key and values; title holds it in English.
  wording jsonb,
  description text not null default '',
  additional_notes text not null default '',
  severity text not null check (severity in ('LOW', 'MODERATE', 'MAJOR', 'CRITICAL')),
  category text not null,
  origin text not null check (origin in ('MANUAL', 'AUTOMATIC')),
  status text not null check (status in ('OPEN', 'PENDING', 'CLOSED')),
  open_date timestamptz not null,
  close_date timestamptz,
  closed_by bigint references users on delete set null,
  past boolean not null default false,
  notifications int not null default 0,
  latest_occurrence timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
);
create index events_entity on events (entity_id);
create index events_open on events (status, severity) where status <> 'CLOSED';
create index events_open_date on events (open_date desc);
create index events_rule on events (rule_id, open_date desc);
alter table events enable row level security;
create policy within_scope on events to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

create table event_occurrences (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  key text not null unique,
  ts timestamptz not null,
  cause jsonb,
  -- Counts the notifications of the line from 1; how far up the list of people it goes.
  n int not null default 1,
  escalation int not null default 0
);
create index event_occurrences_event on event_occurrences (event_id, ts desc);

-- key: what a rule or the platform did, which counts once; null for what people do.
create table event_changes (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  key text unique,
  status text not null,
  notes text not null default '',
  user_id bigint references users on delete set null,
  date timestamptz not null
);
create index event_changes_event on event_changes (event_id, date desc);

create table notifications (
  id bigint generated always as identity primary key,
  key text not null unique,
  event_id bigint references events on delete cascade,
  occurrence_id bigint references event_occurrences on delete cascade,
  entity_id bigint not null references entities,
  channel text not null check (channel in ('MAIL', 'SMS', 'VOICE', 'WHATSAPP')),
  user_id bigint references users on delete set null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null default '',
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'KEPT', 'FAILED')),
  attempts int not null default 0,
  last_error text,
  -- QUEUED: not to be tried before; moved on while somebody tries.
  due_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index notifications_event on notifications (event_id);
create index notifications_created on notifications (created_at desc);
create index notifications_queued on notifications (due_at) where state = 'QUEUED';
alter table notifications enable row level security;
create policy within_scope on notifications to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

create table dashboards (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  user_id bigint references users on delete cascade,
  display_name text not null,
  subtitle text,
  is_default boolean not null default false,
  layout jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
);
create index dashboards_entity on dashboards (entity_id);
create unique index dashboards_default on dashboards (entity_id) where is_default;
create table widgets (
  id bigint generated always as identity primary key,
  dashboard_id bigint not null references dashboards on delete cascade,
  type text not null,
  configs jsonb not null
);
create index widgets_dashboard on widgets (dashboard_id);
create table dashboard_favourites (
  user_id bigint not null references users on delete cascade,
  dashboard_id bigint not null references dashboards on delete cascade,
  primary key (user_id, dashboard_id)
);
create table dashboard_homepages (
  user_id bigint primary key references users on delete cascade,
  dashboard_id bigint not null references dashboards on delete cascade
);
