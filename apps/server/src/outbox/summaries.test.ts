import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { summaries } from './summaries.ts'

let farm: Farm
/** A Tuesday, 05:30 in Lisbon. */
let time = Date.UTC(2026, 10, 24, 5, 30)
const HOUR = 3_600_000
const who: Record<string, string> = {}

beforeAll(async () => {
  farm = await aFarm({
    clock: { now: () => time, mono: () => performance.now() },
    settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' },
  })
  const person = async (name: string, place: string, permissions: Parameters<Farm['person']>[1], zone: string) => {
    const email = await farm.person(place, permissions)
    who[email] = name
    await farm.world.owner.query(`update users set time_zone = $2 where email = $1`, [email, zone])
    const api = farm.api(await farm.login(email))
    const { version } = data(await api.users.subscriptions())
    data(await api.users.setSubscriptions({ body: { subscriptions: ['DAILY_SUMMARY', 'WEEKLY_SUMMARY'], version } }))
  }
  await person('Paul', 'Paul', ['events.read'], 'Europe/Lisbon')
  await person('Sines', 'Azinheira', ['events.read'], 'Europe/Athens')
  await person('blind', 'Paul', ['users.read'], 'Europe/Lisbon')
  await farm.person('Paul', ['events.read'])
  const event = (at: string, title: string, severity: string, status: string, opened: number, category = 'CLIMATE') =>
    farm.world.owner.query(
      `insert into events (entity_id, title, severity, category, origin, status, open_date, close_date)
       values ($1, $2, $3, $4, 'AUTOMATIC', $5, $6, $7)`,
      [farm.at[at], title, severity, category, status, new Date(opened), status === 'CLOSED' ? new Date(opened + HOUR) : null],
    )
  await event('House 1', 'Hot <b>', 'CRITICAL', 'CLOSED', time - 10 * HOUR)
  await event('House 1', 'Dry', 'MODERATE', 'OPEN', time - 12 * HOUR)
  await event('House 1', 'Cold', 'MAJOR', 'PENDING', time - 80 * HOUR)
  await event('House 1', 'A ticket', 'LOW', 'OPEN', time - 9 * HOUR, 'HELPDESK')
  await event('Room 1', 'Elsewhere', 'MAJOR', 'CLOSED', time - 9 * HOUR)
})
afterAll(() => farm.close())

const read = new Set<string>()
/** Looks every half an hour; answers what was written meanwhile. */
const pass = async (hours: number) => {
  const part = summaries(farm.world, farm.app.doors.outbox)
  for (const end = time + hours * HOUR; time < end; time += HOUR / 2) {
    await part.start()
    await part.stop()
  }
  const { rows } = await farm.world.owner.query<{ key: string; recipient: string; subject: string; text: string }>(
    `select key, recipient, subject, text from notifications where key like 'summary|%' order by id`,
  )
  const fresh = rows.filter(({ key }) => !read.has(key))
  for (const { key } of fresh) read.add(key)
  return fresh.map(({ recipient, subject, text }) => ({ to: who[recipient] ?? recipient, subject, lines: text.split('\n') }))
}

test('who asked for it hears at seven by their own clock what the day before brought where they are; nobody else', async () => {
  expect((await pass(1)).map(one => one.to)).toEqual(['Sines'])
  const letters = await pass(2)
  expect(letters.map(one => [one.to, one.subject])).toEqual([['Paul', 'Summary of 23-11-2026: 2 new events']])
  const { lines } = letters[0]!
  expect(lines.slice(2, 6)).toEqual([
    '2 new events: Critical 1, Moderate 1.',
    '2 open events:',
    'Major: Cold, Paul | House 1. At 20-11 21:30.',
    'Moderate: Dry, Paul | House 1. At 23-11 17:30.',
  ])
  expect(lines.join()).not.toMatch(/ticket|Elsewhere/)
  expect(lines.join()).toMatch(/Lisbon/)
})

test('once a day, however often it is looked; not in the afternoon; on a Monday of the week, too', async () => {
  expect(await pass(20)).toEqual([])
  time = Date.UTC(2026, 10, 29, 13)
  expect(await pass(8)).toEqual([])
  time = Date.UTC(2026, 10, 30, 7, 30)
  const letters = (await pass(2)).filter(one => one.to === 'Paul')
  expect(letters.map(one => one.subject)).toEqual([
    'Summary of 29-11-2026: no new events',
    'Summary of 23-11-2026 to 29-11-2026: 2 new events',
  ])
})
