-- Edits of recurring reports. requested_by: the last editor, with whose permissions the reports are made.

alter table report_schedules
  add version int not null default 1,
  add created_by bigint,
  add updated_at timestamptz,
  add updated_by bigint;
update report_schedules set created_by = requested_by;
