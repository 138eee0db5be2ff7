-- The instant at which the closing of a batch was entered: its close_date may lie long before it. Null: it is open.

alter table batches add closed_at timestamptz;
-- Of earlier closings only their date is known.
update batches set closed_at = close_date where close_date is not null;
