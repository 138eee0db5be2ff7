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
  told,
  withAlarms,
} from '../../test/alarms.ts'
import type { Alarm } from '../../test/alarms.ts'
import { data } from '../../test/farm.ts'
import { ruleOf } from './apply.sql.ts'
import { applier } from './apply.ts'
import type { Effect } from './effect.ts'
import { guarded } from './guarded.ts'

withAlarms()

test('what is CRITICAL is told while the rest still waits, and not again when its turn has come', async () => {
  const [other, grave] = [await anAlarm({ severityLevel: 'MAJOR' }), await anAlarm()]
  const t = time - MINUTE
  await say(other, [opens(other, t)])
  const { id } = await theEvent(event(other, t), row => row.causes !== null)
  const held = await farm.world.owner.connect()
  try {
    await held.query('begin')
    await held.query('select 1 from events where id = $1 for update', [id])
    await say(other, [notifies(other, t, t)])
    await say(grave, [opens(grave, t), notifies(grave, t, t)])
    await theEvent(event(grave, t), row => row.notifications === 1)
    expect(await told(id)).toEqual([])
  } finally {
    await held.query('rollback')
    held.release()
  }
  await theEvent(event(other, t), row => row.notifications === 1)
  await takenIn()
  expect(await found(event(grave, t))).toMatchObject({ notifications: 1, status: 'OPEN' })
})

describe('a storm', () => {
  /** What their rules did is applied in one bite; answers how many statements that took. */
  const inOneBite = async (alarms: readonly Alarm[], t: number) => {
    const fault = () => Promise.reject(new Error('none failed'))
    const apply = guarded(farm.world, applier(farm.app.doors.events.telling, { fault }))
    let statements = 0
    const count: KyselyPlugin = {
      transformQuery: ({ node }) => (statements++, node),
      transformResult: ({ result }) => Promise.resolve(result),
    }
    await farm.world.db.work(farm.system, async whole => {
      const work = { ...whole, sql: whole.sql.withPlugin(count) }
      const rules = await Promise.all(alarms.map(one => ruleOf(work, { id: one.rule, terminalId: one.house.terminalId })))
      await apply(
        work,
        alarms.map((one, at) => ({
          rule: rules[at]!,
          doings: [opens(one, t), notifies(one, t, t)].map(([ts, doing]) => ({
            effect: { ...doing, ts } as Effect, // safe: as boxes send them
            ...{ version: 1, late: false, over: false },
          })),
        })),
      )
    })
    return statements
  }

  test('of many alarms at once takes as many statements as of one, and tells of each what of one alone is told', async () => {
    const t = time - MINUTE
    const alone = await anAlarm()
    const many = [await anAlarm(), await anAlarm(), await anAlarm(), await anAlarm({ severityLevel: 'MAJOR' })]
    const statements = await inOneBite([alone], t)
    expect(statements).toBeLessThanOrEqual(16)
    expect(await inOneBite(many, t)).toBe(statements)
    const theirs = async (one: Alarm) => {
      const row = await theEvent(event(one, t))
      const { causes } = await details(row.id)
      expect(causes.map(({ interfaceId }) => interfaceId)).toEqual([one.house.temperature])
      expect(data(await manager.events.occurrences({ params: { id: row.id }, query: {} })).totalElements).toBe(1)
      expect(data(await manager.events.changes({ params: { id: row.id } })).map(({ status }) => status)).toEqual(['OPEN'])
      expect(row).toMatchObject({ status: 'OPEN', notifications: 1, terminal_id: one.house.terminalId, rule_id: one.rule })
      expect(row.latest_occurrence).toEqual(new Date(t))
      return (await told(row.id)).map(message => [message.channel, message.recipient, message.severity, message.subject])
    }
    const [first] = await theirs(alone)
    for (const one of many.slice(0, 3)) expect(await theirs(one)).toEqual([first])
    const [milder] = await theirs(many[3]!)
    expect(milder).toMatchObject(['MAIL', first![1], 'MAJOR', expect.stringContaining('Too hot')])
    // The same again changes nothing.
    await inOneBite([alone, ...many], t)
    for (const one of [alone, ...many]) expect(await theirs(one)).toHaveLength(1)
  })

  test('tells one person of four by themselves, of whatever comes with them together', async () => {
    // Nothing else is told meanwhile.
    for (const part of farm.app.doors.events.parts) await part.stop()
    later(2 * MINUTE)
    const t = time - MINUTE
    const many: Alarm[] = []
    while (many.length < 8) many.push(await anAlarm())
    await inOneBite(many.slice(0, 2), t)
    await inOneBite(many.slice(2), t)
    const gathered: boolean[] = []
    for (const one of many) gathered.push(...(await told((await theEvent(event(one, t))).id)).map(message => message.gathered))
    expect(gathered).toEqual([false, false, false, false, true, true, true, true])
  })
})
