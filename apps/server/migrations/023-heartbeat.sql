-- What is the platform's own: the box and the messages of its heartbeat. No person's query finds them, whatever it asks for.
alter table terminals add column ours boolean not null default false;
alter table interfaces add column ours boolean not null default false;
create unique index terminals_ours on terminals (ours) where ours;
create policy not_ours on terminals as restrictive to steading_app using (not ours or app_person() is null);
create policy not_ours on interfaces as restrictive to steading_app using (not ours or app_person() is null);
create or replace view boxes as
  select id, entity_id, display_name, profile, provision_status, time_out, time_zone, retired_at from terminals
  where (not ours or app_person() is null) and (sees_all()
    or exists (select 1 from entities at where at.id = terminals.entity_id and at.path <@ any (app_scope()))
    or exists (select 1 from interfaces seen join entities at on at.id = seen.entity_id
      where seen.terminal_id = terminals.id and at.path <@ any (app_scope())));

alter table notifications drop constraint notifications_channel_check,
  add constraint notifications_channel_check check (channel in ('MAIL', 'SMS', 'VOICE', 'WHATSAPP', 'HEARTBEAT'));
create policy not_ours on notifications as restrictive to steading_app using (channel <> 'HEARTBEAT' or app_person() is null);

-- When people were last told, past the outbox, that a stage of the path is silent: a restart says nothing twice.
create table heartbeat_told (
  stage text primary key,
  at timestamptz not null
);
