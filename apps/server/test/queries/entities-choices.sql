select "id", "name", "type", "status", "parent_id" as "parentId", entities.display_name as "displayName", (select json_build_object('id', near.id::text, 'name', near.name, 'type', near.type, 'displayName', near.name)
from entities near
where near.id = any (path_ids(entities.path)) and near.type = $1 and true and exists (select 1
from entities scoped
where scoped.id = "near"."id" and "scoped"."path" <@ any ($2::ltree[]))
order by nlevel(near.path) desc
limit 1) as "enterprise"
from "entities"
where "entities"."path" <@ any ($3::ltree[]) and (entities.trail like fold_text($4) and entities.trail like fold_text($5) and ("entities"."search_text" like fold_text($6) or "entities"."search_text" like fold_text($7)) and ("entities"."search_text" like fold_text($8) or exists (select 1
from entities over
where over.id = any (path_ids(entities.path)) and "over"."search_text" like fold_text($9))) and ("entities"."search_text" like fold_text($10) or exists (select 1
from entities over
where over.id = any (path_ids(entities.path)) and "over"."search_text" like fold_text($11))))
order by case when "entities"."search_name" = $12 or e'\n' || "entities"."search_text" || e'\n' like $13 then 0 else 1 + case when "entities"."search_name" like $14 then 0 when "entities"."search_name" like $15 then 1 else 2 end + case when "entities"."search_name" like $16 then 0 when "entities"."search_name" like $17 then 1 else 2 end end, "entities"."display_name" collate names asc nulls first, "entities"."id" asc
limit $18 offset $19
-- Limit
--   ->  Result
--         ->  Sort
--               Sort Key: (CASE WHEN ((entities.search_name = $12) OR ((('
-- '::text || entities.search_text) || '
-- '::text) ~~ $13)) THEN 0 ELSE ((1 + CASE WHEN (entities.search_name ~~ $14) THEN 0 WHEN (entities.search_name ~~ $15) THEN 1 ELSE 2 END) + CASE WHEN (entities.search_name ~~ $16) THEN 0 WHEN (entities.search_name ~~ $17) THEN 1 ELSE 2 END) END), entities.display_name COLLATE names NULLS FIRST, entities.id
--               ->  Bitmap Heap Scan on entities
--                     Recheck Cond: ((trail ~~ fold_text($4)) AND (trail ~~ fold_text($5)))
--                     Filter: ((path <@ ANY ($3)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))) AND ((search_text ~~ fold_text($6)) OR (search_text ~~ fold_text($7))) AND ((search_text ~~ fold_text($8)) OR EXISTS(SubPlan 2)) AND ((search_text ~~ fold_text($10)) OR EXISTS(SubPlan 3)))
--                     ->  Bitmap Index Scan on entities_trail
--                           Index Cond: ((trail ~~ fold_text($4)) AND (trail ~~ fold_text($5)))
--                     SubPlan 2
--                       ->  Bitmap Heap Scan on entities over
--                             Recheck Cond: (search_text ~~ fold_text($9))
--                             Filter: (((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))) AND (id = ANY ((string_to_array((entities.path)::text, '.'::text))::bigint[])))
--                             ->  Bitmap Index Scan on entities_search
--                                   Index Cond: (search_text ~~ fold_text($9))
--                     SubPlan 3
--                       ->  Bitmap Heap Scan on entities over_1
--                             Recheck Cond: (search_text ~~ fold_text($11))
--                                   Index Cond: (search_text ~~ fold_text($11))
--         SubPlan 1
--           ->  Limit
--                 ->  Sort
--                       Sort Key: (nlevel(scoped.path)) DESC
--                       ->  Bitmap Heap Scan on entities scoped
--                             Recheck Cond: ((id = ANY ((string_to_array((entities.path)::text, '.'::text))::bigint[])) AND (path <@ ANY ($2)))
--                             Filter: ((type = $1) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
--                             ->  BitmapAnd
--                                   ->  Bitmap Index Scan on entities_pkey
--                                         Index Cond: (id = ANY ((string_to_array((entities.path)::text, '.'::text))::bigint[]))
--                                   ->  Bitmap Index Scan on entities_path
--                                         Index Cond: (path <@ ANY ($2))

select count(*)::int as total
from ((select 1 as "one"
from "entities"
where "entities"."path" <@ any ($1::ltree[]) and (entities.trail like fold_text($2) and entities.trail like fold_text($3) and ("entities"."search_text" like fold_text($4) or "entities"."search_text" like fold_text($5)) and ("entities"."search_text" like fold_text($6) or exists (select 1
from entities over
where over.id = any (path_ids(entities.path)) and "over"."search_text" like fold_text($7))) and ("entities"."search_text" like fold_text($8) or exists (select 1
from entities over
where over.id = any (path_ids(entities.path)) and "over"."search_text" like fold_text($9))))
limit $10)) counted
-- Aggregate
--   ->  Limit
--         ->  Bitmap Heap Scan on entities
--               Recheck Cond: ((trail ~~ fold_text($2)) AND (trail ~~ fold_text($3)))
--               Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))) AND ((search_text ~~ fold_text($4)) OR (search_text ~~ fold_text($5))) AND ((search_text ~~ fold_text($6)) OR EXISTS(SubPlan 1)) AND ((search_text ~~ fold_text($8)) OR EXISTS(SubPlan 2)))
--               ->  Bitmap Index Scan on entities_trail
--                     Index Cond: ((trail ~~ fold_text($2)) AND (trail ~~ fold_text($3)))
--               SubPlan 1
--                 ->  Bitmap Heap Scan on entities over
--                       Recheck Cond: (search_text ~~ fold_text($7))
--                       Filter: (((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))) AND (id = ANY ((string_to_array((entities.path)::text, '.'::text))::bigint[])))
--                       ->  Bitmap Index Scan on entities_search
--                             Index Cond: (search_text ~~ fold_text($7))
--               SubPlan 2
--                 ->  Bitmap Heap Scan on entities over_1
--                       Recheck Cond: (search_text ~~ fold_text($9))
--                             Index Cond: (search_text ~~ fold_text($9))
