-- What somebody closed of late is looked at again: it may last.
create index events_closed_by_hand on events (close_date) where closed_by is not null;

-- What an outage held back until its event was long over says nothing new.
alter table notifications
  drop constraint notifications_withheld_for_check,
  add constraint notifications_withheld_for_check
    check (withheld_for in ('BUDGET', 'QUIET_OVER', 'RECIPIENT', 'COUNTRY', 'DRILL_OVER', 'OVER'));

-- Of a message that could not be brought: was it the message's own trouble, as a mailbox that is full, and not that of its channel?
alter table notifications add column own_trouble boolean not null default false;
