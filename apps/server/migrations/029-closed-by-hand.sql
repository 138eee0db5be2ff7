-- What somebody closed of late is looked at again: it may last.
create index events_closed_by_hand on events (close_date) where closed_by is not null;

-- What an outage held back until its event was long over says nothing new.
alter table notifications
  drop constraint notifications_withheld_for_check,
  add constraint notifications_withheld_for_check
    check (withheld_for in ('BUDGET', 'QUIET_OVER', 'RECIPIENT', 'COUNTRY', 'DRILL_OVER', 'OVER'));
