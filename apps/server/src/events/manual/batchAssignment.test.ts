import type { CreateEventInput } from '@steading/contract/events/events'
import { beforeEach, expect, test } from 'vitest'
import {
  anAlarm,
  details,
  event,
  farm,
  manager,
  MINUTE,
  opens,
  say,
  takenIn,
  theEvent,
  time,
  withAlarms,
} from '../../../test/alarms.ts'
import { data, failing } from '../../../test/farm.ts'
import type { Api } from '../../../test/farm.ts'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
// Every test has the same house, hours after the one before.
withAlarms(5 * HOUR)
beforeEach(async () => {
  for (const table of ['animal_movements', 'feed_movements', 'weighings', 'batches'])
    await farm.world.owner.query(`delete from ${table}`)
})
const at = (ms: number) => new Date(ms).toISOString()
const open = async (entityId: string, since: number) =>
  data(await manager.batches.create({ body: { entityId, openDate: at(since), species: 'BROILER' }, files: [] }))
const close = async (id: string, version: number, when: number) =>
  data(await manager.batches.quickCloseOpen({ params: { id }, body: { version, closeDate: at(when) } }))
const write = (more: Partial<CreateEventInput>, by: Api = manager) =>
  by.events.create({
    files: [],
    body: {
      title: 'Wet litter',
      severityLevel: 'LOW',
      category: 'ANIMAL_HEALTH',
      cause: 'UNKNOWN',
      status: 'CLOSED',
      openDate: at(time - MINUTE),
      ...more,
    },
  })
const eventsOf = async (batchId: string, by = manager) =>
  data(await by.events.search({ query: { batchId, itemsPerPage: 50 } })).content.map(one => one.id)
const anAlarmAt = async (opened: number) => {
  const alarm = await anAlarm()
  await say(alarm, [opens(alarm, opened)])
  await takenIn()
  return { ...alarm, event: await theEvent(event(alarm, opened)) }
}

test('an alarm belongs to the batch in its house', async () => {
  const alarm = await anAlarm()
  const { id, code } = await open(alarm.house.sectorId, time - 2 * HOUR)
  const opened = time - MINUTE
  await say(alarm, [opens(alarm, opened)])
  await takenIn()
  const made = await theEvent(event(alarm, opened))
  expect(await details(made.id)).toMatchObject({ batch: { id, code } })
  expect(await eventsOf(id)).toEqual([made.id])
})

test('an alarm names the day of its batch, and the age of the animals once some came', async () => {
  const alarm = await anAlarm()
  const opened = time - MINUTE
  const { id } = await open(alarm.house.sectorId, opened - 3 * DAY)
  await say(alarm, [opens(alarm, opened)])
  await takenIn()
  const made = await theEvent(event(alarm, opened))
  expect((await details(made.id)).batchDay).toEqual({ day: 4, age: null })
  data(
    await manager.animalMovements.create({
      body: {
        batchId: id,
        action: 'ENTRY',
        actionType: 'EXTERNAL_ENTRY',
        timestamp: at(opened - 2 * DAY),
        number: 10,
        weight: 10,
        age: 5,
      },
      files: [],
    }),
  )
  expect((await details(made.id)).batchDay).toEqual({ day: 4, age: 7 })
})

test('a batch created later takes the events within its dates', async () => {
  const { house, event: early } = await anAlarmAt(time - 10 * MINUTE)
  expect((await details(early.id)).batch).toBeNull()
  const batch = await open(house.sectorId, time - 20 * MINUTE)
  expect(await eventsOf(batch.id)).toEqual([early.id])
  data(
    await manager.batches.edit({
      params: { id: batch.id },
      body: { openDate: at(time - 5 * MINUTE), version: 1, species: 'BROILER' },
      files: [],
    }),
  )
  expect(await eventsOf(batch.id)).toEqual([])
  data(
    await manager.batches.edit({
      params: { id: batch.id },
      body: { openDate: at(time - 20 * MINUTE), version: 2, species: 'BROILER' },
      files: [],
    }),
  )
  await close(batch.id, 3, time - 15 * MINUTE)
  expect(await eventsOf(batch.id)).toEqual([])
  data(await manager.batches.quickCloseOpen({ params: { id: batch.id }, body: { version: 4 } }))
  expect(await eventsOf(batch.id)).toEqual([early.id])
})

