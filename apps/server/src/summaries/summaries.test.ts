import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooks } from '../../test/books.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { createSummaries } from './summaries.ts'

let farm: Farm
/** A Tuesday, 05:30 in Lisbon. */
let time = Date.UTC(2026, 10, 24, 5, 30)
const HOUR = 3_600_000
const who: Record<string, string> = {}

beforeAll(async () => {
  farm = await aFarm({
    clock: { now: () => time, mono: () => performance.now() },
    settings: {
      SESSION_HOURS: '720',
      IDLE_MINUTES: '1440',
      REQUEST_MINUTES: '1440',
      WHATSAPP_PROVIDER: 'twilio://AC123:secret@127.0.0.1:1/?from=%2B351210000000',
    },
  })
  const person = async (name: string, place: string, permissions: Parameters<Farm['person']>[1], zone: string) => {
    const email = await farm.person(place, permissions)
    who[email] = name
    await farm.world.owner.query(`update users set time_zone = $2 where email = $1`, [email, zone])
    const api = farm.api(await farm.login(email))
    const { version } = data(await api.users.subscriptions())
    data(await api.users.setSubscriptions({ body: { subscriptions: ['DAILY_SUMMARY', 'WEEKLY_SUMMARY'], version } }))
  }
  await person('Paul', 'Paul', ['events.read', 'tasks.read'], 'Europe/Lisbon')
  await person('worker', 'Paul', ['tasks.read'], 'Europe/Lisbon')
  await person('technician', 'Paul', ['interfaces.read'], 'Europe/Lisbon')
  await person('elsewhere', 'Azinheira', ['interfaces.read'], 'Europe/Lisbon')
  await person('Sines', 'Azinheira', ['events.read'], 'Europe/Athens')
  await person('blind', 'Paul', ['users.read'], 'Europe/Lisbon')
  await farm.person('Paul', ['events.read'])
  const event = (at: string, title: string, severity: string, status: string, opened: number, category = 'CLIMATE') =>
    farm.world.owner.query(
      `insert into events (entity_id, title, severity, category, source, status, open_date, close_date)
       values ($1, $2, $3, $4, 'RULE', $5, $6, $7)`,
      [farm.at[at], title, severity, category, status, new Date(opened), status === 'CLOSED' ? new Date(opened + HOUR) : null],
    )
  await event('House 1', 'Hot <b>', 'CRITICAL', 'CLOSED', time - 10 * HOUR)
  await event('House 1', 'Dry', 'MODERATE', 'OPEN', time - 12 * HOUR)
  await event('House 1', 'Cold', 'MAJOR', 'PENDING', time - 80 * HOUR)
  await event('House 1', 'A ticket', 'LOW', 'OPEN', time - 9 * HOUR, 'HELPDESK')
  const task = async (title: string, due: number, status: string, email?: string) => {
    const { rows } = await farm.world.owner.query<{ id: string }>(
      `insert into tasks (entity_id, title, priority, status, due_at, requires_approval, created_at)
       values ($1, $2, 'LOW', $3, $4, false, now()) returning id::text`,
      [farm.at['House 1'], title, status, new Date(due)],
    )
    if (email !== undefined)
      await farm.world.owner.query('insert into task_assignees (task_id, user_id) select $1, id from users where email = $2', [
        rows[0]!.id,
        email,
      ])
  }
  const emailOf = (name: string) => Object.keys(who).find(email => who[email] === name)!
  const paul = emailOf('Paul')
  await task('Feed', Date.UTC(2026, 10, 24, 9), 'TODO', emailOf('worker'))
  await task('Not to be seen', Date.UTC(2026, 10, 24, 9), 'TODO', emailOf('technician'))
  await task('Wash', Date.UTC(2026, 10, 22, 12), 'TODO', paul)
  await task('Weigh', Date.UTC(2026, 10, 24, 18), 'IN_PROGRESS', paul)
  await task('Tomorrow', Date.UTC(2026, 10, 25, 8), 'TODO', paul)
  await task('Finished', Date.UTC(2026, 10, 22, 12), 'DONE', paul)
  await task('Of nobody', Date.UTC(2026, 10, 22, 12), 'TODO')
  await event('Room 1', 'Elsewhere', 'MAJOR', 'CLOSED', time - 9 * HOUR)
  await equipment()
})
afterAll(() => farm.close())

