-- Production: reference data, batches, movements of animals and feed, weighings, and the figures that are kept of them.

-- Books of reference data: entries are made at an entity and used there and below; entity_id null: of the product. Each has the columns
-- of its fields, and those of every book.
create table genetics (
  id bigint generated always as identity primary key,
  entity_id bigint references entities,
  code text not null,
  display_name text not null,
  species text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
);
create index genetics_entity on genetics (entity_id);
alter table genetics enable row level security;
create policy in_or_above_scope on genetics for select to steading_app using (entity_id is null or is_in_or_above_scope(entity_id));
create policy within_scope on genetics to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table feed_types (
  id bigint generated always as identity primary key,
  entity_id bigint references entities,
  code text not null,
  display_name text not null,
  translations jsonb not null default '{}',
  species text not null,
  medicated boolean not null default false,
  withdrawal_days int not null default 0 check (withdrawal_days >= 0),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
);
create index feed_types_entity on feed_types (entity_id);
alter table feed_types enable row level security;
create policy in_or_above_scope on feed_types for select to steading_app using (entity_id is null or is_in_or_above_scope(entity_id));
create policy within_scope on feed_types to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table feed_factories (
  id bigint generated always as identity primary key,
  entity_id bigint references entities,
  display_name text not null,
  contacts text not null default '',
  lead_days int not null default 3 check (lead_days >= 0),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
);
create index feed_factories_entity on feed_factories (entity_id);
alter table feed_factories enable row level security;
create policy in_or_above_scope on feed_factories for select to steading_app using (entity_id is null or is_in_or_above_scope(entity_id));
create policy within_scope on feed_factories to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table death_reasons (
  id bigint generated always as identity primary key,
  entity_id bigint references entities,
  code text not null,
  display_name text not null,
  translations jsonb not null default '{}',
  species text not null,
  icar_reason text,
  icar_method text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
);
create index death_reasons_entity on death_reasons (entity_id);
alter table death_reasons enable row level security;
create policy in_or_above_scope on death_reasons for select to steading_app using (entity_id is null or is_in_or_above_scope(entity_id));
create policy within_scope on death_reasons to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create table production_curves (
  id bigint generated always as identity primary key,
  entity_id bigint references entities,
  display_name text not null,
  species text not null,
  genetics_id bigint references genetics,
  -- Ages are shown in days (1) or weeks (7); details has days.
  age_unit int not null check (age_unit in (1, 7)),
  source text not null default '',
  -- [{age, weight, dailyFeed?, dailyWater?, tMin?, tMax?, rhMin?, rhMax?, co2Max?, nh3Max?}], ascending by age.
  details jsonb not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
);
create index production_curves_entity on production_curves (entity_id);
alter table production_curves enable row level security;
create policy in_or_above_scope on production_curves for select to steading_app using (entity_id is null or is_in_or_above_scope(entity_id));
create policy within_scope on production_curves to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

create index production_curves_genetics on production_curves (genetics_id);

