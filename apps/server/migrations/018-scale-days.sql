-- What the animal scales of a house weighed on a whole local day: the median of an animal, kg.
alter table batch_days add column scale_weight double precision;
