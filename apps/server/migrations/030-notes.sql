-- What somebody writes down without setting a status is a note: it takes nothing up and puts nothing off.
alter table event_changes add column note boolean not null default false;
update event_changes set note = true
from (select id, lag(status) over (partition by event_id order by date, id) as was from event_changes) before
where before.id = event_changes.id and key is null and step is null and before.was = event_changes.status;