/** A silo that empties by 10 kg an hour, two outputs, and a sensor that fell silent at 20:00 of the day before. */
async function equipment() {
  const { owner } = farm.world
  const books = createBooks(farm)
  const house = await books.box(farm.at['House 1']!, ['SILO_WEIGHT', 'HEATING_CONTROL', 'FAN_RELAY'])
  const silent = await books.box(farm.at['House 1']!, ['TEMPERATURE'])
  const [silo, heating, fan] = house.interfaces
  await owner.query('update interfaces set capacity = 10000 where id = $1', [silo])
  await owner.query(`update interfaces set direction = 'IN_OUT' where id = any($1)`, [[heating, fan]])
  const first = Date.UTC(2026, 10, 15)
  for (let hour = 0; first + hour * HOUR <= time + 2 * HOUR; hour++) {
    const at = first + hour * HOUR
    await house.send(at, [3_000 - 10 * hour, 0, 0])
    if (at <= Date.UTC(2026, 10, 23, 20)) await silent.send(at, [21])
  }
  await books.rolledUp()
  const command = (id: string, interfaceId: string, value: number | boolean, issued: number, hours: number, state = 'DONE') =>
    owner.query(
      `insert into commands (id, interface_id, terminal_id, sid, n, value, origins, state, issued_at, ttl, hold, issuer_name)
       select $1, id, terminal_id, 's', 1, $3, '[]', $4, $5, 8000, $6, 'Rita' from interfaces where id = $2`,
      [id.padEnd(26, '0'), interfaceId, JSON.stringify(value), state, new Date(issued), hours * HOUR],
    )
  await command('1', heating!, 40, time, 10)
  // A refused command overrides nothing; one without a duration ended the override before it.
  await command('2', heating!, 70, time + 1, 20, 'REJECTED')
  await command('3', fan!, true, time, 10)
  await command('4', fan!, false, time + 1, 0)
}

const read = new Set<string>()
/** Looks every half an hour; answers what was written meanwhile. */
const pass = async (hours: number) => {
  const part = createSummaries(farm.world, farm.app.services.outbox)
  for (const end = time + hours * HOUR; time < end; time += HOUR / 2) {
    await part.start()
    await part.stop()
  }
  const { rows } = await farm.world.owner.query<{
    key: string
    recipient: string
    channel: string
    subject: string
    text: string
  }>(`select key, recipient, channel, subject, text from notifications where key like 'summary|%' order by id`)
  const fresh = rows.filter(({ key }) => !read.has(key))
  for (const { key } of fresh) read.add(key)
  return fresh.map(({ recipient, channel, subject, text }) => ({
    to: who[recipient] ?? recipient,
    channel,
    subject,
    lines: text.split('\n'),
  }))
}
type Letters = Awaited<ReturnType<typeof pass>>
let morning: Letters
const letterTo = (name: string) => morning.find(letter => letter.to === name)!

test('a subscriber receives the daily summary at 07:00 of their own clock', async () => {
  expect((await pass(1)).map(one => one.to)).toEqual(['Sines'])
  morning = await pass(2)
  expect(morning.map(letter => letter.to)).toEqual(['Paul', 'worker', 'technician', 'elsewhere'])
})

