-- What each version of a rule reads and writes: what runs may be another one than what was saved last.
alter table rule_interfaces add body_version int not null default 1;
update rule_interfaces set body_version = rules.body_version from rules where rules.id = rule_id;
alter table rule_interfaces drop constraint rule_interfaces_pkey, add primary key (rule_id, body_version, interface_id, role);

-- Is this version of the rule the one that runs, or that was ordered?
create function in_service(rule rules, version int) returns boolean language sql immutable parallel safe
  as $$ select coalesce(version = rule.running_version, false)
    or (rule.wanted and version = coalesce(rule.wanted_version, rule.body_version)) $$;

-- Does this version count for what the rule uses: the ones in service, and what was saved last?
create function is_counted(rule rules, version int) returns boolean language sql immutable parallel safe
  as $$ select version = rule.body_version or in_service(rule, version) $$;

create or replace function is_driven(output bigint) returns boolean language sql stable parallel safe security definer set search_path = public
  as $$ select exists (select 1 from rule_interfaces written join rules on rules.id = written.rule_id
    where written.interface_id = output and written.role = 'OUT'
      and written.body_version = coalesce(rules.running_version, rules.body_version)
      and (rules.deployment_status = 'DEPLOYED' or rules.running_version is not null)) $$;
