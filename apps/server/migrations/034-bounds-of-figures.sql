-- Bounds of what readings are multiplied by, added to and counted with: nothing computed of a good reading overflows.
update interfaces set
  scale_a = greatest(-1e9, least(1e9, scale_a)),
  scale_b = greatest(-1e9, least(1e9, scale_b)),
  modulus = least(1e12, modulus),
  max_rate = least(1e9, max_rate)
where abs(scale_a) > 1e9 or abs(scale_b) > 1e9 or modulus > 1e12 or max_rate > 1e9;

alter table interfaces
  add check (abs(scale_a) <= 1e9),
  add check (abs(scale_b) <= 1e9),
  add check (modulus <= 1e12),
  add check (max_rate <= 1e9);
