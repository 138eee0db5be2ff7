-- Values at which the output can have stood when the command was issued: its last reading, and a recent earlier order. A value
-- read back between these and the ordered one belongs to a device on its way. Null: not known, as for commands of before.
alter table commands add column origins jsonb;
