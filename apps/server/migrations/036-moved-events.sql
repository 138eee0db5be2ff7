-- The batch of a place at a time, as if one batch were not there; null: as it is.
drop function batch_at(bigint, timestamptz);
create function batch_at(place bigint, at timestamptz, without bigint default null) returns bigint
  language sql stable security definer set search_path = public
  as $$ select batches.id from entities here
    join entities around on around.path @> here.path join batches on batches.entity_id = around.id
    where here.id = batch_at.place and batches.open_date <= batch_at.at
      and (batches.close_date is null or batches.close_date > batch_at.at)
      and batches.id is distinct from batch_at.without
    order by nlevel(around.path) desc, batches.open_date desc limit 1 $$;

-- A line of the history of an event that went from one batch to another: their codes (null: none), and the house whose batches
-- were changed, which whoever reads the codes must see.
alter table event_changes
  add column batch_from text,
  add column batch_to text,
  add column batch_place bigint;
