-- The card of an event: what was switched around shortly before it opened, as it was then.
alter table events add actuations jsonb;