-- Batches: animals that come to a house together, from open_date to close_date.
create table batches (
  id bigint generated always as identity primary key,
  entity_id bigint not null references entities,
  code text not null constraint batches_code_key unique,
  -- The position of the house among those of its farm, fixed when the batch is created: 2, of a room 2.1.
  sector_number text not null,
  production_class text check (production_class in ('CONVENTIONAL', 'ANTIBIOTIC_FREE', 'FREE_RANGE', 'ORGANIC', 'BREEDING')),
  species text not null,
  production_type int not null default 2,
  genetics_id bigint references genetics,
  production_curve_id bigint references production_curves,
  -- m²
  usable_area numeric(9, 2) check (usable_area > 0),
  -- kg of an animal
  target_weight numeric(12, 3) check (target_weight > 0),
  -- Null: the default interfaces of the house.
  silo_interface_ids bigint[],
  water_interface_ids bigint[],
  feed_interface_ids bigint[],
  open_date timestamptz not null,
  -- Null: it is open.
  close_date timestamptz,
  -- Raised by every change of its movements and weighings; figures are kept per revision.
  revision int not null default 0,
  -- Totals of its animal movements, written with each of them. Pending ones count in the last alone.
  total_entry int not null default 0,
  total_mortality int not null default 0,
  total_exit int not null default 0,
  total_exit_pending int not null default 0,
  -- kg
  entry_weight numeric(15, 3) not null default 0,
  exit_weight numeric(15, 3) not null default 0,
  -- Day of birth, days since 1970-01-01: the mean of (local day − age) of the animals that entered. Null before the first entry.
  birth_day double precision,
  first_entry_at timestamptz,
  last_movement_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  check (close_date > open_date)
);
create index batches_genetics on batches (genetics_id);
create index batches_production_curve on batches (production_curve_id);
create unique index batches_one_open on batches (entity_id) where close_date is null;
create index batches_entity on batches (entity_id, open_date desc);
create index batches_silos on batches using gin (silo_interface_ids) with (fastupdate = off);
create index batches_open_date on batches (open_date desc);
create index batches_code_search on batches using gin (fold_text(code) gin_trgm_ops) with (fastupdate = off);
alter table batches enable row level security;
create policy within_scope on batches to steading_app using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

-- The batch that was in a house, or in the house around a room, at a time; the caller need not see it. `ignored_batch`: as if that batch
-- were not there.
create function find_batch(entity bigint, at timestamptz, ignored_batch bigint default null) returns bigint
  language sql stable security definer set search_path = public
  as $$ select batches.id from entities house_or_room
    join entities house on house.path @> house_or_room.path join batches on batches.entity_id = house.id
    where house_or_room.id = find_batch.entity and batches.open_date <= find_batch.at
      and (batches.close_date is null or batches.close_date > find_batch.at)
      and batches.id is distinct from find_batch.ignored_batch
    order by nlevel(house.path) desc, batches.open_date desc limit 1 $$;

-- The position of a house among those of its farm by the natural order of names; of a room 2.1. Deleted houses have none.
create function sector_number(entity bigint) returns text language sql stable security definer set search_path = public
  as $$ select coalesce(string_agg((
      select count(*) from entities sibling
      where sibling.parent_id = sector.parent_id and sibling.type = 'SECTOR'
        and (sibling.name collate names, sibling.id) <= (sector.name collate names, sector.id))::text, '.' order by nlevel(sector.path)), '1')
    from entities here join entities sector on sector.path @> here.path and sector.type = 'SECTOR' where here.id = entity $$;

-- The code of a new batch: enterprise and farm, the year, the next number of these. The lock lasts until the batch is written, so two
-- batches never get the same code.
create function next_batch_code(entity bigint, open_date timestamptz) returns text language plpgsql security definer set search_path = public
  as $$
declare
  prefix text;
  number int;
begin
  select coalesce(nullif(string_agg(code::text, '' order by nlevel(path)), ''), 'B' || next_batch_code.entity)
      || to_char(next_batch_code.open_date at time zone max(time_zone) filter (where id = next_batch_code.entity), '-YY')
    into prefix from entities
    where id = any ((select path_ids(path) from entities where id = next_batch_code.entity)::bigint[])
      and (type in ('ENTERPRISE', 'FARM') or id = next_batch_code.entity);
  perform pg_advisory_xact_lock(hashtext('batches ' || prefix));
  select coalesce(max(substr(code, length(prefix) + 1)::int), 0) + 1 into number
    from batches where starts_with(code, prefix) and substr(code, length(prefix) + 1) ~ '^\d{2,6}$';
  return prefix || lpad(number::text, greatest(2, length(number::text)), '0');
end $$;

-- Batches at, above or below a place never share an instant. Writers of a house and its rooms wait for each other.
create function refuse_overlapping_batch() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtext('batch days ' || (
    select house.id from entities here join entities house on house.path @> here.path and house.type = 'SECTOR'
    where here.id = new.entity_id order by nlevel(house.path) limit 1)));
  if exists (
    select 1 from entities here
      join entities place on place.path @> here.path or place.path <@ here.path
      join batches other on other.entity_id = place.id
    where here.id = new.entity_id and other.id <> new.id
      and tstzrange(other.open_date, other.close_date) && tstzrange(new.open_date, new.close_date))
  then
    raise exception 'batches overlap' using errcode = '23P01', constraint = 'batches_overlap';
  end if;
  return new;
