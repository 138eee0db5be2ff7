import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { insertPastBatch, insertPastEvent } from './history.sql.ts'

let farm: Farm
beforeAll(async () => void (farm = await aFarm()))
afterAll(() => farm.close())

const MORNING = new Date('2026-05-04T08:00:00Z')
const later = (minutes: number) => new Date(MORNING.getTime() + minutes * 60_000)

test('inserts a past event with its steps and the batch of that day', async () => {
  await farm.person('Paul')
  const { rows } = await farm.world.owner.query<{ id: string }>('select id from users order by id desc limit 1')
  const by = rows[0]!.id
  await farm.world.db.work(farm.system, async work => {
    await insertPastBatch(work, {
      entityId: farm.at['House 1']!,
      species: 'BROILER',
      by,
      openDate: new Date('2026-04-01T08:00:00Z'),
      closeDate: new Date('2026-05-20T08:00:00Z'),
    })
    await insertPastEvent(work, {
      entityId: farm.at['House 1']!,
      title: 'Feed line jammed',
      description: 'Line 2',
      severity: 'MAJOR',
      category: 'FEED',
      cause: 'EQUIPMENT_FAILURE',
      openDate: MORNING,
      by,
      steps: [
        { step: 'SEEN', by, at: later(6), notes: '' },
        { step: 'SOLVED', by, at: later(40), notes: 'Shear pin replaced' },
      ],
    })
  })
  const api = await farm.as('Paul')
  const [event] = data(await api.events.search({ query: {} })).content
  expect(event).toMatchObject({ status: 'CLOSED', openDate: MORNING.toISOString(), closeDate: later(40).toISOString() })
  expect(event!.batch).not.toBeNull()
  const changes = data(await api.events.changes({ params: { id: event!.id } }))
  expect(changes.map(({ status, step, via, notes }) => [status, step, via, notes])).toEqual([
    ['CLOSED', 'SOLVED', 'SCREEN', 'Shear pin replaced'],
    ['PENDING', 'SEEN', 'SCREEN', ''],
    ['OPEN', null, null, ''],
  ])
})
