import { RuleBody } from '@steading/contract/rulebody'
import { initial } from '@steading/rules/step'
import { raiseRevision } from '../../apps/server/src/devices/links.sql.ts'
import { systemActor } from '../../apps/server/src/platform/actor.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { database } from '../../apps/server/src/platform/database/pool.ts'
import { scopedDatabase } from '../../apps/server/src/platform/database/work.ts'
import { createRule } from '../../apps/server/src/rules/index.ts'
import type { Barn } from '../stage/barn.ts'
import type { Farm } from '../stage/farm.ts'
import type { Stage } from '../stage/stage.ts'

/** °C: the alarm of the platform and the fan of the box begin above. */
export const LIMIT = 30

/**
 * Two rules for a barn: an alarm that the platform has evaluated since that instant (UTC ms), and a thermostat on the box that
 * drives its fan. To be made while no server runs. Answers the id of the alarm.
 */
export async function twoRules({ owner }: Stage, { root }: Farm, barn: Barn, since: number): Promise<string> {
  const db = scopedDatabase(database(owner), systemClock)
  const { air, fan, terminalId } = barn
  return db.work(systemActor('chaos'), async work => {
    await createRule(work, {
      displayName: 'Fan',
      entityId: root,
      terminalId,
      template: 'THERMOSTAT',
      inputs: { sensors: [air], outputs: [fan], mode: 'COOL', setPoint: LIMIT, minOn: 0, minOff: 0 },
      deploy: true,
    })
    await raiseRevision(work, terminalId)
    const alarm = await createRule(work, {
      displayName: 'Too hot',
      entityId: root,
      template: 'ALARM_WITHOUT_ACTUATION',
      timeZone: 'Europe/Lisbon',
      inputs: { lines: [{ interfaceId: air, logicOperator: 'GREATER', inputValue: LIMIT }] },
      event: { title: 'Too hot', severityLevel: 'CRITICAL', category: 'CLIMATE' },
      deploy: true,
    })
    const row = await work.sql.selectFrom('rules').select('body').where('id', '=', alarm).executeTakeFirstOrThrow()
    const engine = initial(RuleBody.parse(row.body), since)
    await work.sql
      .insertInto('rule_states')
      .values({
        rule_id: alarm,
        body_version: 1,
        state: JSON.stringify({ since, engine, waiting: [], lateFrom: null }),
        pos: 0,
        alive_at: work.now,
      })
      .execute()
    return alarm
  })
}

/** What became of the alarm's events: those of the past, the others, and the messages that went out for any of them. */
export async function eventsOf({ rows }: Stage, alarm: string) {
  const [row] = await rows<{ past: number; present: number; messages: number }>(
    `select count(*) filter (where past)::int as past, count(*) filter (where not past)::int as present,
       (select count(*)::int from notifications join events told on told.id = notifications.event_id
        where told.rule_id = $1 and told.past) as messages
     from events where rule_id = $1 and title = 'Too hot'`,
    [alarm],
  )
  if (!row) throw new Error('no answer')
  return row
}
