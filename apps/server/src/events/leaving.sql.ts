import { sql } from 'kysely'
import type { Work } from '../platform/database/work.ts'
import { ofRule } from './ofRule.ts'

/** Open events of rules out of service, that were to close by themselves as the rule last ran. */
export async function leftOpen(work: Work) {
  const { rows } = await sql<{ id: string }>`
    select events.id from events join rules on rules.id = events.rule_id
    where events.status <> 'CLOSED' and ${ofRule}
      and rules.deployment_status = 'UNDEPLOYED' and not rules.wanted and rules.running_hash is null
      and coalesce((select said.auto_close from rule_runs ran
        join rule_versions said on said.rule_id = ran.rule_id and said.body_version = ran.body_version
        where ran.rule_id = rules.id order by ran.from_at desc limit 1), rules.auto_close)
      and not exists (select 1 from event_changes where event_changes.key = events.key || ':left')
    order by events.id limit 200`.execute(work.sql)
  return rows
}
