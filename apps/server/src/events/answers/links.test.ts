import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { aHouse } from '../../../test/rules.ts'
import { aClock, anOccurrence, oneAlarm, responsible, rowsOf } from '../../../test/outbox.ts'
import { alarmNotification } from '../../outbox/index.ts'
import type { Alarm } from '../../outbox/index.ts'
import { linkToken } from '../../outbox/index.ts'

let farm: Farm
const clock = aClock(Date.UTC(2026, 6, 6, 10))
beforeAll(async () => {
  farm = await aFarm({ clock, settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' } })
  await responsible(farm, 'Paul', await farm.person('Paul'), { language: 'pt-PT', time_zone: 'Europe/Lisbon' })
})
afterAll(() => farm.close())

/** Somebody is told of it, and follows the link of the message. */
async function follow(change: Partial<Alarm>) {
  const news: Alarm = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL', { title: 'Heat' })), ...change }
  await farm.world.db.work(farm.system, work => farm.app.services.outbox.notify(work, alarmNotification(news)))
  const [row] = await rowsOf(farm, news.eventId)
  const { key, opened } = data(await farm.api().events.followLink({ body: { token: linkToken(farm.world.secrets, row!.id) } }))
  return { row: row!, key, alarm: oneAlarm(opened) }
}
const look = async (key: string) => oneAlarm(data(await farm.api().events.linked({ body: { key } })))

test('a link shows the lines of the mail, the current reading and the advice', async () => {
  const { temperature: sensor } = await aHouse(farm)
  const cause = {
    line: 0,
    interfaceId: sensor,
    interfaceName: 'Temperature north',
    category: 'TEMPERATURE',
    place: 'House 1',
    operator: 'GREATER',
    threshold: 28,
    value: 33.3,
    reading: 33.3,
    unit: '°C',
    permanence: 300,
    ruleVersion: 1,
    sinceUtc: new Date(clock.now() - 300_000).toISOString(),
  }
  const { row, key, alarm } = await follow({ cause })
  const sentences = ['Temperature north: 33,3\u00a0°C. Limite do alarme: acima de 28,0\u00a0°C.', 'Desde 10:55 (5 min).']
  for (const line of sentences) expect(row.text).toContain(line)
  expect(alarm).toMatchObject({ language: 'pt-PT', place: 'House 1' })
  expect(alarm.lines.slice(0, 2)).toEqual(sentences)
  expect(row.text).toContain(alarm.lines[2])

  clock.advance(120_000)
  await farm.world.owner.query(
    `insert into last_values (interface_id, ts, received_at, flags, value) values ($1, $2, $2, 0, 34.5)`,
    [sensor, new Date(clock.now())],
  )
  expect((await look(key)).lines).toEqual([...sentences, 'Última leitura, 11:02: 34,5\u00a0°C.', alarm.lines[2]])
})

test('a link shows the fact of a system alarm and the text of a manual event', async () => {
  const fact = { key: 'mail.alarm.fault', values: { sensor: 'Water', time: clock.now() } } as const
  const { row, alarm } = await follow({ fact })
  expect(alarm.lines).toHaveLength(2)
  for (const line of alarm.lines) expect(row.text).toContain(line)

  const written = { description: 'Pump stands.', notes: '', by: 'Rita' }
  const { key, row: one } = await follow({ written })
  await farm.world.owner.query(`update events set description = 'Pump runs again.' where id = $1`, [one.event_id])
  expect((await look(key)).lines).toEqual(['Pump runs again.'])
})

describe('a link of a digest', () => {
  /** So many alarms in one message to the one in charge of Paul, where they stand, how grave each is. */
  async function together(...all: readonly (readonly [place: string, severity: Alarm['severity']])[]) {
    // One after the other: of two that are as grave the one that opened later stands first.
    const eventIds: string[] = []
    for (const [n, [place, severity]] of all.entries()) {
      const news = await anOccurrence(farm, place, severity, { title: `Alarm ${n}` })
      await farm.world.db.work(farm.system, work => farm.app.services.outbox.notify(work, alarmNotification(news)))
      eventIds.push(news.eventId)
    }
    const { owner } = farm.world
    const { rows } = await owner.query<{ id: string }>(
      `insert into notifications (key, entity_id, channel, user_id, recipient, subject, text, state, due_at, created_at)
       select 'digest|' || key, entity_id, 'SMS', user_id, '+351912345678', 's', 't', 'SENT', due_at, created_at
       from notifications where event_id = $1 returning id::text`,
      [eventIds[0]],
    )
    const { id } = rows[0]!
    await owner.query('update notifications set digest_id = $1 where event_id = any ($2)', [id, eventIds])
    const { key, opened } = data(await farm.api().events.followLink({ body: { token: linkToken(farm.world.secrets, id) } }))
    if (!('alarms' in opened)) throw new Error('it tells of one')
    return { eventIds, token: linkToken(farm.world.secrets, id), key, opened }
  }
  const by = () => farm.api().events

  test('opens all its events once, sorted by urgency and severity', async () => {
    const { eventIds, token, key, opened } = await together(['House 1', 'MAJOR'], ['House 2', 'CRITICAL'], ['Paul', 'CRITICAL'])
    expect(opened).toMatchObject({ count: 3, language: 'pt-PT', timeZone: 'Europe/Lisbon' })
    expect(opened.alarms.map(alarm => alarm.eventId)).toEqual([eventIds[2], eventIds[1], eventIds[0]])
    await expect(by().followLink({ body: { token } })).rejects.toMatchObject({ failure: { fields: [{ code: 'usedLink' }] } })
    clock.advance(60_000)
    data(await by().stepByLink({ body: { key, eventId: eventIds[1]!, step: 'GOING' } }))
    data(await by().stepByLink({ body: { key, eventId: eventIds[2]!, step: 'CHECKED' } }))
    data(await by().stepByLink({ body: { key, eventId: eventIds[2]!, step: 'SOLVED' } }))
    const now = data(await by().linked({ body: { key } }))
    expect(now).toMatchObject({
      alarms: [
        { eventId: eventIds[1], status: 'PENDING', takenUp: { name: opened.reader, step: 'GOING' } },
        { eventId: eventIds[0], status: 'OPEN', takenUp: null },
        { eventId: eventIds[2], status: 'CLOSED' },
      ],
    })
    expect(oneAlarm(data(await by().linked({ body: { key, eventId: eventIds[1]! } })))).toMatchObject({
      title: 'Alarm 1',
      status: 'PENDING',
      changes: [{ name: opened.reader, step: 'GOING' }],
    })
  })

  test('opens only its events, and none that its reader may no longer see', async () => {
    const { eventIds, key } = await together(['House 1', 'CRITICAL'], ['House 2', 'CRITICAL'])
    const { eventId } = await anOccurrence(farm, 'House 1')
    await expect(by().linked({ body: { key, eventId } })).rejects.toMatchObject({ status: 404 })
    await expect(by().stepByLink({ body: { key, eventId, step: 'SEEN' } })).rejects.toMatchObject({ status: 404 })
    await expect(by().stepByLink({ body: { key, step: 'SEEN' } })).rejects.toMatchObject({
      failure: { fields: [{ field: 'eventId', code: 'required' }] },
    })
    const { owner } = farm.world
    await owner.query('update events set entity_id = $1 where id = $2', [farm.at['Suínos'], eventIds[0]])
    await owner.query('update notifications set entity_id = $1 where event_id = $2', [farm.at['Suínos'], eventIds[0]])
    expect(oneAlarm(data(await by().linked({ body: { key } }))).eventId).toBe(eventIds[1])
    await expect(by().linked({ body: { key, eventId: eventIds[0]! } })).rejects.toMatchObject({ status: 404 })
  })
})