test('manual events follow the dates of batches unless assigned manually', async () => {
  const { house } = await anAlarm()
  const openDate = at(time - 10 * MINUTE)
  const unsaid = data(await write({ entityId: house.sectorId, openDate }))
  const none = data(await write({ entityId: house.sectorId, openDate, batchId: null }))
  const batch = await open(house.sectorId, time - HOUR)
  const named = data(await write({ batchId: batch.id, openDate }))
  expect((await eventsOf(batch.id)).toSorted()).toEqual([unsaid.id, named.id].toSorted())
  // Somebody says that it is not of this batch: so it stays.
  const { description, category, cause, status, version } = await details(unsaid.id)
  const body = { description, category, cause, status, version, batchId: null }
  data(await manager.events.edit({ params: { id: unsaid.id }, files: [], body }))
  const edit = (since: number, version: number) =>
    manager.batches.edit({ params: { id: batch.id }, body: { openDate: at(since), version, species: 'BROILER' }, files: [] })
  data(await edit(time - 2 * HOUR, 1))
  expect(await eventsOf(batch.id)).toEqual([named.id])
  expect((await details(none.id)).batch).toBeNull()
  data(await edit(time - MINUTE, 2))
  expect(await eventsOf(batch.id)).toEqual([named.id])
})

test('automatic assignments do not prevent deleting a batch', async () => {
  const { house } = await anAlarm()
  const made = data(await write({ entityId: house.sectorId, openDate: at(time - 10 * MINUTE) }))
  const batch = await open(house.sectorId, time - HOUR)
  expect(await eventsOf(batch.id)).toEqual([made.id])
  data(
    await manager.batches.edit({
      params: { id: batch.id },
      body: { openDate: at(time - MINUTE), version: 1, species: 'BROILER' },
      files: [],
    }),
  )
  expect(await eventsOf(batch.id)).toEqual([])
  data(
    await manager.batches.edit({
      params: { id: batch.id },
      body: { openDate: at(time - HOUR), version: 2, species: 'BROILER' },
      files: [],
    }),
  )
  data(await manager.batches.remove({ params: { id: batch.id } }))
  expect((await details(made.id)).batch).toBeNull()
})

test('an event in a room belongs to its batch or that of the house', async () => {
  const { house, event: made } = await anAlarmAt(time - 10 * MINUTE)
  const room = await farm.entity(`Room of ${house.sectorId}`, 'SECTOR', 'Paul')
  await farm.world.owner.query(`update entities set parent_id = $1 where id = $2`, [house.sectorId, room])
  await farm.world.owner.query(`update events set entity_id = $1 where id = $2`, [room, made.id])
  const around = await open(house.sectorId, time - 2 * HOUR)
  expect(await eventsOf(around.id)).toEqual([made.id])
  await close(around.id, 1, time - 15 * MINUTE)
  const own = await open(room, time - 14 * MINUTE)
  expect(await eventsOf(own.id)).toEqual([made.id])
  expect(await eventsOf(around.id)).toEqual([])
})

test('an event of a batch without an entity gets the house of the batch', async () => {
  const { house } = await anAlarm()
  const { id, code } = await open(house.sectorId, time - 2 * HOUR)
  const made = data(await write({ batchId: id }))
  expect(made).toMatchObject({ batch: { id, code }, entity: { id: house.sectorId }, status: 'CLOSED' })
  expect(data(await write({ entityId: house.sectorId })).batch).toEqual({ id, code })
  expect(data(await write({ entityId: house.sectorId, batchId: null })).batch).toBeNull()
  // Of the farm, it concerns the batch that somebody names.
  expect(data(await write({ entityId: farm.at.Paul!, batchId: id })).batch).toEqual({ id, code })
  expect(data(await write({ entityId: farm.at.Paul! })).batch).toBeNull()
  await expect(write({})).rejects.toMatchObject({ failure: { fields: [{ field: 'entityId', code: 'required' }] } })
})

