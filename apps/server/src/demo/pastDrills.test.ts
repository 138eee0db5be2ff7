import { afterEach, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { aClock, responsible } from '../../test/outbox.ts'
import { insertPastDrills } from './pastDrills.ts'

let farm: Farm
afterEach(() => farm.close())

test('inserts a drill per week at the planned time, most of them passed', async () => {
  // A Monday.
  farm = await aFarm({ clock: aClock() })
  await responsible(farm, 'House 1', await farm.person('Paul'))
  await aTerminal(farm, 'House 1')
  await farm.world.db.work(farm.system, work => insertPastDrills(work, farm.world, farm.at.Root!, 8))
  const api = await farm.as('Aves')
  const { content } = data(await api.drills.search({ query: {} }))
  expect(content.map(one => one.startedUtc.slice(0, 16))).toEqual(
    ['06-30', '06-23', '06-16', '06-09', '06-02', '05-26', '05-19', '05-12'].map(day => `2026-${day}T09:00`),
  )
  const results = content.map(one => one.stage ?? one.result)
  expect(results.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'NOT_CONFIRMED',
    'NOT_CONNECTED',
    'PASSED',
    'PASSED',
    'PASSED',
    'PASSED',
    'PASSED',
    'PASSED',
  ])
  const passed = data(await api.drills.details({ params: { id: content.find(one => one.result === 'PASSED')!.id } }))
  expect(passed).toMatchObject({ told: 1, confirmed: 1, by: '', messages: [{ channel: 'MAIL', state: 'SENT' }] })
  expect(passed.messages[0]!.confirmedUtc).toBe(passed.endedUtc)
})
