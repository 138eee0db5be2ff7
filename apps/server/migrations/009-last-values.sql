-- Lists of interfaces begin with those that were read last.
create index last_values_ts on last_values (ts desc nulls last, interface_id desc);