end $$;
create trigger refuse_overlap before insert or update of entity_id, open_date, close_date on batches
  for each row execute function refuse_overlapping_batch();

-- Does the caller see a batch? For the tables of what belongs to one.
create function is_batch_in_scope(batch bigint) returns boolean language sql stable parallel safe set search_path = public
  as $$ select has_full_scope() or exists (select 1 from batches where id = batch) $$;

-- Animals that come, go or die. A transfer has two rows, one in each batch, of the same transfer_id: the id of its exit.
create table animal_movements (
  id bigint generated always as identity primary key,
  batch_id bigint not null references batches,
  at timestamptz not null,
  action text not null check (action in ('ENTRY', 'EXIT')),
  action_type text not null check (action_type in ('EXTERNAL_ENTRY', 'EXTERNAL_SALE', 'TRANSFER', 'DEATH')),
  -- What a person adds to the type.
  type_description text not null default '',
  number int not null check (number > 0),
  -- kg of all of them, alive; null: not weighed.
  weight numeric(12, 3) check (weight > 0),
  -- days
  age int not null check (age >= 0),
  pending boolean not null default false,
  death_reason_id bigint references death_reasons,
  transfer_id bigint references animal_movements deferrable initially deferred,
  version int not null default 1,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  check ((action = 'ENTRY' and action_type in ('EXTERNAL_ENTRY', 'TRANSFER'))
    or (action = 'EXIT' and action_type in ('EXTERNAL_SALE', 'TRANSFER', 'DEATH'))),
  check ((action_type = 'TRANSFER') = (transfer_id is not null)),
  check (death_reason_id is null or action_type = 'DEATH'),
  check (weight is not null or action_type = 'DEATH')
);
create index animal_movements_batch on animal_movements (batch_id, at nulls first, id);
create index animal_movements_at on animal_movements (at nulls first, id);
create index animal_movements_death_reason on animal_movements (death_reason_id) where death_reason_id is not null;
create unique index animal_movements_transfer on animal_movements (transfer_id, action) where transfer_id is not null;
alter table animal_movements enable row level security;
create policy within_scope on animal_movements to steading_app using (is_batch_in_scope(batch_id));

-- Feed that comes or goes. A transfer has two rows as above. A delivery that a silo shows is pending until a person says what it was.
create table feed_movements (
  id bigint generated always as identity primary key,
  -- The house.
  entity_id bigint not null references entities,
  -- Null: a delivery while no batch was there.
  batch_id bigint references batches,
  at timestamptz not null,
  action text not null check (action in ('ENTRY', 'EXIT')),
  action_type text not null check (action_type in ('BUY', 'TRANSFER')),
  type_description text not null default '',
  -- kg
  weight numeric(12, 3) not null check (weight > 0),
  feed_type_id bigint references feed_types,
  feed_factory_id bigint references feed_factories,
  pending boolean not null default false,
  transfer_id bigint references feed_movements deferrable initially deferred,
  -- The silo that showed the delivery, and when its filling began: `at` is what people make of it.
  silo_interface_id bigint references interfaces,
  detected_at timestamptz,
  -- kg, as the silo showed it; weight is what people booked.
  detected_weight numeric(12, 3) check (detected_weight > 0),
  version int not null default 1,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint,
  check (action = 'ENTRY' or action_type = 'TRANSFER'),
  check ((action_type = 'TRANSFER') = (transfer_id is not null)),
  check (pending or (batch_id is not null and feed_type_id is not null)),
  check (batch_id is not null or silo_interface_id is not null),
  check ((silo_interface_id is null) = (detected_at is null))
);
create index feed_movements_batch on feed_movements (batch_id, at nulls first, id);
create index feed_movements_at on feed_movements (at nulls first, id);
create index feed_movements_entity on feed_movements (entity_id, at desc);
create index feed_movements_feed_type on feed_movements (feed_type_id);
create index feed_movements_feed_factory on feed_movements (feed_factory_id);
create unique index feed_movements_transfer on feed_movements (transfer_id, action) where transfer_id is not null;
create unique index feed_movements_delivery on feed_movements (silo_interface_id, detected_at) where silo_interface_id is not null;
alter table feed_movements enable row level security;
create policy within_scope on feed_movements to steading_app
  using (has_full_scope() or exists (select 1 from entities at where at.id = entity_id));

