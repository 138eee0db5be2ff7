-- Why a payload was put aside, as a code that people can be told in their language; `reason` stays the detail for a technician.
alter table quarantine add column code text;
update quarantine set code = case
  when reason like 'refused: %' then 'NOT_STORABLE'
  when reason like 'head lies beyond %' then 'HEAD_BEYOND'
  when reason = 'too many holes in its numbers' then 'TOO_MANY_GAPS'
  when reason like 'the gap reaches beyond %' then 'GAP_BEYOND'
  when reason like 'number % came after it was declared missing%' then 'AFTER_GAP'
  when reason like 'number % came again with other content' then 'CHANGED'
  when reason like 'no interface has the index %' then 'UNKNOWN_INTERFACE'
  when reason like 'effect of rule %' then 'UNKNOWN_RULE'
  when reason like 'effect: %' then 'EFFECT'
  else 'UNREADABLE' end;
alter table quarantine alter column code set not null;