test('it names events and own tasks of the places that the subscriber sees', () => {
  const { subject, lines } = letterTo('Paul')
  expect(subject).toBe('Summary of 23-11-2026: 2 new events')
  expect(lines.slice(2, 6)).toEqual([
    '2 new events: Critical 1, Moderate 1.',
    '2 open events:',
    'Major: Cold, Paul | House 1. At 20-11 21:30.',
    'Moderate: Dry, Paul | House 1. At 23-11 17:30.',
  ])
  expect(lines.slice(6, 9)).toEqual([
    '2 of your tasks are due by the end of today:',
    'Wash, Paul | House 1. Due: 22-11-2026 12:00:00.',
    'Weigh, Paul | House 1. Due: 24-11-2026 18:00:00.',
  ])
  expect(lines.join()).not.toMatch(/ticket|Elsewhere|Tomorrow|Finished|Of nobody|HEATING|SILO|TEMPERATURE/)
  expect(lines.join()).toMatch(/Lisbon/)
})

test('a user who may see only tasks receives those', () => {
  const { subject, lines } = letterTo('worker')
  expect(subject).toBe('Summary of 23-11-2026')
  expect(lines.slice(2, 6)).toEqual([
    '1 of your tasks is due by the end of today:',
    'Feed, Paul | House 1. Due: 24-11-2026 09:00:00.',
    '',
    expect.stringMatching(/^Open Steading: /),
  ])
})

test('a user who may see sensors receives overrides, silent sensors and silo dates', () => {
  const { lines } = letterTo('technician')
  expect(lines.slice(2, 8)).toEqual([
    '1 device is overridden manually:',
    'HEATING_CONTROL, Paul | House 1: 40\u00a0%, by Rita, until 15:30.',
    '1 sensor is not reporting:',
    'TEMPERATURE, Paul | House 1: no data since 23-11 20:00.',
    'Feed in the silos:',
    'SILO_WEIGHT, Paul | House 1: empty on 27-11-2026, order now.',
  ])
  expect(lines.join()).not.toMatch(/event|task|FAN_RELAY/)
  expect(letterTo('elsewhere').lines[2]).toBe('Nothing to report.')
})

test('the weekly summary is sent on Monday mornings, once', async () => {
  expect(await pass(20)).toEqual([])
  time = Date.UTC(2026, 10, 29, 13)
  expect(await pass(8)).toEqual([])
  time = Date.UTC(2026, 10, 30, 7, 30)
  const letters = (await pass(2)).filter(one => one.to === 'Paul')
  expect(letters.map(letter => letter.subject)).toEqual([
    'Summary of 29-11-2026: no new events',
    'Summary of 23-11-2026 to 29-11-2026: 2 new events',
  ])
})

test.each([
  ['by WhatsApp who turned e-mail off', { MAIL: false, WHATSAPP: true }, '+351 912 345 678', 'WHATSAPP'],
  ['by e-mail who has e-mail turned on', { MAIL: true, WHATSAPP: true }, '+351 912 345 678', 'MAIL'],
  ['by e-mail who has no number', { MAIL: false, WHATSAPP: true }, null, 'MAIL'],
  ['by e-mail who turned both off', { MAIL: false, WHATSAPP: false }, '+351 912 345 678', 'MAIL'],
] as const)('one message reaches %s', async (_, channels, phone, channel) => {
  time += 24 * HOUR
  time -= time % (24 * HOUR)
  time += 6.75 * HOUR
  const email = Object.keys(who).find(key => who[key] === 'technician')!
  await farm.world.owner.query('update users set phone = $2, notifications = $3 where email = $1', [
    email,
    phone,
    JSON.stringify({ channels: { SMS: true, VOICE: true, ...channels }, from: 'LOW', quiet: null }),
  ])
  const letters = (await pass(1)).filter(letter => ['technician', '+351912345678'].includes(letter.to))
  expect(letters.map(letter => letter.channel)).toEqual([channel])
  const { lines } = letters[0]!
  expect(lines).toContainEqual(expect.stringMatching(/^TEMPERATURE, Paul \| House 1: no data since 23-11 20:00\.$/))
})
