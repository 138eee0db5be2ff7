import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { oneAlarm } from '../../../test/outbox.ts'
import { linkToken } from '../../outbox/index.ts'

let farm: Farm
let api: Api
let time = Math.ceil(Date.now() / 86_400_000) * 86_400_000
const HOUR = 3_600_000

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
interface Kind {
  readonly autoClose: boolean
  readonly category: string
  readonly problem: 'OUTPUT_FAULT' | null
  readonly at: 'Paul' | 'House 1'
}
/** An alarm of a rule that closes its events itself, or leaves them. */
const anAlarm = async ({ autoClose = true, category = 'CLIMATE', problem = null, at = 'Paul' }: Partial<Kind> = {}) => {
  const rule = await one(
    `insert into rules (entity_id, kind, template, display_name, body, auto_close) values ($1, 'ALARM', 'ALARM_WITHOUT_ACTUATION', 'Heat', '{}', $2)`,
    [farm.at.Paul, autoClose],
  )
  const event = await one(
    `insert into events (entity_id, rule_id, source_key, title, severity, category, source, problem, status, open_date, description)
     values ($1, $2, $3, 'Too hot', 'CRITICAL', $4, $6, $7, 'OPEN', $5, 'Fans first')`,
    [farm.at[at], rule, `${rule}:${time}`, category, new Date(time), problem ? 'PLATFORM' : 'RULE', problem],
  )
  await farm.world.owner.query(`insert into event_changes (event_id, key, status, date) values ($1, $2, 'OPEN', $3)`, [
    event,
    `opened:${event}`,
    new Date(time),
  ])
  return event
}
const take = async (id: string, step: 'SEEN' | 'GOING' | 'CHECKED' | 'SOLVED', notes = '', by = api) => {
  time += 60_000
  return data(await by.events.takeStep({ params: { id }, body: { step, notes } }))
}
const history = async (id: string) => data(await api.events.changes({ params: { id } }))
const wrong = (field: string, code: string) => ({ failure: { fields: [expect.objectContaining({ field, code })] } })

test('records every step with name and time; only SOLVED closes', async () => {
  const id = await anAlarm()
  expect((await take(id, 'SEEN')).status).toBe('PENDING')
  expect((await take(id, 'GOING', 'Ten minutes')).status).toBe('PENDING')
  expect((await take(id, 'CHECKED')).status).toBe('PENDING')
  const closed = await take(id, 'SOLVED', 'Belt replaced')
  expect(closed).toMatchObject({ status: 'CLOSED', closeDate: new Date(time).toISOString() })
  const lines = await history(id)
  expect(lines.map(line => [line.step, line.via, line.notes])).toEqual([
    ['SOLVED', 'SCREEN', 'Belt replaced'],
    ['CHECKED', 'SCREEN', ''],
    ['GOING', 'SCREEN', 'Ten minutes'],
    ['SEEN', 'SCREEN', ''],
    [null, null, ''],
  ])
  expect(lines[0]!.user).toEqual(closed.closedBy)
})

test('refuses to solve an ongoing event that was not checked since it opened', async () => {
  const id = await anAlarm()
  await take(id, 'SEEN')
  await expect(take(id, 'SOLVED')).rejects.toMatchObject(wrong('step', 'onSite'))
  await take(id, 'CHECKED')
  await take(id, 'SOLVED')
  time += 1000
  data(
    await api.events.setStatus({
      params: { id },
      body: { status: 'OPEN', version: data(await api.events.details({ params: { id } })).version },
    }),
  )
  await expect(take(id, 'SOLVED')).rejects.toMatchObject(wrong('step', 'onSite'))
})

test('an alarm is ongoing for a user of the house though its rule is the farm’s', async () => {
  const id = await anAlarm({ at: 'House 1' })
  const keeper = await farm.as('House 1')
  expect(data(await keeper.events.details({ params: { id } }))).toMatchObject({ lasts: true })
  await expect(take(id, 'SOLVED', '', keeper)).rejects.toMatchObject(wrong('step', 'onSite'))
})

test('a category set by a user does not change who opened the alarm', async () => {
  const id = await anAlarm({ category: 'TECHNICAL' })
  await take(id, 'SEEN')
  await expect(take(id, 'SOLVED')).rejects.toMatchObject(wrong('step', 'onSite'))
})

