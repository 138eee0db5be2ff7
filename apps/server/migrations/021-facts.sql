-- What holds of an interface, though what makes it so may stand above what whoever looks at it sees: how many, never which.
create function rule_counts(used bigint) returns json language sql stable parallel safe security definer set search_path = public
  as $$ select json_build_object(
      'activeRules', count(distinct rules.id) filter (where deployment_status = 'DEPLOYED'),
      'errorRules', count(distinct rules.id) filter (where deployment_status = 'ERROR'),
      'undeployedRules', count(distinct rules.id) filter (where deployment_status = 'UNDEPLOYED'),
      'pendingRules', count(distinct rules.id) filter (where deployment_status like 'PENDING%'))
    from rule_interfaces named join rules on rules.id = named.rule_id and is_counted(rules, named.body_version)
    where named.interface_id = used and rules.deleted_at is null $$;

-- Does an alarm in service watch it?
create function is_watched(used bigint) returns boolean language sql stable parallel safe security definer set search_path = public
  as $$ select exists (select 1 from rule_interfaces named join rules on rules.id = named.rule_id
    where named.interface_id = used and rules.kind = 'ALARM' and rules.deployment_status = 'DEPLOYED'
      and in_service(rules, named.body_version)) $$;

-- Of rules, of interfaces that are computed from it, and of places that it stands for.
create function uses_of(used bigint) returns json language sql stable parallel safe security definer set search_path = public
  as $$ select json_build_object(
    'rules', (select count(distinct rules.id) from rule_interfaces named
      join rules on rules.id = named.rule_id and is_counted(rules, named.body_version)
      where named.interface_id = used and rules.deleted_at is null),
    'calculated', (select count(*) from interface_sources source join interfaces made on made.id = source.interface_id
      where source.source_id = used and made.deleted_at is null),
    'places', (select count(*) from default_interfaces chosen join interfaces on interfaces.id = chosen.interface_id
      join terminals on terminals.id = interfaces.terminal_id and terminals.retired_at is null
      where chosen.interface_id = used)) $$;

-- What outlives the place where it stood goes up: names of the deleted, what was sent, templates that rules once were made of.
-- Boards of people go where their people are; those of the deleted, and the place's own, are deleted before.
create or replace function entities_keep_names() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update users set entity_id = old.parent_id where entity_id = old.id and deleted_at is not null;
  update audit set entity_id = old.parent_id, entity_was = coalesce(entity_was, entity_id) where entity_id = old.id;
  update notifications set entity_id = old.parent_id where entity_id = old.id and event_id is null;
  update rule_templates set entity_id = old.parent_id where entity_id = old.id and deleted_at is not null;
  update dashboards set entity_id = users.entity_id from users
    where dashboards.entity_id = old.id and users.id = dashboards.user_id and users.entity_id <> old.id;
  return old;
end $$;

-- How many people are named in charge of a place; those whom the caller does not see count too.
create function named_at(place bigint) returns int language sql stable parallel safe security definer set search_path = public
  as $$ select count(*)::int from responsibles join users on users.id = user_id and deleted_at is null where responsibles.entity_id = place $$;