test('accepts a closed batch without animals only for dates before its end', async () => {
  const { house } = await anAlarm()
  const { id } = await open(house.sectorId, time - 2 * HOUR)
  await close(id, 1, time - 60 * MINUTE)
  const made = data(await write({ batchId: id, openDate: at(time - 61 * MINUTE) }))
  expect(made.batch?.id).toBe(id)
  const refused = { refused: 'EVENT_DATE_GTE_LAST_ANI_MOV_DATE' }
  expect(await write({ batchId: id, openDate: at(time - 60 * MINUTE) })).toMatchObject(refused)
  const { description, category, cause, status, version } = made
  const edit = (openDate: number, more = {}) =>
    manager.events.edit({
      params: { id: made.id },
      files: [],
      body: { description, category, cause, status, version, openDate: at(openDate), ...more },
    })
  expect(await edit(time - MINUTE, { batchId: id })).toMatchObject(refused)
  // Somebody said of which: that holds for another day, too, until somebody says otherwise.
  expect(await edit(time - MINUTE)).toMatchObject(refused)
  expect(data(await edit(time - 62 * MINUTE)).batch?.id).toBe(id)
  const none = data(await edit(time - MINUTE, { batchId: null, version: version + 1 }))
  expect(none.batch).toBeNull()
  expect(data(await edit(time - 62 * MINUTE, { version: version + 2 })).batch).toBeNull()
})

