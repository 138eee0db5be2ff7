-- Animals that come to a house together: since when, until when.
create table batches (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  code text not null constraint batches_code_key unique,
  open_date timestamptz not null,
  -- null: it is open.
  close_date timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  check (close_date > open_date)
);
create unique index batches_one_open on batches (entity_id) where close_date is null;
create index batches_entity on batches (entity_id, open_date desc);
create index batches_open_date on batches (open_date desc);
alter table batches enable row level security;
create policy within_scope on batches to steading_app using (sees_all() or exists (select 1 from entities at where at.id = entity_id));

-- The batch that was in a house, or in the house around a room, at a time; who asks need not see it.
create function batch_at(place bigint, at timestamptz) returns bigint language sql stable security definer set search_path = public
  as $$ select batches.id from entities here
    join entities around on around.path @> here.path join batches on batches.entity_id = around.id
    where here.id = batch_at.place and batches.open_date <= batch_at.at
      and (batches.close_date is null or batches.close_date > batch_at.at)
    order by nlevel(around.path) desc, batches.open_date desc limit 1 $$;

-- Whose animals an event concerned; whether a person said so, or that it is none's: then it stays, whatever days a batch is given.
alter table events
  add column batch_id bigint references batches on delete set null,
  add column batch_said boolean not null default false;
create index events_batch on events (batch_id, open_date desc) where batch_id is not null;

-- What a new batch is called: enterprise and farm, the year, the next number of these. Whoever asks next waits until it is written.
create function next_batch_code(place bigint, opened timestamptz) returns text language plpgsql security definer set search_path = public
  as $$
declare
  prefix text;
  number int;
begin
  select coalesce(nullif(string_agg(code::text, '' order by nlevel(path)), ''), 'B' || next_batch_code.place)
      || to_char(next_batch_code.opened at time zone max(time_zone) filter (where id = next_batch_code.place), '-YY')
    into prefix from entities
    where id = any ((select path_ids(path) from entities where id = next_batch_code.place)::bigint[])
      and (type in ('ENTERPRISE', 'FARM') or id = next_batch_code.place);
  perform pg_advisory_xact_lock(hashtext('batches ' || prefix));
  select coalesce(max(substr(code, length(prefix) + 1)::int), 0) + 1 into number
    from batches where starts_with(code, prefix) and substr(code, length(prefix) + 1) ~ '^\d{2,6}$';
  return prefix || lpad(number::text, greatest(2, length(number::text)), '0');
end $$;
