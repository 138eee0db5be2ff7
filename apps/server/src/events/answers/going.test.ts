import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { oneAlarm } from '../../../test/outbox.ts'
import { linkToken } from '../../outbox/index.ts'
import { eventById } from '../events.sql.ts'

let farm: Farm
let time = Math.ceil(Date.now() / 86_400_000) * 86_400_000
const MINUTE = 60_000
const who: Record<string, string> = {}
const ids: Record<string, string> = {}
const apis: Record<string, Api> = {}

beforeAll(async () => {
  farm = await aFarm({
    clock: { now: () => time, mono: () => performance.now() },
    settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' },
  })
  for (const part of farm.app.services.events.parts) await part.stop()
  for (const [name, place] of [
    ['João', 'Paul'],
    ['Ana', 'Paul'],
    ['Rui', 'Aves'],
    ['Eva', 'Grupo'],
  ] as const) {
    const email = await farm.person(place)
    const { rows } = await farm.world.owner.query<{ id: string }>(
      `update users set short_name = $2, time_zone = 'UTC', language = 'en-US' where email = $1 returning id::text`,
      [email, name],
    )
    who[email] = name
    ids[name] = rows[0]!.id
    await farm.world.owner.query('insert into responsibles (entity_id, user_id) values ($1, $2)', [farm.at[place], ids[name]])
    apis[name] = farm.api(await farm.login(email))
  }
})
afterAll(() => farm.close())

const look = async () => {
  for (const part of farm.app.services.events.parts) {
    await part.start()
    await part.stop()
  }
}
const pass = async (minutes: number) => {
  for (let n = 0; n < minutes; n++) {
    time += MINUTE
    await look()
  }
}
const one = async (text: string, values: unknown[]) => {
  const { rows } = await farm.world.owner.query<{ id: string }>(`${text} returning id::text`, values)
  return rows[0]!.id
}
const aRule = () =>
  one(
    `insert into rules (entity_id, kind, template, display_name, body, auto_close, desired)
     values ($1, 'ALARM', 'ALARM_WITHOUT_ACTUATION', 'Heat', '{}', true, true)`,
    [farm.at.Paul],
  )
/** A rule opens an alarm and tells of it. */
async function anAlarm({ severity = 'CRITICAL', rule }: { severity?: string; rule?: string } = {}) {
  const of = rule ?? (await aRule())
  const id = await one(
    `insert into events (entity_id, rule_id, source_key, title, severity, category, source, status, open_date)
     values ($1, $2, $3, 'Too hot', $4, 'CLIMATE', 'RULE', 'OPEN', $5)`,
    [farm.at.Paul, of, `${of}:${time}`, severity, new Date(time)],
  )
  await farm.world.owner.query(`insert into event_changes (event_id, key, status, date) values ($1, $2, 'OPEN', $3)`, [
    id,
    `opened:${id}`,
    new Date(time),
  ])
  await tell(id, `first:${id}`)
  return id
}
const tell = (id: string, key: string) =>
  farm.world.db.work(farm.system, async work => {
    const occurrence = await one(`insert into event_occurrences (event_id, key, ts) values ($1, $2, $3)`, [
      id,
      key,
      new Date(time),
    ])
    const occurrenceRow = {
      id: occurrence,
      key,
      at: work.now,
      n: 1,
      last: false,
      escalation: 0,
      cause: null,
      fact: null,
      written: null,
    }
    await farm.app.services.events.notifier.notify(work, (await eventById(work, id))!, null, occurrenceRow)
  })
