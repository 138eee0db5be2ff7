-- Levels of the list that had their turn, in order: [{members, notified}]. The list may change during an escalation, so whose turn
-- it is depends on who was notified, not on a position in the list.
alter table event_climbs add column passed_levels jsonb not null default '[]';
