select "entities"."id", "entities"."name", "entities"."type", entities.code::text as "code", "entities"."status", "entities"."parent_id" as "parentId", entities.display_name as "displayName", coalesce((select array_agg(over.name
order by nlevel(over.path))
from entities over
where over.id = any (path_ids(entities.path)) and over.id <> entities.id and exists (select 1
from entities scoped
where scoped.id = "over"."id" and "scoped"."path" <@ any ($1::ltree[]))), '{}') as "above", (select count(*)::int
from entities child
where child.parent_id = entities.id) as "children", (select coalesce(json_agg(json_build_object( 'id', tag.id::text, 'name', tag.name, 'translations', tag.translations)
order by tag.name collate names), '[]')
from tagged_entities on_it join entity_tags tag on tag.id = on_it.tag_id
where on_it.entity_id = entities.id) as "tags"
from "entities"
where "entities"."path" <@ any ($2::ltree[]) and "entities"."search_text" like fold_text($3)
order by "entities"."display_name" collate names asc nulls first, "entities"."id" asc
limit $4 offset $5
-- Limit
--   ->  Result
--         ->  Sort
--               Sort Key: entities.display_name COLLATE names NULLS FIRST, entities.id
--               ->  Bitmap Heap Scan on entities
--                     Recheck Cond: (search_text ~~ fold_text($3))
--                     Filter: ((path <@ ANY ($2)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
--                     ->  Bitmap Index Scan on entities_search
--                           Index Cond: (search_text ~~ fold_text($3))
--         SubPlan 1
--           ->  Aggregate
--                 ->  Sort
--                       Sort Key: (nlevel(scoped.path))
--                       ->  Bitmap Heap Scan on entities scoped
--                             Recheck Cond: ((id = ANY ((string_to_array((entities.path)::text, '.'::text))::bigint[])) AND (path <@ ANY ($1)))
--                             Filter: ((id <> entities.id) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
--                             ->  BitmapAnd
--                                   ->  Bitmap Index Scan on entities_pkey
--                                         Index Cond: (id = ANY ((string_to_array((entities.path)::text, '.'::text))::bigint[]))
--                                   ->  Bitmap Index Scan on entities_path
--                                         Index Cond: (path <@ ANY ($1))
--         SubPlan 2
--                 ->  Index Scan using entities_parent on entities child
--                       Index Cond: (parent_id = entities.id)
--                       Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))
--         SubPlan 5
--                       Sort Key: tag.name COLLATE names
--                       ->  Nested Loop
--                             ->  Bitmap Heap Scan on tagged_entities on_it
--                                   Recheck Cond: (entity_id = entities.id)
--                                   ->  Bitmap Index Scan on tagged_entities_pkey
--                                         Index Cond: (entity_id = entities.id)
--                             ->  Index Scan using entity_tags_pkey on entity_tags tag
--                                   Index Cond: (id = on_it.tag_id)
--                                   Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR EXISTS(SubPlan 3) OR is_in_or_above_scope(entity_id))
--                                   SubPlan 3
--                                     ->  Index Scan using entities_pkey on entities at
--                                           Index Cond: (id = tag.entity_id)
--                                           Filter: ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[])))

select count(*)::int as total
from ((select 1 as "one"
from "entities"
where "entities"."path" <@ any ($1::ltree[]) and "entities"."search_text" like fold_text($2)
limit $3)) counted
-- Aggregate
--   ->  Limit
--         ->  Bitmap Heap Scan on entities
--               Recheck Cond: (search_text ~~ fold_text($2))
--               Filter: ((path <@ ANY ($1)) AND ((current_setting('app.whole'::text, true) = 'yes'::text) OR (path <@ ANY ((NULLIF(current_setting('app.scope'::text, true), ''::text))::ltree[]))))
--               ->  Bitmap Index Scan on entities_search
--                     Index Cond: (search_text ~~ fold_text($2))
