-- API users, what they subscribe to, and what was delivered.

-- A program that calls on behalf of a user, its owner. Only a hash of the secret is stored: it has 256 random bits.
create table api_access (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  owner_id bigint not null references users,
  username text not null constraint api_access_username_key unique,
  display_name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  scopes text[] not null,
  secret_hash bytea not null,
  allowed_ips text[] not null default '{}',
  -- Calls a minute.
  rate_limit int not null check (rate_limit between 1 and 6000),
  expires_at timestamptz,
  last_used_at timestamptz,
  -- The minute whose calls are counted: in the table, so that a restart does not begin another.
  minute_started_at timestamptz,
  minute_calls int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
) with (fillfactor = 70);
create index api_access_entity on api_access (entity_id);
create index api_access_owner on api_access (owner_id);
alter table api_access enable row level security;
create policy within_scope on api_access to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table subscriptions (
  id bigint generated always as identity primary key,
  api_id bigint not null references api_access on delete cascade,
  display_name text not null,
  type text not null check (type in ('READINGS', 'EVENTS', 'BATCH_MOVEMENTS', 'RULE_STATUS')),
  interface_ids bigint[] not null default '{}',
  entity_ids bigint[] not null default '{}',
  delivery text not null check (delivery in ('WEBHOOK', 'PULL')),
  url text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'FAILED')),
  -- Everything up to here is confirmed: a position of the journal, or of api_changes.
  cursor bigint not null,
  -- Deliveries fail since then; the next attempt is due at next_attempt_at.
  failing_since timestamptz,
  next_attempt_at timestamptz,
  last_error text,
  version int not null default 1,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  check ((delivery = 'WEBHOOK') = (url is not null)),
  check ((type = 'READINGS') = (interface_ids <> '{}')),
  check (type <> 'READINGS' or entity_ids = '{}')
);
create index subscriptions_api on subscriptions (api_id);
create index subscriptions_type on subscriptions (type);
alter table subscriptions enable row level security;
create policy within_scope on subscriptions to steading_app using (has_full_scope() or exists (select 1 from api_access where api_access.id = api_id));

-- The log of the groups of items that were sent, or are being sent: those after from_pos up to to_pos.
create table subscription_deliveries (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions on delete cascade,
  from_pos bigint not null,
  to_pos bigint not null,
  item_count int not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts int not null default 0,
  created_at timestamptz not null,
  last_attempt_at timestamptz,
  response_status int,
  error text,
  resend_requested_at timestamptz,
  is_resend_due boolean not null default false
);
create index subscription_deliveries_log on subscription_deliveries (subscription_id, created_at desc, id desc);
create unique index subscription_deliveries_pending on subscription_deliveries (subscription_id) where status = 'PENDING';
create index subscription_deliveries_resend on subscription_deliveries (subscription_id) where is_resend_due;
create index subscription_deliveries_created on subscription_deliveries (created_at);
alter table subscription_deliveries enable row level security;
create policy within_scope on subscription_deliveries to steading_app
  using (has_full_scope() or exists (select 1 from subscriptions where subscriptions.id = subscription_id));

-- What changed, for subscribers: written by triggers in the transaction of the change, kept for 7 days. A transactional outbox: pos is given
-- to committed rows alone and in the order of id, so a reader that follows pos misses nothing, and changes of one object, which wait
-- for each other, keep their order.
create table api_changes (
  id bigint generated always as identity primary key,
  pos bigint unique,
  type text not null,
  kind text not null,
  change text not null check (change in ('CREATED', 'UPDATED', 'DELETED')),
  at timestamptz not null default now(),
  object_id bigint not null,
  entity_id bigint not null,
  batch_id bigint,
  data jsonb not null
);
create index api_changes_unsequenced on api_changes (id) where pos is null;
create index api_changes_at on api_changes (at);
alter table api_changes enable row level security;
create policy within_scope on api_changes to steading_app
  using (has_full_scope() or exists (select 1 from entities where entities.id = entity_id));
create sequence api_change_pos;

-- Gives positions to what is committed; answers the last one given.
create function sequence_api_changes() returns bigint language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtext('steading.api_changes'));
  update api_changes set pos = next.pos
    from (select id, nextval('api_change_pos') as pos from (select id from api_changes where pos is null order by id) as waiting) as next
    where api_changes.id = next.id;
  return (select case when is_called then last_value else 0 end from api_change_pos);
end $$;

