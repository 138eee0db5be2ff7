-- What a session shows for another device goes with that session, however that ends.
delete from user_codes where purpose = 'LOGIN';
alter table user_codes
  add column session_id bigint references sessions on delete cascade,
  add check ((session_id is not null) = (purpose = 'LOGIN'));
create index user_codes_session on user_codes (session_id);
