-- What people write of events, whom they tell, and the files of both.
alter table events
  add column cause text not null default 'UNKNOWN',
  -- Whom whoever wrote it told last; null: nobody did, its rule or the platform says who hears.
  add column actions jsonb;
create index events_created_by on events (created_by) where created_by is not null;
create index notifications_user on notifications (user_id, event_id) where user_id is not null;

-- Contents lie in the data folder under their id. What nothing keeps (yet, or any more) is taken away soon.
create table files (
  id uuid primary key,
  -- Whose quota it counts to.
  entity_id bigint references entities on delete set null,
  bytes bigint not null,
  kept boolean not null default false,
  loose_since timestamptz not null default now()
);
create index files_loose on files (loose_since) where not kept;
create index files_entity on files (entity_id) where kept;

create table event_attachments (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  name text not null,
  type text not null,
  bytes bigint not null,
  file_id uuid not null unique references files,
  created_at timestamptz not null,
  created_by bigint,
  unique (event_id, name)
);
