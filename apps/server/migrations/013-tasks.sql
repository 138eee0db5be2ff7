-- Tasks of people, and the templates that make them.
create table task_templates (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  display_name text not null,
  description text not null default '',
  species text,
  checklist text[] not null default '{}',
  assignee_ids bigint[] not null default '{}',
  assignee_role_id bigint references roles,
  priority text not null check (priority in ('LOW', 'MODERATE', 'MAJOR', 'CRITICAL')),
  requires_approval boolean not null,
  -- {type, day | weekdays, time}
  trigger jsonb not null,
  -- Hours from the trigger to the due date.
  due_after int not null check (due_after > 0),
  approval_status text not null check (approval_status in ('DRAFT', 'PENDING_APPROVAL', 'APPROVED', 'REJECTED')),
  rejection_note text,
  -- Triggers before it make nothing: those of the time before the approval.
  approved_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
);
create index task_templates_entity on task_templates (entity_id);
create index task_templates_assignee_role on task_templates (assignee_role_id);
alter table task_templates enable row level security;
create policy within_scope on task_templates to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table tasks (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  batch_id bigint references batches on delete set null,
  template_id bigint references task_templates on delete set null,
  title text not null,
  description text not null default '',
  priority text not null check (priority in ('LOW', 'MODERATE', 'MAJOR', 'CRITICAL')),
  status text not null check (status in ('TODO', 'IN_PROGRESS', 'WAITING_APPROVAL', 'DONE', 'CANCELLED')),
  start_at timestamptz,
  due_at timestamptz not null check (due_at >= start_at),
  -- [{text, done, by, at}]
  checklist jsonb not null default '[]',
  requires_approval boolean not null,
  approved_by bigint,
  finished_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
);
create index tasks_entity on tasks (entity_id, due_at);
create index tasks_batch on tasks (batch_id) where batch_id is not null;
create index tasks_template on tasks (template_id) where template_id is not null;
create index tasks_due on tasks (due_at, id);
alter table tasks enable row level security;
create policy within_scope on tasks to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

-- What a template created a task for: a batch or an entity, and a local day. It outlives the task: a deleted one is not created again.
create table task_origins (
  template_id bigint not null references task_templates on delete cascade,
  origin text not null,
  created_at timestamptz not null,
  primary key (template_id, origin)
);
create index task_origins_created on task_origins (created_at);

create table task_assignees (
  task_id bigint not null references tasks on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (task_id, user_id)
);
create index task_assignees_user on task_assignees (user_id);

create table task_changes (
  id bigint generated always as identity primary key,
  task_id bigint not null references tasks on delete cascade,
  status text not null,
  notes text not null default '',
  at timestamptz not null,
  user_id bigint
);
create index task_changes_task on task_changes (task_id, id);

create table task_attachments (
  id bigint generated always as identity primary key,
  task_id bigint not null references tasks on delete cascade,
  name text not null,
  type text not null,
  bytes bigint not null,
  file_id uuid not null unique references files,
  created_at timestamptz not null,
  created_by bigint,
  unique (task_id, name)
);
