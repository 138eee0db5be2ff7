-- Does a rule in service write this output? Whoever sees the output is told, though the rule may stand above what they see.
create function is_driven(output bigint) returns boolean language sql stable parallel safe security definer set search_path = public
  as $$ select exists (select 1 from rule_interfaces written join rules on rules.id = written.rule_id
    where written.interface_id = output and written.role = 'OUT'
      and (rules.deployment_status = 'DEPLOYED' or rules.running_version is not null)) $$;