/** Who heard at each telling. */
const heard = async (id: string) => {
  const { rows } = await farm.world.owner.query<{ to: string[] }>(
    `select array_agg(n.recipient order by n.id) as to from event_occurrences o join notifications n on n.occurrence_id = o.id
     where o.event_id = $1 group by o.id order by o.ts, o.id`,
    [id],
  )
  return rows.map(({ to }) => to.map(address => who[address]!).toSorted((a, b) => a.localeCompare(b)))
}
const lastText = async (id: string) => {
  const { rows } = await farm.world.owner.query<{ text: string }>(
    'select text from notifications where event_id = $1 order by id desc limit 1',
    [id],
  )
  return rows[0]!.text
}
/** Who heard that somebody goes, and the words. */
const announced = async (since: number) => {
  const { rows } = await farm.world.owner.query<{ recipient: string; subject: string }>(
    `select recipient, subject from notifications where template = 'arrival' and created_at >= $1 order by id`,
    [new Date(since)],
  )
  return rows.map(({ recipient, subject }) => [who[recipient], subject])
}
const says = async (name: string, id: string, body: Parameters<Api['events']['takeStep']>[0]['body']) =>
  data(await apis[name]!.events.takeStep({ params: { id }, body }))
const clockOf = (ms: number) => new Date(ms).toISOString().slice(11, 16)

test('who goes says when: the others hear it once, and nobody else is woken until then', async () => {
  const id = await anAlarm()
  await pass(5)
  expect(await heard(id)).toEqual([
    ['Ana', 'João'],
    ['Ana', 'João', 'Rui'],
  ])
  const from = time
  const taken = await says('João', id, { step: 'GOING', arrivesIn: 40 })
  expect(taken.takenUp).toMatchObject({ name: 'João', step: 'GOING', arrivesAt: new Date(time + 40 * MINUTE).toISOString() })
  const by = clockOf(time + 40 * MINUTE)
  const subject = `João is going, there by ${by}: Too hot, Paul`
  expect((await announced(from)).toSorted(([a], [b]) => a!.localeCompare(b!))).toEqual([
    ['Ana', subject],
    ['Rui', subject],
  ])
  await pass(39)
  expect(await heard(id)).toHaveLength(2)
  expect(await announced(from)).toHaveLength(2)
  await pass(1)
  expect((await heard(id)).at(-1)).toEqual(['Ana', 'Eva', 'João', 'Rui'])
  expect(await lastText(id)).toContain('João has not arrived yet.')
  // Said once; then the list goes on as before.
  await pass(15)
  expect(await heard(id)).toHaveLength(4)
  expect(await lastText(id)).not.toContain('has not arrived')
})

test.each(['CHECKED', 'NOTHING_FOUND'] as const)('%s counts as the arrival, whoever says it', async step => {
  const id = await anAlarm()
  await says('João', id, { step: 'GOING', arrivesIn: 10 })
  await pass(9)
  await says('Ana', id, { step })
  await pass(14)
  expect(await heard(id)).toHaveLength(1)
  await pass(1)
  expect(await lastText(id)).not.toContain('has not arrived')
})

test('an arrival before the quiet period ends it: nobody waits for the rest', async () => {
  const id = await anAlarm({ severity: 'MAJOR' })
  await says('João', id, { step: 'SEEN' })
  await says('João', id, { step: 'GOING', arrivesIn: 10 })
  await pass(10)
  expect(await heard(id)).toHaveLength(2)
  expect(await lastText(id)).toContain('João has not arrived yet.')
})

test('who cannot come after all climbs at once, and the event is nobody’s', async () => {
  const id = await anAlarm()
  await says('João', id, { step: 'GOING', arrivesIn: 30 })
  await pass(2)
  const now = await says('João', id, { step: 'WITHDRAWN' })
  expect(now).toMatchObject({ status: 'OPEN', takenUp: null })
  await look()
  expect((await heard(id)).at(-1)).toEqual(['Ana', 'João', 'Rui'])
  expect(await lastText(id)).toContain('João cannot come after all.')
  await expect(says('Ana', id, { step: 'WITHDRAWN' })).rejects.toMatchObject({
    failure: { fields: [{ field: 'step', code: 'notAllowed' }] },
  })
})

