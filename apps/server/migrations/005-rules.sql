-- Rules, their templates, versions, runs and groups.

-- What rules are made of. Without an entity: the product's own template of an engine, whose inputs are those of the engine.
create table rule_templates (
  id bigint generated always as identity primary key,
  entity_id bigint references entities,
  engine text not null check (engine in (
    'CYCLE_THERMOSTAT', 'CYCLE_DOUBLE_THERMOSTAT', 'CYCLE_PROPORTIONAL', 'THERMOSTAT', 'DOUBLE_THERMOSTAT', 'PROPORTIONAL',
    'ALARM_WITHOUT_ACTUATION', 'ALARM_WITH_ACTUATION', 'CLOUD_ALARM', 'SCHEDULER', 'FORCED_SCHEDULER')),
  name citext,
  translations jsonb not null default '{}',
  description jsonb not null default '{}',
  profiles text[] not null default '{}',
  inputs jsonb,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  deleted_at timestamptz,
  check ((entity_id is null) = (name is null) and (entity_id is null) = (inputs is null))
);
create unique index rule_templates_entity_id_name_key on rule_templates (entity_id, name) where deleted_at is null;
alter table rule_templates enable row level security;
create policy in_or_above_scope on rule_templates for select to steading_app using (entity_id is null or is_in_or_above_scope(entity_id));
create policy within_scope on rule_templates to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

insert into rule_templates (engine) values
  ('CYCLE_THERMOSTAT'), ('CYCLE_DOUBLE_THERMOSTAT'), ('CYCLE_PROPORTIONAL'), ('THERMOSTAT'), ('DOUBLE_THERMOSTAT'),
  ('PROPORTIONAL'), ('ALARM_WITHOUT_ACTUATION'), ('ALARM_WITH_ACTUATION'), ('CLOUD_ALARM'), ('SCHEDULER'), ('FORCED_SCHEDULER');

create table rules (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  sector_id bigint references entities,
  terminal_id bigint references terminals,
  kind text not null check (kind in ('CONTROL', 'ALARM', 'SCHEDULER')),
  template text not null,
  -- Null: the product's own template of the engine.
  template_id bigint references rule_templates,
  display_name text not null,
  body jsonb not null,
  body_version int not null default 1,
  event jsonb,
  auto_close boolean not null default true,
  show_all_interfaces boolean not null default false,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  deployment_status text not null default 'UNDEPLOYED'
    check (deployment_status in ('DEPLOYED', 'UNDEPLOYED', 'ERROR', 'PENDING_DEPLOY', 'PENDING_UNDEPLOY')),
  -- The box's message as it came; or the platform's, as a text key and values.
  deployment_message text,
  deployment_wording jsonb,
  desired boolean not null default false,
  desired_version int,
  desired_hash text,
  requested_at timestamptz,
  -- Since when a connected box owes an answer; set again with each connection.
  waiting_since timestamptz,
  -- The revision of the configuration that tells the box of the order; null once the box reported it, or a later one. Until then
  -- nobody knows whether the box runs the rule.
  awaited_rev int,
  running_version int,
  running_hash text,
  reported_at timestamptz,
  -- Incremented when a rule of the platform leaves service: state of an earlier generation belongs to no run.
  generation int not null default 0,
  is_system boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz,
  deleted_by bigint,
  search_text text not null generated always as (fold_text(display_name)) stored
);
create index rules_entity on rules (entity_id);
create index rules_terminal on rules (terminal_id);
create index rules_template on rules (template_id);
create index rules_name on rules using gin (search_text gin_trgm_ops) with (fastupdate = off);
create index rules_pending on rules (waiting_since) where deployment_status in ('PENDING_DEPLOY', 'PENDING_UNDEPLOY');
alter table rules enable row level security;
create policy within_scope on rules to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table rule_versions (
  rule_id bigint not null references rules on delete cascade,
  body_version int not null,
  display_name text not null,
  body jsonb not null,
  event jsonb,
  auto_close boolean not null,
  -- The version that it repeats.
  restored_version int,
  created_at timestamptz not null,
  created_by bigint,
  primary key (rule_id, body_version)
);

-- What each version of a rule reads and writes. The running version may differ from the one that was saved last.
create table rule_interfaces (
  rule_id bigint not null references rules on delete cascade,
  body_version int not null default 1,
  interface_id bigint not null references interfaces,
  role text not null check (role in ('IN', 'OUT')),
  primary key (rule_id, body_version, interface_id, role)
);
create index rule_interfaces_interface on rule_interfaces (interface_id);

