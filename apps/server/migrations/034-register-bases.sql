-- What the register of a counter is reckoned by: its box, factor, offset, modulus, and how a virtual one is computed.
create function register_base(of bigint) returns text stable language sql
  return (select concat_ws('/', link.epoch, own.factor, own.shift, coalesce(own.modulus::text, '-'), own.operation, own.scale_a, own.scale_b,
      (select string_agg(concat_ws('/', source.id, source.factor, source.shift, coalesce(source.modulus::text, '-')), ',' order by rank)
        from interface_sources join interfaces source on source.id = source_id where interface_id = own.id))
    from interfaces own left join terminal_links link on link.terminal_id = own.terminal_id where own.id = of);

-- Since when a register is reckoned so: steps from before to after are not booked. is_booked: rollups know.
create table register_bases (
  interface_id bigint not null references interfaces on delete cascade,
  since timestamptz not null,
  base text not null,
  is_booked boolean not null default false,
  primary key (interface_id, since)
);
create index register_bases_open on register_bases (interface_id) where not is_booked;
