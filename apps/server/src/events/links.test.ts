import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { aHouse } from '../../test/rules.ts'
import { aClock, anOccurrence, responsible, rowsOf } from '../../test/outbox.ts'
import type { News } from '../outbox/index.ts'
import { linkToken } from '../platform/links.ts'

let farm: Farm
const clock = aClock(Date.UTC(2026, 6, 6, 10))
beforeAll(async () => {
  farm = await aFarm({ clock, settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' } })
  await responsible(farm, 'Paul', await farm.person('Paul'), { language: 'pt-PT', time_zone: 'Europe/Lisbon' })
})
afterAll(() => farm.close())

/** Somebody is told of it, and follows the link of the message. */
async function follow(change: Partial<News>) {
  const news: News = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL', { title: 'Heat' })), ...change }
  await farm.world.db.work(farm.system, work => farm.app.doors.outbox.tell(work, news))
  const [row] = await rowsOf(farm, news.eventId)
  return { row: row!, ...data(await farm.api().events.followLink({ body: { token: linkToken(farm.world.secrets, row!.id) } })) }
}
const look = async (key: string) => data(await farm.api().events.linked({ body: { key } }))

test('the link tells what the mail told, what the sensor says since, and what to do first', async () => {
  const { temperature: sensor } = await aHouse(farm)
  const cause = {
    ...{ line: 0, interfaceId: sensor, interfaceName: 'Temperature north', category: 'TEMPERATURE', place: 'House 1' },
    ...{ operator: 'GREATER', threshold: 28, value: 33.3, reading: 33.3, unit: '°C', permanence: 300, ruleVersion: 1 },
    sinceUtc: new Date(clock.now() - 300_000).toISOString(),
  }
  const { row, key, alarm } = await follow({ cause })
  const said = ['Temperature north: 33,3\u00a0°C. Limite do alarme: acima de 28,0\u00a0°C.', 'Desde 10:55 (5 min).']
  for (const line of said) expect(row.text).toContain(line)
  expect(alarm).toMatchObject({ language: 'pt-PT', place: 'House 1' })
  expect(alarm.lines.slice(0, 2)).toEqual(said)
  expect(row.text).toContain(alarm.lines[2])

  clock.advance(120_000)
  await farm.world.owner.query(
    `insert into last_values (interface_id, ts, received_at, flags, value) values ($1, $2, $2, 0, 34.5)`,
    [sensor, new Date(clock.now())],
  )
  expect((await look(key)).lines).toEqual([...said, 'Última leitura, 11:02: 34,5\u00a0°C.', alarm.lines[2]])
})

test('of what the platform noticed itself it tells the fact; of what a person wrote, what they wrote last', async () => {
  const fact = { key: 'mail.alarm.fault', values: { sensor: 'Water', time: clock.now() } } as const
  const { row, alarm } = await follow({ fact })
  expect(alarm.lines).toHaveLength(2)
  for (const line of alarm.lines) expect(row.text).toContain(line)

  const written = { description: 'Pump stands.', notes: '', by: 'Rita' }
  const { key, row: one } = await follow({ written })
  await farm.world.owner.query(`update events set description = 'Pump runs again.' where id = $1`, [one.event_id])
  expect((await look(key)).lines).toEqual(['Pump runs again.'])
})
