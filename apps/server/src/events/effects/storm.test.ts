import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  anAlarm,
  details,
  event,
  farm,
  found,
  later,
  manager,
  MINUTE,
  notifies,
  opens,
  say,
  takenIn,
  theEvent,
  time,
  notificationsOf,
  withAlarms,
} from '../../../test/alarms.ts'
import type { Alarm } from '../../../test/alarms.ts'
import { data } from '../../../test/farm.ts'
import { eventRule } from '../rules.sql.ts'
import { createApply } from './apply.ts'
import type { ReportedEffect } from './readEffect.ts'
import { createApplyWithFallback } from './applyWithFallback.ts'

withAlarms()

test('notifies of CRITICAL effects ahead of the rest, and only once', async () => {
  const other = await anAlarm({ severityLevel: 'MAJOR' })
  const grave = await anAlarm()
  const t = time - MINUTE
  await say(other, [opens(other, t)])
  const { id } = await theEvent(event(other, t), row => row.causes !== null)
  const blocker = await farm.world.owner.connect()
  try {
    await blocker.query('begin')
    await blocker.query('select 1 from events where id = $1 for update', [id])
    await say(other, [notifies(other, t, t)])
    await say(grave, [opens(grave, t), notifies(grave, t, t)])
    await theEvent(event(grave, t), row => row.notifications === 1)
    expect(await notificationsOf(id)).toEqual([])
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  await theEvent(event(other, t), row => row.notifications === 1)
  await takenIn()
  expect(await found(event(grave, t))).toMatchObject({ notifications: 1, status: 'OPEN' })
})

describe('a storm', () => {
  /** What their rules did is applied in one bite; answers how many statements that took. */
  const inOneBite = async (alarms: readonly Alarm[], t: number) => {
    const fault = () => Promise.reject(new Error('none failed'))
    const apply = createApplyWithFallback(farm.world, createApply(farm.app.services.events.notifier, { raiseFault: fault }))
    let statements = 0
    const count: KyselyPlugin = {
      transformQuery: ({ node }) => (statements++, node),
      transformResult: ({ result }) => Promise.resolve(result),
    }
    await farm.world.db.work(farm.system, async whole => {
      const work = { ...whole, sql: whole.sql.withPlugin(count) }
      const rules = await Promise.all(
        alarms.map(alarm => eventRule(work, { id: alarm.rule, terminalId: alarm.house.terminalId })),
      )
      await apply(
        work,
        alarms.map((alarm, at) => ({
          rule: rules[at]!,
          effects: [opens(alarm, t), notifies(alarm, t, t)].map(([ts, effect]) => ({
            effect: { ...effect, ts } as ReportedEffect, // safe: as boxes send them
            version: 1,
            isLate: false,
            isOver: false,
          })),
        })),
      )
    })
    return statements
  }

  test('applies N alarms with the same number of SQL statements as one', async () => {
    const t = time - MINUTE
    const alone = await anAlarm()
    const many = [await anAlarm(), await anAlarm(), await anAlarm(), await anAlarm({ severityLevel: 'MAJOR' })]
    const statements = await inOneBite([alone], t)
    expect(statements).toBeLessThanOrEqual(16)
    expect(await inOneBite(many, t)).toBe(statements)
    const expectEvent = async (alarm: Alarm) => {
      const row = await theEvent(event(alarm, t))
      const { causes } = await details(row.id)
      expect(causes.map(({ interfaceId }) => interfaceId)).toEqual([alarm.house.temperature])
      expect(data(await manager.events.occurrences({ params: { id: row.id }, query: {} })).totalElements).toBe(1)
      expect(data(await manager.events.changes({ params: { id: row.id } })).map(({ status }) => status)).toEqual(['OPEN'])
      expect(row).toMatchObject({ status: 'OPEN', notifications: 1, terminal_id: alarm.house.terminalId, rule_id: alarm.rule })
      expect(row.latest_occurrence).toEqual(new Date(t))
      return (await notificationsOf(row.id)).map(message => [
        message.channel,
        message.recipient,
        message.urgency,
        message.subject,
      ])
    }
    const [first] = await expectEvent(alone)
    for (const alarm of many.slice(0, 3)) expect(await expectEvent(alarm)).toEqual([first])
    const [milder] = await expectEvent(many[3]!)
    expect(milder).toMatchObject(['MAIL', first![1], 'NORMAL', expect.stringContaining('Too hot')])
    // The same again changes nothing.
    await inOneBite([alone, ...many], t)
    for (const one of [alone, ...many]) expect(await expectEvent(one)).toHaveLength(1)
  })

  test('sends one recipient four single messages and a digest of the rest', async () => {
    // Nothing else is told meanwhile.
    for (const part of farm.app.services.events.parts) await part.stop()
    later(2 * MINUTE)
    const t = time - MINUTE
    const many: Alarm[] = []
    while (many.length < 8) many.push(await anAlarm())
    await inOneBite(many.slice(0, 2), t)
    await inOneBite(many.slice(2), t)
    const gathered: boolean[] = []
    for (const alarm of many)
      gathered.push(...(await notificationsOf((await theEvent(event(alarm, t))).id)).map(message => message.in_digest))
    // Alarms of one transaction are applied concurrently: two of its six go out singly, whichever they are.
    expect(gathered.slice(0, 2)).toEqual([false, false])
    expect(gathered.slice(2).filter(Boolean)).toHaveLength(4)
    expect(gathered).toHaveLength(8)
  })
})