test('details tell whether an event is ongoing; its status can still be set', async () => {
  const id = await anAlarm()
  const { lasts, version } = data(await api.events.details({ params: { id } }))
  expect(lasts).toBe(true)
  const closed = data(await api.events.setStatus({ params: { id }, body: { status: 'CLOSED', version } }))
  expect(closed).toMatchObject({ status: 'CLOSED', lasts: false })
})

test.each([
  ['a rule that leaves its events to people', { autoClose: false }],
  ['what a person of the platform has to look after', { category: 'TECHNICAL', problem: 'OUTPUT_FAULT' } as const],
])('%s asks nobody whether they were there', async (_, more) => {
  expect((await take(await anAlarm(more), 'SOLVED')).status).toBe('CLOSED')
})

test('a step after the closing does not reopen the event', async () => {
  const id = await anAlarm({ autoClose: false })
  await take(id, 'SOLVED')
  expect((await take(id, 'GOING')).status).toBe('CLOSED')
  expect((await history(id))[0]).toMatchObject({ step: 'GOING', status: 'CLOSED' })
})

test('a closed alarm accepts steps and notes without notifying its rule', async () => {
  const id = await anAlarm()
  const sets: string[] = []
  const stop = farm.world.bus.on('event.set', 'test', ({ status }) => void sets.push(status))
  await take(id, 'GOING')
  await farm.world.owner.query(`update events set status = 'CLOSED', close_date = $2 where id = $1`, [id, new Date(time)])
  time += HOUR
  sets.length = 0
  const checked = await take(id, 'CHECKED', 'The belt was off')
  expect(checked).toMatchObject({ status: 'CLOSED', closedBy: null })
  const noted = data(await api.events.takeStep({ params: { id }, body: { step: null, notes: 'Belt ordered' } }))
  expect(noted).toMatchObject({ status: 'CLOSED', closedBy: null, closeDate: checked.closeDate })
  expect((await history(id)).slice(0, 2)).toMatchObject([
    { step: null, note: true, notes: 'Belt ordered' },
    { step: 'CHECKED', note: false, notes: 'The belt was off' },
  ])
  await expect(api.events.takeStep({ params: { id }, body: { step: null } })).rejects.toMatchObject(wrong('notes', 'required'))
  stop()
  expect(sets).toEqual([])
})

const notify = async (eventId: string, userId: string | null, recipient = 'vet@farm.example', at = time) =>
  one(
    `insert into notifications (key, event_id, entity_id, channel, user_id, recipient, subject, text, state, due_at, created_at)
     values ($1, $2, $3, 'MAIL', $4, $5, 's', 't', 'SENT', $6, $6)`,
    [`k${Math.random()}`, eventId, farm.at.Paul, userId, recipient, new Date(at)],
  )
const follow = async (message: string) => {
  const { key, opened } = data(await farm.api().events.followLink({ body: { token: linkToken(farm.world.secrets, message) } }))
  return { key, alarm: oneAlarm(opened) }
}
const someone = async (where = 'Paul') => {
  const email = await farm.person(where, [])
  const { rows } = await farm.world.owner.query<{ id: string; name: string }>(
    'select id::text, short_name as name from users where email = $1',
    [email],
  )
  return rows[0]!
}

