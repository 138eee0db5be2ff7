-- The card of an event: every condition that held when it opened, as it was then.
alter table events add causes jsonb;
