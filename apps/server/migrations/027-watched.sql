-- A condition on a sensor whose last day is over watches it no more.
create or replace function is_watched(used bigint) returns boolean language sql stable parallel safe security definer set search_path = public
  as $$ select exists (select 1 from rule_interfaces named join rules on rules.id = named.rule_id
    join rule_versions said on said.rule_id = named.rule_id and said.body_version = named.body_version
    where named.interface_id = used and rules.kind = 'ALARM' and rules.deployment_status = 'DEPLOYED'
      and in_service(rules, named.body_version)
      and not coalesce((select bool_and((line ->> 'cycleEndDate')::date < (now() at time zone (said.body ->> 'timeZone'))::date)
        from jsonb_array_elements(said.body -> 'inputs' -> 'lines') line
        where line ->> 'interfaceId' = used::text and line ? 'cycleEndDate'
        having count(*) = (select count(*) from jsonb_array_elements(said.body -> 'inputs' -> 'lines') every
          where every ->> 'interfaceId' = used::text)), false)) $$;