-- Animals put on a scale by hand: each alone (weights), or together.
create table weighings (
  id bigint generated always as identity primary key,
  batch_id bigint not null references batches,
  at timestamptz not null,
  number int not null check (number > 0),
  -- kg
  total_weight numeric(15, 3) not null check (total_weight > 0),
  weights numeric(12, 3)[],
  method text not null check (method in ('MANUAL', 'SCALE')),
  notes text not null default '',
  version int not null default 1,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz,
  updated_by bigint
);
create index weighings_batch on weighings (batch_id, at nulls first, id);
create index weighings_at on weighings (at nulls first, id);
alter table weighings enable row level security;
create policy within_scope on weighings to steading_app using (is_batch_in_scope(batch_id));

-- Events of other systems that were imported into a batch, with what they booked: none is booked twice, as long as that is there.
create table imported_events (
  batch_id bigint not null references batches on delete cascade,
  -- Who made the event; empty: unknown. Its id is unique within the source.
  source text not null,
  event_id text not null,
  animal_movement_id bigint references animal_movements on delete cascade,
  weighing_id bigint references weighings on delete cascade,
  primary key (batch_id, source, event_id),
  check (num_nonnulls(animal_movement_id, weighing_id) = 1)
);
create index imported_events_animal_movement on imported_events (animal_movement_id) where animal_movement_id is not null;
create index imported_events_weighing on imported_events (weighing_id) where weighing_id is not null;
alter table imported_events enable row level security;
create policy within_scope on imported_events to steading_app
  using (has_full_scope() or exists (select 1 from batches where batches.id = batch_id));

-- Files of a batch, of a movement of animals, or of one of feed.
create table production_attachments (
  id bigint generated always as identity primary key,
  batch_id bigint references batches on delete cascade,
  animal_movement_id bigint references animal_movements on delete cascade,
  feed_movement_id bigint references feed_movements on delete cascade,
  name text not null,
  type text not null,
  bytes bigint not null,
  file_id uuid not null unique references files,
  created_at timestamptz not null,
  created_by bigint,
  check (num_nonnulls(batch_id, animal_movement_id, feed_movement_id) = 1),
  unique nulls not distinct (batch_id, animal_movement_id, feed_movement_id, name)
);
create index production_attachments_animal_movement on production_attachments (animal_movement_id) where animal_movement_id is not null;
create index production_attachments_feed_movement on production_attachments (feed_movement_id) where feed_movement_id is not null;
alter table production_attachments enable row level security;
create policy within_scope on production_attachments to steading_app using (
  has_full_scope() or exists (select 1 from batches where id = batch_id)
  or exists (select 1 from animal_movements movement where movement.id = animal_movement_id)
  or exists (select 1 from feed_movements movement where movement.id = feed_movement_id));

-- The interfaces that measure what a batch eats and drinks, and when within its days: those chosen for it, else the default ones of
-- the house, each while it was the default. The first default counts from the opening. Until infinity: it goes on.
create view batch_sources with (security_invoker = true) as
  select batches.id as batch_id, source.category, used.interface_id, greatest(batches.open_date, used.since) as since,
    least(coalesce(batches.close_date, 'infinity'), used.until) as until
  from batches
    cross join lateral (values ('SILO_WEIGHT', silo_interface_ids), ('WATER_COUNTER', water_interface_ids),
      ('FEED_COUNTER', feed_interface_ids)) source (category, chosen)
    cross join lateral (
      select unnest(source.chosen) as interface_id, timestamptz '-infinity' as since, timestamptz 'infinity' as until
      union all
      select interface_id, coalesce(lag(until) over (order by until), '-infinity'), until from (
        select interface_id, until from past_default_interfaces past
          where past.entity_id = batches.entity_id and past.category = source.category
        union all
        select interface_id, 'infinity' from default_interfaces preset
          where preset.entity_id = batches.entity_id and preset.category = source.category) defaults
      where source.chosen is null) used
  where used.until > batches.open_date and used.since < coalesce(batches.close_date, 'infinity');