test('of two people on the way one withdraws: the other is waited for', async () => {
  const id = await anAlarm()
  await says('João', id, { step: 'GOING', arrivesIn: 20 })
  time += 1000
  await says('Ana', id, { step: 'GOING', arrivesIn: 30 })
  time += 1000
  const now = await says('Ana', id, { step: 'WITHDRAWN' })
  expect(now).toMatchObject({ status: 'PENDING', takenUp: { name: 'João', step: 'GOING' } })
  await pass(19)
  expect(await heard(id)).toHaveLength(1)
  await pass(1)
  expect(await lastText(id)).toContain('João has not arrived yet.')
})

test('two people who go at the same moment are both noted', async () => {
  const id = await anAlarm()
  await Promise.all(['João', 'Ana'].map(name => says(name, id, { step: 'GOING', arrivesIn: 20 })))
  const changes = data(await apis.Ana!.events.changes({ params: { id } }))
  expect(changes.filter(change => change.step === 'GOING')).toHaveLength(2)
  await pass(20)
  const text = await lastText(id)
  for (const name of ['João', 'Ana']) expect(text).toContain(`${name} has not arrived yet.`)
})

test('a link and a key in a call promise an arrival, too', async () => {
  const id = await anAlarm()
  const { rows } = await farm.world.owner.query<{ id: string }>(
    'select id::text from notifications where event_id = $1 and user_id = $2',
    [id, ids.João],
  )
  const { key } = data(await farm.api().events.followLink({ body: { token: linkToken(farm.world.secrets, rows[0]!.id) } }))
  const seen = oneAlarm(data(await farm.api().events.stepByLink({ body: { key, step: 'GOING', arrivesIn: 45 } })))
  expect(seen.changes[0]).toMatchObject({ step: 'GOING', arrivesAt: new Date(time + 45 * MINUTE).toISOString() })
  await pass(44)
  expect(await heard(id)).toHaveLength(1)
  farm.world.bus.emit('notification.acknowledged', {
    eventId: id,
    userId: ids.Ana!,
    recipient: '+351912345678',
    channel: 'VOICE',
    isGoing: true,
  })
  await farm.world.bus.settled()
  const [last] = data(await apis.Ana!.events.changes({ params: { id } }))
  expect(last).toMatchObject({ step: 'GOING', via: 'CALL', arrivesAt: new Date(time + 20 * MINUTE).toISOString() })
})

test('an arrival belongs to GOING and checks to NOTHING_FOUND', async () => {
  const id = await anAlarm()
  for (const body of [
    { step: 'SEEN', arrivesIn: 10 },
    { step: 'GOING', arrivesIn: 241 },
    { step: 'CHECKED', checks: ['PHASES'] },
  ] as const)
    await expect(says('João', id, body as Parameters<typeof says>[2])).rejects.toMatchObject({ status: 400 })
})

test('the same alarm within 12 hours after "nothing found" starts one level higher and says so', async () => {
  const rule = await aRule()
  const id = await anAlarm({ rule })
  await says('João', id, { step: 'NOTHING_FOUND', checks: ['PHASES', 'BELTS'] })
  const at = clockOf(time)
  const [line] = data(await apis.Ana!.events.changes({ params: { id } }))
  expect(line).toMatchObject({ step: 'NOTHING_FOUND', checks: ['PHASES', 'BELTS'], status: 'PENDING' })
  await says('João', id, { step: 'SOLVED' })
  await pass(30)
  const again = await anAlarm({ rule })
  expect(await heard(again)).toEqual([['Ana', 'João', 'Rui']])
  expect(await lastText(again)).toContain(`Alarm again: nothing was found at ${at}.`)
  expect(data(await apis.Ana!.events.details({ params: { id: again } })).nothingFoundAt).not.toBeNull()
  await pass(5)
  expect((await heard(again)).at(-1)).toEqual(['Ana', 'Eva', 'João', 'Rui'])
  // Another rule there, and the same one half a day later, start as ever.
  expect(await heard(await anAlarm())).toEqual([['Ana', 'João']])
  time += 12 * 60 * MINUTE
  expect(await heard(await anAlarm({ rule }))).toEqual([['Ana', 'João']])
})
