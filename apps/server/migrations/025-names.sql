-- Names sort as people count: Barn 2 before Barn 10, and letters with accents beside those without. A PostgreSQL that was built
-- without ICU goes on sorting by bytes.
do $$ begin
  create collation names (provider = icu, locale = 'und-u-kn-true');
exception when feature_not_supported then
  raise notice 'names sort by bytes: %', sqlerrm;
  create collation names from "C";
end $$;
drop index entities_display_name, users_short_name;
create index entities_display_name on entities (display_name collate names nulls first, id);
create index users_short_name on users (short_name collate names nulls first, id);

-- What a place is called in full, made plain, its words apart by single spaces and with one at either end: how well a search
-- fits it is told by comparing.
alter table entities add column called text not null
  generated always as (' ' || trim(regexp_replace(plain(display_name), '[\s|/(),.-]+', ' ', 'g')) || ' ') stored;
