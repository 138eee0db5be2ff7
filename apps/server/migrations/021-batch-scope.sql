-- Policies of what belongs to a batch: as expressions, which the planner puts into the query. The function that they called cannot be
-- inlined, as it holds a subquery and sets a search path: a list of 2,000 batches called it for each of its figures, 10 µs each.

alter policy within_scope on animal_movements using (has_full_scope() or exists (select 1 from batches where batches.id = batch_id));
alter policy within_scope on weighings using (has_full_scope() or exists (select 1 from batches where batches.id = batch_id));
alter policy within_scope on batch_days using (has_full_scope() or exists (select 1 from batches where batches.id = batch_id));
alter policy within_scope on batch_figures using (has_full_scope() or exists (select 1 from batches where batches.id = batch_id));
alter policy within_scope on batch_environment using (has_full_scope() or exists (select 1 from batches where batches.id = batch_id));
alter policy within_scope on early_warning_states using (has_full_scope() or exists (select 1 from batches where batches.id = batch_id));
drop function is_batch_in_scope(bigint);