test('a link opens its event once and acts in the name of its recipient', async () => {
  const id = await anAlarm()
  const person = await someone()
  const message = await notify(id, person.id)
  const { key, alarm } = await follow(message)
  expect(alarm).toMatchObject({ eventId: id, title: 'Too hot', status: 'OPEN', reader: person.name, lines: ['Fans first'] })
  await expect(follow(message)).rejects.toMatchObject(wrong('token', 'usedLink'))
  const nobody = farm.api()
  time += 60_000
  const now = data(await nobody.events.stepByLink({ body: { key, step: 'GOING', notes: 'Bringing a belt' } }))
  expect(now).toMatchObject({ status: 'PENDING', changes: [{ name: person.name, step: 'GOING', notes: 'Bringing a belt' }, {}] })
  expect((await history(id))[0]).toMatchObject({ user: { userId: person.id }, via: 'LINK' })
  expect(oneAlarm(data(await nobody.events.linked({ body: { key } }))).status).toBe('PENDING')
  const { rows } = await farm.world.owner.query(
    `select actor_id::text from audit where object_type = 'event' and object_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ actor_id: person.id }])
})

test('a contact acts by its address and cannot close an event', async () => {
  const id = await anAlarm({ autoClose: false })
  const { key, alarm } = await follow(await notify(id, null))
  expect(alarm.reader).toBe('vet@farm.example')
  const by = farm.api().events
  time += 60_000
  data(await by.stepByLink({ body: { key, step: null, notes: 'The vet comes at eight' } }))
  expect((await history(id))[0]).toMatchObject({ name: 'vet@farm.example', note: true, status: 'OPEN' })
  time += 1_000
  data(await by.stepByLink({ body: { key, step: 'CHECKED' } }))
  expect((await history(id))[0]).toMatchObject({ user: null, name: 'vet@farm.example', step: 'CHECKED' })
  await expect(by.stepByLink({ body: { key, step: 'SOLVED' } })).rejects.toMatchObject(wrong('step', 'notAllowed'))
})

test('a link tells whether its reader may solve the event', async () => {
  const { id: person } = await someone()
  for (const user of [null, person]) {
    const { key, alarm } = await follow(await notify(await anAlarm({ autoClose: false }), user))
    const isSolved = farm.api().events.stepByLink({ body: { key, step: 'SOLVED' } })
    expect(alarm.maySolve).toBe(user !== null)
    expect(
      await isSolved.then(
        answer => data(answer).status === 'CLOSED',
        () => false,
      ),
    ).toBe(alarm.maySolve)
  }
})

test.each([
  [
    'the signature of another message',
    'code',
    async (id: string) => `${linkToken(farm.world.secrets, '1').split('.')[0]!}.${await notify(id, null)}`,
  ],
  [
    'a message of last week',
    'endedLink',
    async (id: string) => linkToken(farm.world.secrets, await notify(id, null, 'vet@farm.example', time - 8 * 24 * HOUR)),
  ],
  [
    'somebody who may not see the place any more',
    'endedLink',
    async (id: string) => linkToken(farm.world.secrets, await notify(id, (await someone('Azinheira')).id)),
  ],
  [
    'somebody who was disabled',
    'endedLink',
    async (id: string) => {
      const { id: user } = await someone()
      await farm.world.owner.query(`update users set status = 'INACTIVE' where id = $1`, [user])
      return linkToken(farm.world.secrets, await notify(id, user))
    },
  ],
])('a link of %s opens nothing', async (_, code, token) => {
  const asked = token(await anAlarm())
  await expect(farm.api().events.followLink({ body: { token: await asked } })).rejects.toMatchObject(wrong('token', code))
})

test('a key pressed in a call records SEEN for the recipient', async () => {
  const id = await anAlarm()
  const person = await someone()
  farm.world.bus.emit('notification.acknowledged', {
    eventId: id,
    userId: person.id,
    recipient: '+351912345678',
    channel: 'VOICE',
  })
  await farm.world.bus.settled()
  expect((await history(id))[0]).toMatchObject({ user: { userId: person.id }, step: 'SEEN', via: 'CALL', status: 'PENDING' })
  const away = await someone('Azinheira')
  farm.world.bus.emit('notification.acknowledged', { eventId: id, userId: away.id, recipient: '+351912345678', channel: 'VOICE' })
  await farm.world.bus.settled()
  expect(await history(id)).toHaveLength(2)
})

test('a link key expires after a day or with the rights of its user', async () => {
  const person = await someone()
  const { key } = await follow(await notify(await anAlarm(), person.id))
  await farm.world.owner.query(`update users set status = 'INACTIVE' where id = $1`, [person.id])
  await expect(farm.api().events.linked({ body: { key } })).rejects.toMatchObject(wrong('key', 'endedLink'))
  await farm.world.owner.query(`update users set status = 'ACTIVE' where id = $1`, [person.id])
  data(await farm.api().events.linked({ body: { key } }))
  time += 25 * HOUR
  await expect(farm.api().events.linked({ body: { key } })).rejects.toMatchObject(wrong('key', 'endedLink'))
})