/** A batch whose animals came two hours and left an hour ago, weighed after that and closed half an hour ago. */
async function sold(house: string) {
  const { id } = await open(house, time - 2 * HOUR)
  const animals = { batchId: id, number: 10, weight: 20 }
  const arrival = { ...animals, action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', timestamp: at(time - 2 * HOUR) } as const
  const sale = { ...animals, action: 'EXIT', actionType: 'EXTERNAL_SALE', timestamp: at(time - HOUR) } as const
  for (const body of [arrival, sale]) data(await manager.animalMovements.create({ body, files: [] }))
  data(
    await manager.weighings.create({
      body: { batchId: id, timestamp: at(time - 40 * MINUTE), number: 10, totalWeight: 20 },
    }),
  )
  return { id, close: () => close(id, 1, time - 30 * MINUTE) }
}
const GONE = { refused: 'EVENT_DATE_GTE_LAST_ANI_MOV_DATE' }

test('refuses a closed batch from its last animal movement on, though it ended later', async () => {
  const { house } = await anAlarm()
  const batch = await sold(house.sectorId)
  await batch.close()
  expect(await write({ batchId: batch.id, openDate: at(time - 45 * MINUTE) })).toMatchObject(GONE)
  expect(await write({ batchId: batch.id, openDate: at(time - HOUR) })).toMatchObject(GONE)
  expect(data(await write({ batchId: batch.id, openDate: at(time - HOUR - 1) })).batch?.id).toBe(batch.id)
})

test('accepts an open batch after its last animal movement', async () => {
  const { house } = await anAlarm()
  const { id } = await sold(house.sectorId)
  expect(data(await write({ batchId: id, openDate: at(time - MINUTE) })).batch?.id).toBe(id)
})

test('an automatic event after the last animal movement belongs to the batch until its end', async () => {
  const alarm = await anAlarm()
  const batch = await sold(alarm.house.sectorId)
  await batch.close()
  const opened = time - 45 * MINUTE
  await say(alarm, [opens(alarm, opened)])
  await takenIn()
  expect((await details((await theEvent(event(alarm, opened))).id)).batch?.id).toBe(batch.id)
})

test('an edited open date selects the batch of that date', async () => {
  const { house } = await anAlarm()
  const { id } = await open(house.sectorId, time - HOUR)
  const made = data(await write({ entityId: house.sectorId, openDate: at(time - 30 * MINUTE) }))
  expect(made.batch?.id).toBe(id)
  const edit = async ({ description, category, cause, status, version }: typeof made, openDate: number) => {
    const body = { description, category, cause, status, version, openDate: at(openDate) }
    return data(await manager.events.edit({ params: { id: made.id }, files: [], body }))
  }
  const before = await edit(made, time - 90 * MINUTE)
  expect(before.batch).toBeNull()
  expect((await edit(before, time - 20 * MINUTE)).batch?.id).toBe(id)
})

test('a manual assignment can be reset to the batch of the date', async () => {
  const { house } = await anAlarm()
  const first = await open(house.sectorId, time - 4 * HOUR)
  await close(first.id, 1, time - 2 * HOUR)
  const second = await open(house.sectorId, time - HOUR)
  const made = data(await write({ batchId: first.id, entityId: house.sectorId, openDate: at(time - 3 * HOUR) }))
  expect(made).toMatchObject({ batch: { id: first.id }, batchSaid: true })
  const { description, category, cause, status, version } = made
  const edit = async (version: number, body: object) =>
    data(
      await manager.events.edit({
        params: { id: made.id },
        files: [],
        body: { description, category, cause, status, version, ...body },
      }),
    )
  const then = await edit(version, { batchId: 'AUTO', openDate: at(time - MINUTE) })
  expect(then).toMatchObject({ batch: { id: second.id }, batchSaid: false })
  // The very batch that it has: said, so that another day does not take it away.
  const reply = await edit(then.version, { batchId: second.id })
  expect(reply).toMatchObject({ batch: { id: second.id }, batchSaid: true })
  const { audit } = await farm.as('Aves')
  const [last] = data(await audit.search({ query: { objectType: 'event', objectId: made.id } })).content
  expect(data(await audit.details({ params: { id: last!.id } })).changes).toEqual([{ field: 'batchSaid', old: null, new: true }])
  const early = await edit(reply.version, { openDate: at(time - 3 * HOUR) })
  expect(early).toMatchObject({ batch: { id: second.id } })
  // At another place it begins anew.
  const there = await farm.entity('House beside', 'SECTOR', 'Paul')
  const other = await open(there, time - 4 * HOUR)
  expect(await edit(early.version, { entityId: there })).toMatchObject({ batch: { id: other.id }, batchSaid: false })
})

test('a user of a room can edit the date of an event of the house’s batch', async () => {
  const house = await farm.entity('House of rooms', 'SECTOR', 'Paul')
  const room = await farm.entity('Room', 'SECTOR', 'House of rooms')
  const { id } = await open(house, time - 3 * HOUR)
  const { version, ...made } = data(await write({ entityId: room, batchId: id, openDate: at(time - 2 * HOUR) }))
  await close(id, 1, time - HOUR)
  const inside = await farm.as('Room')
  expect(await details(made.id, inside)).toMatchObject({ batch: null, batchSaid: false })
  const { description, category, cause, status } = made
  const body = { description, category, cause, status, version, openDate: at(time - 2 * MINUTE) }
  data(await inside.events.edit({ params: { id: made.id }, files: [], body }))
  expect(await details(made.id)).toMatchObject({ batch: { id }, batchSaid: true })
})

test('finds the nearest batch at an entity and time', async () => {
  const { house } = await anAlarm()
  const { id, code } = await open(house.sectorId, time - HOUR)
  const there = async (ms: number, by = manager) =>
    data(await by.batches.search({ query: { placeId: house.sectorId, at: at(ms) } })).content.map(one => one.code)
  expect(await there(time - MINUTE)).toEqual([code])
  expect(await there(time - 2 * HOUR)).toEqual([])
  await close(id, 1, time - 10 * MINUTE)
  expect(await there(time - MINUTE)).toEqual([])
})

test('deleting a batch leaves its events without one', async () => {
  const { house } = await anAlarm()
  const old = await open(house.sectorId, time - 4 * HOUR)
  await close(old.id, 1, time - 2 * HOUR)
  const late = await open(house.sectorId, time - 2 * HOUR)
  const made = data(await write({ entityId: house.sectorId, openDate: at(time - HOUR) }))
  expect(made.batch?.id).toBe(late.id)
  data(await manager.batches.remove({ params: { id: late.id } }))
  expect((await details(made.id)).batch).toBeNull()
})

test('records a reassignment, visible to users who see the batch', async () => {
  const { house, event: made } = await anAlarmAt(time - 10 * MINUTE)
  const moves = async (by = manager) =>
    data(await by.events.changes({ params: { id: made.id } }))
      .filter(one => one.note)
      .map(one => one.notes)
  const early = await open(house.sectorId, time - 2 * HOUR)
  await close(early.id, 1, time - 20 * MINUTE)
  const late = await open(house.sectorId, time - 15 * MINUTE)
  data(
    await manager.batches.edit({
      params: { id: late.id },
      body: { openDate: at(time - 5 * MINUTE), version: 1, species: 'BROILER' },
      files: [],
    }),
  )
  data(
    await manager.batches.edit({
      params: { id: late.id },
      body: { openDate: at(time - 12 * MINUTE), version: 2, species: 'BROILER' },
      files: [],
    }),
  )
  data(await manager.batches.remove({ params: { id: late.id } }))
  expect(await moves()).toEqual([
    `Batch: ${late.code} → –`,
    `Batch: – → ${late.code}`,
    `Batch: ${late.code} → –`,
    `Batch: – → ${late.code}`,
    `Batch: ${early.code} → –`,
    `Batch: – → ${early.code}`,
  ])
  expect(await moves(await farm.as('Paul', ['events.read']))).toEqual([])
  expect((await details(made.id)).status).toBe('OPEN')
})

test('a manual assignment stays when the batch ends earlier', async () => {
  const { house } = await anAlarm()
  const { id, code } = await open(house.sectorId, time - 2 * HOUR)
  const made = data(await write({ batchId: id }))
  await close(id, 1, time - HOUR)
  const { category, cause, status, version } = made
  const body = { description: 'Dried', category, cause, status, version, openDate: made.openDate, batchId: id }
  const edited = data(await manager.events.edit({ params: { id: made.id }, files: [], body }))
  expect(edited).toMatchObject({ description: 'Dried', batch: { id, code } })
})

test('refuses a batch elsewhere, out of scope or for a ticket', async () => {
  const one = farm.at['House 1']!
  const other = farm.at['House 2']!
  const { id } = await open(other, time - 2 * HOUR)
  const wrong = (code: string) => ({ failure: { fields: [expect.objectContaining({ field: 'batchId', code })] } })
  await expect(write({ entityId: one, batchId: id })).rejects.toMatchObject(wrong('batchElsewhere'))
  await expect(write({ batchId: '999999' })).rejects.toMatchObject(wrong('notFound'))
  const blind = await farm.as('Paul', ['events.read', 'events.create'])
  for (const batchId of [id, null, 'AUTO'])
    await expect(write({ entityId: other, batchId }, blind)).rejects.toMatchObject(wrong('leaveEmpty'))
  await expect(write({ entityId: one, batchId: 'x' })).rejects.toMatchObject(wrong('id'))
  await expect(write({ entityId: one, batchId: id, category: 'HELPDESK' })).rejects.toMatchObject(wrong('leaveEmpty'))
  // Nor is it named to whoever may not see batches, though the event is the batch's.
  const made = data(await write({ entityId: other }, blind))
  expect(made.batch).toBeNull()
  expect(await details(made.id)).toMatchObject({ batch: { id } })
  expect(await eventsOf(id, blind)).toEqual([])
  const reply = data(await write({ batchId: id }))
  const editor = await farm.as('Paul', ['events.read', 'events.update'])
  expect(await details(reply.id, editor)).toMatchObject({ batch: null, batchSaid: false })
  const { description, category, cause, status, version } = reply
  const edit = (body: object) =>
    editor.events.edit({ params: { id: reply.id }, files: [], body: { description, category, cause, status, version, ...body } })
  await expect(edit({ batchId: null })).rejects.toMatchObject(wrong('leaveEmpty'))
  // Another day does not take from it what others said.
  await close(id, 1, time - HOUR)
  data(await edit({ openDate: at(time - 2 * MINUTE) }))
  expect(await details(reply.id)).toMatchObject({ batch: { id }, batchSaid: true })
  const far = await farm.as('Suínos')
  expect(await eventsOf(id, far)).toEqual([])
})

test('refuses to delete a batch with manual assignments only', async () => {
  const { house, event: made } = await anAlarmAt(time - 10 * MINUTE)
  const batch = await open(house.sectorId, time - 2 * HOUR)
  const { description, category, cause, status, version } = await details(made.id)
  const edit = manager.events.edit({
    params: { id: made.id },
    files: [],
    body: { description, category, cause, status, version, batchId: null },
  })
  await expect(edit).rejects.toMatchObject(failing('INVALID_INPUT', 'batchId'))
  const written = data(await write({ batchId: batch.id }))
  expect(await manager.batches.remove({ params: { id: batch.id } })).toMatchObject({
    refused: 'CANNOT_DELETE_BATCH_WITH_DEPENDENCIES',
  })
  data(await manager.events.remove({ params: { id: written.id } }))
  data(await manager.batches.remove({ params: { id: batch.id } }))
  expect((await details(made.id)).batch).toBeNull()
})

test('presets of a batch’s events count back from now', async () => {
  const { id } = await open(await farm.entity('House of presets', 'SECTOR', 'Paul'), time - 60 * DAY)
  const made: string[] = []
  for (const days of [0.5, 3, 20, 40]) made.push(data(await write({ batchId: id, openDate: at(time - days * DAY) })).id)
  const within = async (lastTime: 'TWENTYFOUR' | 'WEEK' | 'MONTH') =>
    data(await manager.events.search({ query: { batchId: id, lastTime } })).content.map(one => one.id)
  expect(await within('TWENTYFOUR')).toEqual(made.slice(0, 1))
  expect(await within('WEEK')).toEqual(made.slice(0, 2))
  expect(await within('MONTH')).toEqual(made.slice(0, 3))
})
