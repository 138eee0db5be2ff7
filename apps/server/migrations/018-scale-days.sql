-- What the animal scales of a house weighed on a whole local day: the median of an animal, kg.
alter table batch_days add column scale_weight double precision;
-- A silo was silent for more than 6 h: its part of the feed is an estimate.
alter table batch_days add column is_estimated boolean not null default false;
