import { RuleBody } from '@steading/contract/rules/body'
import { initial } from '@steading/rules/step'
import { raiseRevision } from '../../apps/server/src/devices/links/links.sql.ts'
import { systemActor } from '../../apps/server/src/platform/actor.ts'
import { systemClock } from '../../apps/server/src/platform/time/clock.ts'
import { createQueryBuilder } from '../../apps/server/src/platform/database/connection/pool.ts'
import { createScopedDatabase } from '../../apps/server/src/platform/database/unitOfWork.ts'
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
  const db = createScopedDatabase(createQueryBuilder(owner), systemClock)
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

/** What became of the alarm's events, and how many messages went out for them: those of the past, and the others. */
export async function eventsOf({ rows }: Stage, alarm: string) {
  const all = await rows<{ past: boolean; messages: number }>(
    `select is_historic as past, (select count(*)::int from notifications where event_id = events.id) as messages
     from events where rule_id = $1 and title = 'Too hot'`,
    [alarm],
  )
  const count = (past: boolean) => all.filter(one => one.past === past).length
  const messages = (past: boolean) => all.reduce((sum, one) => sum + (one.past === past ? one.messages : 0), 0)
  return { past: count(true), present: count(false), aboutPast: messages(true), aboutPresent: messages(false) }
}
