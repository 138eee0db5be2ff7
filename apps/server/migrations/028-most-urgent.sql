-- What is due on a channel is read in the order in which it goes out: however much waits, the next one is found at once.
drop index notifications_queued;
create index notifications_queued on notifications (channel, (severity = 'CRITICAL') desc nulls last, due_at, id)
  where state = 'QUEUED' and digest_id is null;
