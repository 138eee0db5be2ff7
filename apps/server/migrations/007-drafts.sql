-- What people make of rules: from which template, which versions, what ran when, and in which groups.
alter table rules
  -- Left out: the product's own of its engine.
  add template_id bigint references rule_templates,
  add show_all_interfaces boolean not null default false,
  add deleted_at timestamptz,
  add deleted_by bigint;
create index rules_template on rules (template_id);

create table rule_versions (
  rule_id bigint not null references rules on delete cascade,
  body_version int not null,
  display_name text not null,
  body jsonb not null,
  event jsonb,
  auto_close boolean not null,
  -- The version that it repeats.
  returned_to int,
  created_at timestamptz not null,
  created_by bigint,
  primary key (rule_id, body_version)
);
insert into rule_versions (rule_id, body_version, display_name, body, event, auto_close, created_at, created_by)
  select id, body_version, display_name, body, event, auto_close, created_at, created_by from rules;

-- What ran when; without a terminal: the platform itself. until_at null: it runs.
create table rule_runs (
  id bigint generated always as identity primary key,
  rule_id bigint not null references rules on delete cascade,
  terminal_id bigint references terminals,
  body_version int not null,
  from_at timestamptz not null,
  until_at timestamptz
);
create index rule_runs_rule on rule_runs (rule_id, from_at);
create index rule_runs_terminal on rule_runs (terminal_id, from_at);
create unique index rule_runs_one on rule_runs (rule_id) where until_at is null;
insert into rule_runs (rule_id, terminal_id, body_version, from_at)
  select id, terminal_id, coalesce(running_version, body_version), coalesce(reported_at, requested_at, updated_at)
  from rules where running_version is not null or (terminal_id is null and wanted);

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
create policy within_scope on rule_groups to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

create table rule_group_members (
  group_id bigint not null references rule_groups on delete cascade,
  rule_id bigint not null references rules on delete cascade,
  primary key (group_id, rule_id)
);
create index rule_group_members_rule on rule_group_members (rule_id);