create function is_subscribed(wanted text) returns boolean language sql stable security definer set search_path = public
  as $$ select exists (select 1 from subscriptions where type = wanted) $$;

create function record_api_change(type text, kind text, operation text, object bigint, entity bigint, batch bigint, data jsonb) returns void
  language sql security definer set search_path = public as $$
  insert into api_changes (type, kind, change, object_id, entity_id, batch_id, data)
    values (type, kind, case operation when 'INSERT' then 'CREATED' when 'UPDATE' then 'UPDATED' else 'DELETED' end, object, entity, batch, data)
$$;

create function record_event_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  event events := case when tg_op = 'DELETE' then old else new end;
begin
  if is_subscribed('EVENTS') then
    perform record_api_change('EVENTS', 'EVENT', tg_op, event.id, event.entity_id, event.batch_id, jsonb_build_object('status', event.status,
      'severityLevel', event.severity, 'category', event.category, 'title', event.title, 'origin', event.origin,
      'openDate', event.open_date, 'closeDate', event.close_date, 'ruleId', event.rule_id::text));
  end if;
  return null;
end $$;
create trigger record_change after insert or delete on events for each row execute function record_event_change();
create trigger record_update after update of status, severity, title, batch_id, entity_id on events for each row
  when ((old.status, old.severity, old.title, old.batch_id, old.entity_id) is distinct from (new.status, new.severity, new.title, new.batch_id, new.entity_id))
  execute function record_event_change();

create function record_animal_movement_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  movement animal_movements := case when tg_op = 'DELETE' then old else new end;
begin
  if is_subscribed('BATCH_MOVEMENTS') then
    perform record_api_change('BATCH_MOVEMENTS', 'ANIMAL_MOVEMENT', tg_op, movement.id,
      (select entity_id from batches where id = movement.batch_id), movement.batch_id,
      jsonb_build_object('timestamp', movement.at, 'action', movement.action, 'actionType', movement.action_type, 'number', movement.number,
        'weight', movement.weight, 'age', movement.age, 'pending', movement.pending));
  end if;
  return null;
end $$;
create trigger record_change after insert or update or delete on animal_movements for each row execute function record_animal_movement_change();

create function record_feed_movement_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  movement feed_movements := case when tg_op = 'DELETE' then old else new end;
begin
  if is_subscribed('BATCH_MOVEMENTS') then
    perform record_api_change('BATCH_MOVEMENTS', 'FEED_MOVEMENT', tg_op, movement.id, movement.entity_id, movement.batch_id,
      jsonb_build_object('timestamp', movement.at, 'action', movement.action, 'actionType', movement.action_type, 'weight', movement.weight,
        'feedTypeId', movement.feed_type_id::text, 'pending', movement.pending));
  end if;
  return null;
end $$;
create trigger record_change after insert or update or delete on feed_movements for each row execute function record_feed_movement_change();

create function record_weighing_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  weighing weighings := case when tg_op = 'DELETE' then old else new end;
begin
  if is_subscribed('BATCH_MOVEMENTS') then
    perform record_api_change('BATCH_MOVEMENTS', 'WEIGHING', tg_op, weighing.id,
      (select entity_id from batches where id = weighing.batch_id), weighing.batch_id,
      jsonb_build_object('timestamp', weighing.at, 'number', weighing.number, 'totalWeight', weighing.total_weight, 'method', weighing.method));
  end if;
  return null;
end $$;
create trigger record_change after insert or update or delete on weighings for each row execute function record_weighing_change();

create function record_rule_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  rule rules := case when tg_op = 'DELETE' then old else new end;
  -- A rule that is deleted stays as a row.
  operation text := case when tg_op = 'UPDATE' and new.deleted_at is not null then 'DELETE' else tg_op end;
begin
  if is_subscribed('RULE_STATUS') then
    perform record_api_change('RULE_STATUS', 'RULE', operation, rule.id, rule.entity_id, null, jsonb_build_object('displayName', rule.display_name,
      'kind', rule.kind, 'status', rule.status, 'deploymentStatus', rule.deployment_status));
  end if;
  return null;
end $$;
create trigger record_change after insert or delete on rules for each row execute function record_rule_change();
create trigger record_update after update of status, deployment_status, display_name, deleted_at, entity_id on rules for each row
  when ((old.status, old.deployment_status, old.display_name, old.deleted_at, old.entity_id)
    is distinct from (new.status, new.deployment_status, new.display_name, new.deleted_at, new.entity_id))
  execute function record_rule_change();
