-- What rules are made of. Without an entity: the product's own, whose inputs are those of its engine.
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
create policy within_sight on rule_templates for select to steading_app using (entity_id is null or in_sight(entity_id));
create policy within_scope on rule_templates to steading_app
  using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

insert into rule_templates (engine) values
  ('CYCLE_THERMOSTAT'), ('CYCLE_DOUBLE_THERMOSTAT'), ('CYCLE_PROPORTIONAL'), ('THERMOSTAT'), ('DOUBLE_THERMOSTAT'),
  ('PROPORTIONAL'), ('ALARM_WITHOUT_ACTUATION'), ('ALARM_WITH_ACTUATION'), ('CLOUD_ALARM'), ('SCHEDULER'), ('FORCED_SCHEDULER');
