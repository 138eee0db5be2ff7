-- Bodies of the alarms in service that watch an interface, wherever the alarm stands. An alarm whose cycles for that interface
-- are all over watches it no longer.
create function watching_bodies(used bigint) returns setof jsonb language sql stable parallel safe security definer set search_path = public
  as $$ select said.body from rule_interfaces named join rules on rules.id = named.rule_id
    join rule_versions said on said.rule_id = named.rule_id and said.body_version = named.body_version
    where named.interface_id = used and rules.kind = 'ALARM' and rules.deployment_status = 'DEPLOYED'
      and in_service(rules, named.body_version)
      and not coalesce((select bool_and((line ->> 'cycleEndDate')::date < (now() at time zone (said.body ->> 'timeZone'))::date)
        from jsonb_array_elements(said.body -> 'inputs' -> 'lines') line
        where line ->> 'interfaceId' = used::text and line ? 'cycleEndDate'
        having count(*) = (select count(*) from jsonb_array_elements(said.body -> 'inputs' -> 'lines') every
          where every ->> 'interfaceId' = used::text)), false) $$;

create or replace function is_watched(used bigint) returns boolean language sql stable parallel safe security definer set search_path = public
  as $$ select exists (select 1 from watching_bodies(used)) $$;