-- What ran when; without a terminal: on the platform itself. ended_at null: it runs.
create table rule_runs (
  id bigint generated always as identity primary key,
  rule_id bigint not null references rules on delete cascade,
  terminal_id bigint references terminals,
  body_version int not null,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index rule_runs_rule on rule_runs (rule_id, started_at);
create index rule_runs_terminal on rule_runs (terminal_id, started_at);
create unique index rule_runs_one on rule_runs (rule_id) where ended_at is null;

-- The state of global rules, as of a position in the journal.
create table rule_states (
  rule_id bigint primary key references rules on delete cascade,
  body_version int not null,
  state jsonb not null,
  pos bigint not null,
  -- The platform looked after the rule until then.
  alive_at timestamptz not null
);

create table rule_groups (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  display_name citext not null,
  version int not null default 1,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  updated_by bigint
);
create unique index rule_groups_entity_id_display_name_key on rule_groups (entity_id, display_name);
alter table rule_groups enable row level security;
create policy within_scope on rule_groups to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table rule_group_members (
  group_id bigint not null references rule_groups on delete cascade,
  rule_id bigint not null references rules on delete cascade,
  primary key (group_id, rule_id)
);
create index rule_group_members_rule on rule_group_members (rule_id);

-- Is this version of the rule the running one, or the ordered one?
create function is_in_service(rule rules, version int) returns boolean language sql immutable parallel safe
  as $$ select coalesce(version = rule.running_version, false)
    or (rule.desired and version = coalesce(rule.desired_version, rule.body_version)) $$;

-- Does this version count for what the rule uses: a version in service, or the one saved last?
create function is_current_or_in_service(rule rules, version int) returns boolean language sql immutable parallel safe
  as $$ select version = rule.body_version or is_in_service(rule, version) $$;

-- The functions below answer for an interface in sight about rules that may stand above the caller's scope: how many, never which.

-- Does a rule in service write this output?
create function is_rule_controlled(output bigint) returns boolean language sql stable parallel safe security definer set search_path = public
  as $$ select exists (select 1 from rule_interfaces output_use join rules on rules.id = output_use.rule_id
    where output_use.interface_id = output and output_use.role = 'OUT'
      and output_use.body_version = coalesce(rules.running_version, rules.body_version)
      and (rules.deployment_status = 'DEPLOYED' or rules.running_version is not null)) $$;

create function count_rules_by_status(interface bigint) returns json language sql stable parallel safe security definer set search_path = public
  as $$ select json_build_object(
      'activeRules', count(distinct rules.id) filter (where deployment_status = 'DEPLOYED'),
      'errorRules', count(distinct rules.id) filter (where deployment_status = 'ERROR'),
      'undeployedRules', count(distinct rules.id) filter (where deployment_status = 'UNDEPLOYED'),
      'pendingRules', count(distinct rules.id) filter (where deployment_status like 'PENDING%'))
    from rule_interfaces use join rules on rules.id = use.rule_id and is_current_or_in_service(rules, use.body_version)
    where use.interface_id = interface and rules.deleted_at is null $$;

-- Bodies of the alarms in service that watch an interface. An alarm whose cycles for that interface are all over watches it no longer.
create function watching_alarm_bodies(interface bigint) returns setof jsonb language sql stable parallel safe security definer set search_path = public
  as $$ select version.body from rule_interfaces member join rules on rules.id = member.rule_id
    join rule_versions version on version.rule_id = member.rule_id and version.body_version = member.body_version
    where member.interface_id = interface and rules.kind = 'ALARM' and rules.deployment_status = 'DEPLOYED'
      and is_in_service(rules, member.body_version)
      and not coalesce((select bool_and((line ->> 'cycleEndDate')::date < (now() at time zone (version.body ->> 'timeZone'))::date)
        from jsonb_array_elements(version.body -> 'inputs' -> 'lines') line
        where line ->> 'interfaceId' = interface::text and line ? 'cycleEndDate'
        having count(*) = (select count(*) from jsonb_array_elements(version.body -> 'inputs' -> 'lines') other
          where other ->> 'interfaceId' = interface::text)), false) $$;

create function is_alarm_watched(interface bigint) returns boolean language sql stable parallel safe security definer set search_path = public
  as $$ select exists (select 1 from watching_alarm_bodies(interface)) $$;

-- Number of rules, virtual interfaces and entities that use an interface.
create function count_interface_uses(interface bigint) returns json language sql stable parallel safe security definer set search_path = public
  as $$ select json_build_object(
    'rules', (select count(distinct rules.id) from rule_interfaces use
      join rules on rules.id = use.rule_id and is_current_or_in_service(rules, use.body_version)
      where use.interface_id = interface and rules.deleted_at is null),
    'calculated', (select count(*) from interface_sources source join interfaces virtual on virtual.id = source.interface_id
      where source.source_id = interface and virtual.deleted_at is null),
    'places', (select count(*) from default_interfaces preset join interfaces on interfaces.id = preset.interface_id
      join terminals on terminals.id = interfaces.terminal_id and terminals.retired_at is null
      where preset.interface_id = interface)) $$;
