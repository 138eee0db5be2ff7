-- The title of a technical event in every language: people search for the words that they read.
alter table events add column spoken text not null default '';
alter table events drop column searched;
alter table events add column searched text not null generated always as (plain(title || e'\n' || spoken)) stored;
create index events_title on events using gin (searched gin_trgm_ops) with (fastupdate = off);

-- News of the product are not sent: nobody stays subscribed to what never comes.
update users set subscriptions = array_remove(subscriptions, 'PRODUCT_NEWS') where 'PRODUCT_NEWS' = any (subscriptions);
