-- How a person writes numbers and dates; null: as their language has it. A message keeps it of whom it goes to, like the language.
alter table users
  add column number_format text check (number_format in ('COMMA_DOT', 'POINT_COMMA', 'COMMA_SPACE')),
  add column date_format text check (date_format in ('DMY_DASH', 'DMY_SLASH', 'DMY_DOT', 'MDY_SLASH', 'YMD_DASH'));
alter table notifications
  add column number_format text check (number_format in ('COMMA_DOT', 'POINT_COMMA', 'COMMA_SPACE')),
  add column date_format text check (date_format in ('DMY_DASH', 'DMY_SLASH', 'DMY_DOT', 'MDY_SLASH', 'YMD_DASH'));