-- Feed (kg) and water (L) of a local day of a batch, computed from its sources.
create table batch_days (
  batch_id bigint not null references batches on delete cascade,
  day date not null,
  feed double precision,
  water double precision,
  feed_source text check (feed_source in ('SILO', 'FEED_COUNTER', 'STOCK')),
  primary key (batch_id, day)
);
alter table batch_days enable row level security;
create policy within_scope on batch_days to steading_app using (is_batch_in_scope(batch_id));

-- The other batches that a batch shares a silo with, each with its versions: its share depends on them. Null: there is none. The
-- caller need not see them.
create function silo_sharers(batch bigint) returns text language sql stable security definer set search_path = public
  as $$ with own as (
      select id, open_date, close_date, array(
        select interface_id from batch_sources source
        where source.batch_id = batch and source.category = 'SILO_WEIGHT') as silos
      from batches where id = batch)
    select string_agg(concat_ws(':', other.id, other.version, other.revision, curve.version), ' ' order by other.id)
    from own join batches other on other.id <> own.id
        and tstzrange(other.open_date, other.close_date) && tstzrange(own.open_date, own.close_date)
      left join production_curves curve on curve.id = other.production_curve_id
    where cardinality(own.silos) > 0 and (other.silo_interface_ids && own.silos
      or (other.silo_interface_ids is null and other.entity_id = any (array(
        select preset.entity_id from default_interfaces preset where preset.interface_id = any (own.silos)
        union all
        select past.entity_id from past_default_interfaces past where past.interface_id = any (own.silos))))) $$;

-- KPIs of a batch as of a revision, a local day, and the versions of the batch, of its curve and of those that share its silos;
-- recomputed when one is another.
create table batch_figures (
  batch_id bigint primary key references batches on delete cascade,
  revision int not null,
  day date not null,
  batch_version int not null,
  -- Null: without a curve.
  curve_version int,
  -- As of silo_sharers.
  silo_sharers text,
  figures jsonb not null,
  computed_at timestamptz not null
);
alter table batch_figures enable row level security;
create policy within_scope on batch_figures to steading_app using (is_batch_in_scope(batch_id));

-- How much of a batch its sensors saw (coverage), and how much of that lay inside the band of the curve (compliance).
create table batch_environment (
  batch_id bigint not null references batches on delete cascade,
  category text not null,
  expected int not null,
  present int not null,
  -- Buckets whose age has a band: compliance is inside of judged.
  judged int not null,
  inside int not null,
  computed_at timestamptz not null,
  -- The end of the last bucket that was counted.
  counted_until timestamptz not null,
  -- What the counts follow from, besides the readings.
  batch_version int not null,
  curve_version int,
  -- Mean birth day, days since 1970-01-01; null: nothing entered.
  birth_day double precision,
  primary key (batch_id, category)
);
alter table batch_environment enable row level security;
create policy within_scope on batch_environment to steading_app using (is_batch_in_scope(batch_id));

-- Deliveries that a silo showed and people deleted: detected again they are not booked again.
create table dismissed_deliveries (
  silo_interface_id bigint not null references interfaces on delete cascade,
  -- When the filling began.
  detected_at timestamptz not null,
  primary key (silo_interface_id, detected_at)
);

-- Where the detection of deliveries stands for each silo: its state after the bucket, from which it goes on.
create table silo_states (
  interface_id bigint primary key references interfaces on delete cascade,
  state jsonb not null,
  -- Start of the last five-minute bucket that was taken.
  bucket timestamptz not null
);
