select "rules".*, "boxes"."display_name" as "terminalName", "boxes"."time_zone" as "terminalZone", "boxes"."provision_status" as "provisionStatus", "boxes"."retired_at" as "terminalRetiredAt", "terminal_links"."connected", (select json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', entities.display_name)
from entities
where entities.id = "rules"."entity_id") as "rootEntity", (select json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', entities.display_name)
from entities
where entities.id = "rules"."sector_id") as "sector", coalesce(( select json_agg(json_build_object('id', rule_groups.id::text, 'displayName', rule_groups.display_name)
order by rule_groups.display_name collate names)
from rule_group_members member join rule_groups on rule_groups.id = member.group_id
where member.rule_id = rules.id), '[]'::json) as "ruleGroups"
from "rules"
left join "boxes" on "boxes"."id" = "rules"."terminal_id"
left join "terminal_links" on "terminal_links"."terminal_id" = "rules"."terminal_id"
where exists (select 1
from entities scoped
where scoped.id = "rules"."entity_id" and "scoped"."path" <@ any ($1::ltree[])) and "rules"."deleted_at" is null and "rules"."kind" = any($2::text[]) and "rules"."search_text" like fold_text($3)
order by "rules"."updated_at" desc nulls last, "rules"."id" desc
limit $4 offset $5
-- Limit
--   ->  Result
--         ->  Sort
--               Sort Key: rules.updated_at DESC NULLS LAST, rules.id DESC
--               ->  Nested Loop
--                     ->  Nested Loop Left Join
--                           ->  Nested Loop Left Join
--                                 ->  Bitmap Heap Scan on rules
--                                       Recheck Cond: (search_text ~~ fold_text($3))
--                                       Filter: ((deleted_at IS NULL) AND (kind = ANY ($2)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 10)))
--                                       ->  Bitmap Index Scan on rules_name
--                                             Index Cond: (search_text ~~ fold_text($3))
--                                       SubPlan 10
--                                         ->  Index Scan using entities_pkey on entities at_3
--                                               Index Cond: (id = rules.entity_id)
--                                               Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--                                 ->  Index Scan using terminals_pkey on terminals
--                                       Index Cond: (id = rules.terminal_id)
--                                       Filter: (((NOT is_internal) OR ((NULLIF(current_setting('app.person'::text, true), ''::text))::bigint IS NULL)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (ANY (entity_id = (hashed SubPlan 7).col1)) OR (ANY (id = (hashed SubPlan 9).col1))))
--                                       SubPlan 7
--                                         ->  Bitmap Heap Scan on entities at_1
--                                               Recheck Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                               ->  Bitmap Index Scan on entities_path
--                                                     Index Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                       SubPlan 9
--                                         ->  Nested Loop
--                                               ->  Bitmap Heap Scan on entities at_2
--                                                     Recheck Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                                     ->  Bitmap Index Scan on entities_path
--                                                           Index Cond: (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))
--                                               ->  Index Scan using interfaces_entity on interfaces seen
--                                                     Index Cond: (entity_id = at_2.id)
--                           ->  Index Scan using terminal_links_pkey on terminal_links
--                                 Index Cond: (terminal_id = rules.terminal_id)
--                     ->  Index Scan using entities_pkey on entities scoped
--                           Index Cond: (id = rules.entity_id)
--                           Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
--         SubPlan 1
--           ->  Index Scan using entities_pkey on entities
--                 Index Cond: (id = rules.entity_id)
--                 Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--         SubPlan 2
--           ->  Index Scan using entities_pkey on entities entities_1
--                 Index Cond: (id = rules.sector_id)
--         SubPlan 5
--           ->  Aggregate
--                 ->  Sort
--                       Sort Key: rule_groups.display_name COLLATE names
--                       ->  Nested Loop
--                             ->  Bitmap Heap Scan on rule_group_members member
--                                   Recheck Cond: (rule_id = rules.id)
--                                   ->  Bitmap Index Scan on rule_group_members_rule
--                                         Index Cond: (rule_id = rules.id)
--                             ->  Index Scan using rule_groups_pkey on rule_groups
--                                   Index Cond: (id = member.group_id)
--                                   Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 3))
--                                   SubPlan 3
--                                     ->  Index Scan using entities_pkey on entities at
--                                           Index Cond: (id = rule_groups.entity_id)
--                                           Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))

select count(*)::int as total
from ((select 1 as "one"
from "rules"
left join "boxes" on "boxes"."id" = "rules"."terminal_id"
left join "terminal_links" on "terminal_links"."terminal_id" = "rules"."terminal_id"
where exists (select 1
from entities scoped
where scoped.id = "rules"."entity_id" and "scoped"."path" <@ any ($1::ltree[])) and "rules"."deleted_at" is null and "rules"."kind" = any($2::text[]) and "rules"."search_text" like fold_text($3)
limit $4)) counted
-- Aggregate
--   ->  Limit
--         ->  Nested Loop
--               ->  Bitmap Heap Scan on rules
--                     Recheck Cond: (search_text ~~ fold_text($3))
--                     Filter: ((deleted_at IS NULL) AND (kind = ANY ($2)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 5)))
--                     ->  Bitmap Index Scan on rules_name
--                           Index Cond: (search_text ~~ fold_text($3))
--                     SubPlan 5
--                       ->  Index Scan using entities_pkey on entities at
--                             Index Cond: (id = rules.entity_id)
--                             Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--               ->  Index Scan using entities_pkey on entities scoped
--                     Index Cond: (id = rules.entity_id)
--                     Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
