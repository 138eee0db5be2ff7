-- Dashboards of entities and users, and their widgets.
create table dashboards (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  user_id bigint references users on delete cascade,
  display_name text not null,
  subtitle text,
  is_default boolean not null default false,
  layout jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
);
create index dashboards_entity on dashboards (entity_id);
create unique index dashboards_default on dashboards (entity_id) where is_default;

create table widgets (
  id bigint generated always as identity primary key,
  dashboard_id bigint not null references dashboards on delete cascade,
  type text not null,
  configs jsonb not null,
  -- Version of the type's configuration.
  config_version int not null default 1
);
create index widgets_dashboard on widgets (dashboard_id);

create table dashboard_favourites (
  user_id bigint not null references users on delete cascade,
  dashboard_id bigint not null references dashboards on delete cascade,
  primary key (user_id, dashboard_id)
);

create table dashboard_homepages (
  user_id bigint primary key references users on delete cascade,
  dashboard_id bigint not null references dashboards on delete cascade
);

-- Objects that a widget shows: for scope, public links and visibility. Written from its configuration.
create table widget_subjects (
  widget_id bigint not null references widgets on delete cascade,
  kind text not null check (kind in ('interfaces', 'entities', 'batches', 'ruleGroups')),
  subject_id bigint not null,
  primary key (widget_id, kind, subject_id)
);
create index widget_subjects_subject on widget_subjects (kind, subject_id);

-- Pictures of widgets, re-encoded.
create table widget_pictures (
  id bigint generated always as identity primary key,
  widget_id bigint not null references widgets on delete cascade,
  name text not null,
  type text not null,
  content bytea not null,
  unique (widget_id, name)
);

-- Links that show a dashboard without a session. `hash`: SHA-256 of the link, which is stored nowhere. `shows_houses`: the dashboard
-- named a sensor of the house when the link was made, whose dialog states the number of houses that it shows.
create table dashboard_public_links (
  id bigint generated always as identity primary key,
  dashboard_id bigint not null references dashboards on delete cascade,
  kind text not null check (kind in ('PUBLIC', 'KIOSK')),
  hash bytea not null unique,
  includes_all boolean not null,
  shows_houses boolean not null,
  created_at timestamptz not null,
  created_by bigint references users,
  unique (dashboard_id, kind)
);
-- Dashboards that a kiosk shows in turn with that of its link.
create table dashboard_link_turns (
  link_id bigint not null references dashboard_public_links on delete cascade,
  dashboard_id bigint not null references dashboards on delete cascade,
  position int not null,
  shows_houses boolean not null,
  primary key (link_id, dashboard_id)
);
create index dashboard_link_turns_dashboard on dashboard_link_turns (dashboard_id);
create index dashboard_public_links_creator on dashboard_public_links (created_by);
