-- The revision of the configuration with which a box hears of an order; null once the box reported it, or a later one. Until then
-- nobody knows whether the box runs the rule.
alter table rules add column awaited_rev integer;

-- Orders under way before this column: the wanted revision of the box contains them.
update rules set awaited_rev = link.desired_rev
from terminal_links link
where link.terminal_id = rules.terminal_id
  and (rules.deployment_status in ('PENDING_DEPLOY', 'PENDING_UNDEPLOY') or rules.deployment_wording ->> 'key' = 'deploy.message.noAnswer');
