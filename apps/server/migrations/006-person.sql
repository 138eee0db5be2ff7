-- A person as footers name whoever made or changed a thing: told to everybody who sees the thing.
create function person(of_id bigint) returns json language sql stable parallel safe security definer set search_path = public
  as $$ select json_build_object('userId', id::text, 'shortName', short_name) from users where id = of_id $$;

-- Who asks, where it is a person. One always sees oneself and where one stands, though that may lie above what one is kept to.
create function app_person() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.person', true), '')::bigint $$;
create policy oneself on users for select to steading_app using (id = app_person());
create function own_root() returns json language sql stable parallel safe security definer set search_path = public
  as $$ select json_build_object('id', e.id::text, 'name', e.name, 'type', e.type, 'displayName', e.display_name)
    from users u join entities e on e.id = u.entity_id where u.id = app_person() $$;
