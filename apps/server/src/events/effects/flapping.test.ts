// Values that swing about their limit: the rule closes the event and opens the same one again, mostly without telling of it.
import { beforeAll, expect, test } from 'vitest'
import type { Severity } from '@steading/contract/events/events'
import { by } from '../../../test/outbox.ts'
import { farm, later, manager, managerId, MINUTE, time, withAlarms } from '../../../test/alarms.ts'
import { data } from '../../../test/farm.ts'
import type { PendingEffect } from './apply.ts'

withAlarms(0)
const who = new Map<string, string>()
beforeAll(async () => {
  for (const part of farm.app.services.events.parts) await part.stop()
  const named = await farm.world.owner.query<{ email: string }>('select email::text from users where id = $1', [managerId])
  who.set(named.rows[0]!.email, 'Paul')
  for (const place of ['Aves', 'Grupo']) {
    const email = await farm.person(place)
    await farm.world.owner.query('insert into responsibles (entity_id, user_id) select $1, id from users where email = $2', [
      farm.at[place],
      email,
    ])
    who.set(email, place)
  }
})

/** Minutes pass, and at each it is looked who is next. */
const pass = async (minutes: number) => {
  for (let n = 0; n < minutes; n++) {
    later(MINUTE)
    for (const part of farm.app.services.events.parts) {
      await part.start()
      await part.stop()
    }
  }
}

/** An alarm of a rule that has told of it. */
async function anAlarm(severity: Severity) {
  const { rows } = await farm.world.owner.query<{ id: string }>(
    `insert into rules (entity_id, kind, template, display_name, body, event, desired, auto_close)
     values ($1, 'ALARM', 'ALARM_WITHOUT_ACTUATION', 'Heat', $2, $3, true, true) returning id::text`,
    [
      farm.at.Paul,
      JSON.stringify({ event: { severityLevel: severity } }),
      JSON.stringify({ actionConfigurations: by(['MAIL']) }),
    ],
  )
  const rule = rows[0]!.id
  const event = `${rule}:1`
  const began = time
  const pending = (effects: readonly object[]): PendingEffect[] =>
    effects.map(effect => ({
      effect: { ts: time, event, ...effect } as PendingEffect['effect'],
      version: 1,
      isLate: false,
      isOver: false,
    })) // safe: as below
  const apply = (...effects: object[]) =>
    farm.world.db.work(farm.system, work => farm.app.services.events.apply(work, new Map([[rule, pending(effects)]])))
  const cause = { line: 0, interfaceId: '1', value: 33, reading: 33, operator: 'GREATER', threshold: 30, since: 0, permanence: 0 }
  await apply(
    { kind: 'EVENT_OPEN', key: event, status: 'OPEN', since: time, causes: [] },
    { kind: 'EVENT_NOTIFY', key: `${event}:0:1`, line: 0, n: 1, last: true, escalation: 0, cause },
  )
  let n = 0
  return {
    closes: () => apply({ kind: 'EVENT_CLOSE', key: `${event}:close:${n}` }),
    opens: () => apply({ kind: 'EVENT_REOPEN', key: `${event}:reopen:${++n}`, reason: 'AGAIN', causes: [] }),
    async isTakenUp() {
      const { rows: found } = await farm.world.owner.query<{ id: string }>('select id::text from events where source_key = $1', [
        event,
      ])
      data(await manager.events.takeStep({ params: { id: found[0]!.id }, body: { step: 'GOING' } }))
    },
    /** Who heard, after how many minutes. */
    async heard() {
      const found = await farm.world.owner.query<{ ts: Date; to: string[] }>(
        `select o.ts, array_agg(sent.recipient order by sent.id) as to from events join event_occurrences o on o.event_id = events.id
           join notifications sent on sent.occurrence_id = o.id where events.source_key = $1 group by o.id order by o.ts, o.id`,
        [event],
      )
      return found.rows.map(({ ts, to }) => [(ts.getTime() - began) / MINUTE, to.map(one => who.get(one)).join(' ')])
    },
  }
}

test.each<[number, number, readonly unknown[]]>([
  [
    3,
    1,
    [
      [0, 'Paul'],
      [5, 'Paul Aves'],
      [10, 'Paul Aves Grupo'],
    ],
  ],
  // Whenever its step is due it is just over.
  [
    4,
    2,
    [
      [0, 'Paul'],
      [7, 'Paul Aves'],
      [13, 'Paul Aves Grupo'],
    ],
  ],
])('a CRITICAL one goes up the list, %i min too hot and %i min not', async (hot, cool, expected) => {
  const alarm = await anAlarm('CRITICAL')
  for (let n = 0; n * (hot + cool) < 20; n++) {
    await pass(hot)
    await alarm.closes()
    await pass(cool)
    await alarm.opens()
  }
  expect((await alarm.heard()).slice(0, 3)).toEqual(expected)
})

test('a flapping MAJOR alarm is escalated, then paused for an hour', async () => {
  const alarm = await anAlarm('MAJOR')
  await pass(2)
  await alarm.closes()
  await pass(1)
  await alarm.opens()
  await pass(12)
  const first = [
    [0, 'Paul'],
    [5, 'Paul Aves'],
    [10, 'Paul Aves Grupo'],
  ]
  expect(await alarm.heard()).toEqual(first)
  await alarm.closes()
  await pass(1)
  await alarm.opens()
  await pass(53)
  expect(await alarm.heard()).toEqual(first)
  await pass(8)
  expect((await alarm.heard())[3]).toEqual([70, 'Paul Aves'])
})

test('an alarm that reopens after an acknowledgement continues its escalation', async () => {
  const alarm = await anAlarm('MAJOR')
  await pass(2)
  await alarm.isTakenUp()
  await pass(6)
  await alarm.closes()
  await pass(4)
  await alarm.opens()
  await pass(6)
  expect(await alarm.heard()).toEqual([
    [0, 'Paul'],
    [17, 'Paul Aves'],
  ])
})

test('an alarm that is over is not escalated further', async () => {
  const alarm = await anAlarm('CRITICAL')
  await pass(2)
  await alarm.closes()
  await pass(30)
  expect(await alarm.heard()).toEqual([[0, 'Paul']])
  const { rows } = await farm.world.owner.query(
    'select from escalation_runs join events on events.id = event_id where status = $1',
    ['CLOSED'],
  )
  expect(rows).toEqual([])
})
