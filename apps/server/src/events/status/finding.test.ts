import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'

let farm: Farm
let api: Api
let time = Math.ceil(Date.now() / 86_400_000) * 86_400_000

beforeAll(async () => {
  farm = await aFarm({
    clock: { now: () => time, mono: () => performance.now() },
    settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' },
  })
  api = await farm.as('Paul')
})
afterAll(() => farm.close())

const one = async (text: string, values: unknown[]) => {
  const { rows } = await farm.world.owner.query<{ id: string }>(`${text} returning id::text`, values)
  return rows[0]!.id
}
const anAlarm = async ({ autoClose = true } = {}) => {
  const rule = await one(
    `insert into rules (entity_id, kind, template, display_name, body, auto_close) values ($1, 'ALARM', 'ALARM_WITHOUT_ACTUATION', 'Heat', '{}', $2)`,
    [farm.at.Paul, autoClose],
  )
  const event = await one(
    `insert into events (entity_id, rule_id, source_key, title, severity, category, source, status, open_date, description)
     values ($1, $2, $3, 'Too hot', 'CRITICAL', 'CLIMATE', 'RULE', 'OPEN', $4, 'Fans first')`,
    [farm.at.Paul, rule, `${rule}:${time}`, new Date(time)],
  )
  await farm.world.owner.query(`insert into event_changes (event_id, key, status, date) values ($1, $2, 'OPEN', $3)`, [
    event,
    `opened:${event}`,
    new Date(time),
  ])
  return event
}
const take = async (id: string, step: 'CHECKED' | 'SOLVED') => {
  time += 60_000
  return data(await api.events.takeStep({ params: { id }, body: { step } }))
}
const history = async (id: string) => data(await api.events.changes({ params: { id } }))
const wrong = (field: string, code: string) => ({ failure: { fields: [expect.objectContaining({ field, code })] } })

const say = (id: string, finding: 'SOMETHING' | 'NOTHING' | 'NOT_LOOKED', by = api) =>
  by.events.takeStep({ params: { id }, body: { step: null, finding } })
const findingOf = async (id: string) => data(await api.events.details({ params: { id } })).finding

test('stores and audits by one tap whether something was found, and the last word counts', async () => {
  const id = await anAlarm({ autoClose: false })
  await take(id, 'SOLVED')
  expect(await findingOf(id)).toBeNull()
  expect(data(await say(id, 'SOMETHING'))).toMatchObject({ finding: 'SOMETHING', status: 'CLOSED' })
  expect(data(await say(id, 'NOT_LOOKED')).finding).toBe('NOT_LOOKED')
  expect((await history(id)).slice(0, 2)).toMatchObject([
    { finding: 'NOT_LOOKED', step: null, note: true },
    { finding: 'SOMETHING', step: null, note: true },
  ])
  const { rows } = await farm.world.owner.query<{ changes: unknown[] }>(
    `select changes from audit where object_type = 'event' and object_id = $1 order by id desc limit 1`,
    [id],
  )
  expect(rows[0]!.changes).toContainEqual({ field: 'eventFinding', old: 'SOMETHING', new: 'NOT_LOOKED' })
})

test('derives the finding of an alarm that is solved after a check on site', async () => {
  const id = await anAlarm()
  await take(id, 'CHECKED')
  expect(await findingOf(id)).toBeNull()
  await take(id, 'SOLVED')
  expect(await findingOf(id)).toBe('SOMETHING')
})

test('takes "nothing found" as the finding, also when the alarm is solved later', async () => {
  const id = await anAlarm()
  await api.events.takeStep({ params: { id }, body: { step: 'NOTHING_FOUND' } })
  await take(id, 'SOLVED')
  expect(await findingOf(id)).toBe('NOTHING')
})

test('derives the finding from the cause', async () => {
  for (const [cause, finding] of [
    ['FALSE_ALARM', 'NOTHING'],
    ['EQUIPMENT_FAILURE', 'SOMETHING'],
  ] as const) {
    const id = await anAlarm()
    const { version } = data(await api.events.details({ params: { id } }))
    const body = { version, category: 'CLIMATE', cause, status: 'OPEN', description: 'Fans first' } as const
    data(await api.events.edit({ params: { id }, body: { ...body, actions: [] }, files: [] }))
    expect(await findingOf(id)).toBe(finding)
  }
})

test('refuses a finding of what a person wrote down, and outside the scope', async () => {
  const id = await anAlarm()
  await expect(say(id, 'NOTHING', await farm.as('Suínos'))).rejects.toMatchObject({ status: 404 })
  await farm.world.owner.query(`update events set source = 'PERSON' where id = $1`, [id])
  await expect(say(id, 'NOTHING')).rejects.toMatchObject(wrong('finding', 'notAllowed'))
})

test('filters the list by the finding', async () => {
  const id = await anAlarm({ autoClose: false })
  await take(id, 'SOLVED')
  await say(id, 'NOTHING')
  const found = async (finding: 'NOTHING' | 'SOMETHING') =>
    data(await api.events.search({ query: { finding: [finding], itemsPerPage: 50 } })).content.map(event => event.id)
  expect(await found('NOTHING')).toContain(id)
  expect(await found('SOMETHING')).not.toContain(id)
})
