-- Bodies of the alarms in service that watch an interface, wherever the alarm stands. An alarm whose cycles for that interface
-- are all over watches it no longer.
create function watching_bodies(used bigint) returns setof jsonb language sql stable parallel safe security definer set search_path = public
  as $$ select version.body from rule_interfaces member join rules on rules.id = member.rule_id
    join rule_versions version on version.rule_id = member.rule_id and version.body_version = member.body_version
    where member.interface_id = used and rules.kind = 'ALARM' and rules.deployment_status = 'DEPLOYED'
      and in_service(rules, member.body_version)
      and not coalesce((select bool_and((line ->> 'cycleEndDate')::date < (now() at time zone (version.body ->> 'timeZone'))::date)
        from jsonb_array_elements(version.body -> 'inputs' -> 'lines') line
        where line ->> 'interfaceId' = used::text and line ? 'cycleEndDate'
        having count(*) = (select count(*) from jsonb_array_elements(version.body -> 'inputs' -> 'lines') other
          where other ->> 'interfaceId' = used::text)), false) $$;

create or replace function is_watched(used bigint) returns boolean language sql stable parallel safe security definer set search_path = public
  as $$ select exists (select 1 from watching_bodies(used)) $$;
