import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { openedByRule } from '../events.sql.ts'

/** Open events of undeployed rules whose last running version had auto-close. */
export async function eventsOfUndeployedRules(work: UnitOfWork) {
  const { rows } = await sql<{ id: string }>`
    select events.id from events join rules on rules.id = events.rule_id
    where events.status <> 'CLOSED' and ${openedByRule}
      and rules.deployment_status = 'UNDEPLOYED' and not rules.desired and rules.running_hash is null
      and coalesce((select said.auto_close from rule_runs ran
        join rule_versions said on said.rule_id = ran.rule_id and said.body_version = ran.body_version
        where ran.rule_id = rules.id order by ran.started_at desc limit 1), rules.auto_close)
      and not exists (select 1 from event_changes where event_changes.event_id = events.id and event_changes.reason = 'RULE_LEFT')
    order by events.id limit 200`.execute(work.sql)
  return rows
}
