-- The name of a box that is out of service, retired or deleted, is free; the old record keeps it to be read.
alter table terminals drop constraint terminals_uid_key;
create unique index terminals_uid_key on terminals (uid) where retired_at is null;
create index terminals_uid on terminals (uid);
-- Configurations below it were made for another place that the box was in before: what it measures by them is not ours.
alter table terminal_links add column first_rev int;
update terminal_links set first_rev = 0 where hello is not null;
