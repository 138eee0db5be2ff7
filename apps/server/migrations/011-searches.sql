-- Names change rarely and are searched all day: each goes into its index at once, not into a list that every search then reads.
alter index entities_search set (fastupdate = off);
alter index users_name set (fastupdate = off);
alter index terminals_name set (fastupdate = off);
alter index interfaces_name set (fastupdate = off);
select gin_clean_pending_list(name) from unnest('{entities_search,users_name,terminals_name,interfaces_name}'::regclass[]) name;
