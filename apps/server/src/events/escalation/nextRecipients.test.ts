import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { aClock, anOccurrence, by, responsible, rowsOf } from '../../../test/outbox.ts'
import { alarmNotification } from '../../outbox/index.ts'
import type { Alarm } from '../../outbox/index.ts'
import { eventById } from '../events.sql.ts'

let farm: Farm
let api: Api
const names: Record<string, string> = {}
const clock = aClock()
beforeAll(async () => {
  farm = await aFarm({ clock, settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' } })
  // The watch is looked at by hand.
  for (const part of farm.app.services.events.parts) await part.stop()
  for (const place of ['Paul', 'Aves']) {
    const email = await farm.person(place)
    const id = await responsible(farm, place, email)
    const { rows } = await farm.world.owner.query<{ name: string }>('select short_name as name from users where id = $1', [id])
    names[place] = rows[0]!.name
    if (place === 'Paul') api = farm.api(await farm.login(email))
  }
})
afterAll(() => farm.close())

const look = async () => {
  for (const part of farm.app.services.events.parts) {
    await part.start()
    await part.stop()
  }
}
const anAlarm = async (severity: Alarm['severity'] = 'CRITICAL', actions: Alarm['actions'] = null) => {
  const { eventId, occurrenceId, key, at, n, last, escalation, cause, fact, written } = await anOccurrence(farm, 'Paul', severity)
  await farm.world.db.work(farm.system, async work =>
    farm.app.services.events.notifier.notify(work, (await eventById(work, eventId))!, actions, {
      id: occurrenceId,
      key,
      at,
      n,
      last,
      escalation,
      cause,
      fact,
      written,
    }),
  )
  return eventId
}
const next = async (id: string) => data(await api.events.next({ params: { id } })).next
const step = async (id: string, answerStep: 'SEEN' | 'SOLVED') =>
  data(await api.events.takeStep({ params: { id }, body: { step: answerStep } }))
const inMinutes = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString()
const people = async (id: string) => (await next(id))?.people.map(person => person.shortName)

test('who is told next and when: the level above, those taken up later, nobody once it is over', async () => {
  const id = await anAlarm()
  expect(await next(id)).toMatchObject({ atUtc: inMinutes(5), contacts: 0 })
  expect(await people(id)).toEqual([names.Paul, names.Aves])
  const due = Date.parse((await next(id))!.atUtc)
  clock.advance(due - clock.now())
  await look()
  // As it was foretold.
  expect((await rowsOf(farm, id)).filter(row => row.created_at.getTime() === due)).toHaveLength(2)
  await step(id, 'SEEN')
  expect((await next(id))?.atUtc).toBe(inMinutes(15))
  await step(id, 'SOLVED')
  expect(await next(id)).toBeNull()
})

test('what nobody is woken for has no next; a list that has run out tells what is critical again', async () => {
  expect(await next(await anAlarm('LOW'))).toBeNull()
  const grave = await anAlarm('MAJOR')
  const critical = await anAlarm('CRITICAL')
  clock.advance(5 * 60_000)
  await look()
  expect(await next(grave)).toBeNull()
  expect(await people(critical)).toEqual([names.Paul, names.Aves])
})

test('a message says whose it was, by name', async () => {
  const id = await anAlarm('MAJOR', by(['MAIL'], { contactsList: ['vet@farm.example'], usersList: [] }))
  await farm.world.db.work(farm.system, async work => {
    const news = { ...(await anOccurrence(farm, 'Paul')), eventId: id, key: `again:${id}` }
    await farm.app.services.outbox.notify(work, alarmNotification(news))
  })
  const { content } = data(await api.outbox.search({ query: { eventId: id } }))
  expect(new Set(content.map(one => one.person?.shortName ?? one.recipient))).toEqual(new Set([names.Paul, 'vet@farm.example']))
  const keptMessages = data(await api.outbox.search({ query: { eventId: id, state: 'KEPT' } }))
  expect(keptMessages.totalElements).toBe(2)
  expect(data(await api.outbox.search({ query: { eventId: id, state: 'SENT' } })).totalElements).toBe(0)
})
