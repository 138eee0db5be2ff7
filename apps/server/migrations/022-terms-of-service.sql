-- Counts how often a rule of the platform left service: what was remembered of it before belongs to nobody.
alter table rules add column term int not null default 0;
