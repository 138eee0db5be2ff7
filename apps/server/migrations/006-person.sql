-- A person as footers name whoever made or changed a thing: told to everybody who sees the thing.
create function person(of_id bigint) returns json language sql stable parallel safe security definer set search_path = public
  as $$ select json_build_object('userId', id::text, 'shortName', short_name) from users where id = of_id $$;
