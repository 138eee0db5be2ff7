-- Numbers that a box declared missing: settled, and part of `stored`, until one of them comes after all.
alter table sequences add column gaps int8multirange not null default '{}';
