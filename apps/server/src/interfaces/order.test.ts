import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { anInterface } from '../../test/rules.ts'

let farm: Farm
let manager: Api
const ids: string[] = []

beforeAll(async () => {
  farm = await aFarm()
  manager = await farm.as('Paul')
  const { id } = await aTerminal(farm, 'Paul')
  for (let n = 0; n < 23; n++) ids.push(await anInterface(farm, id, 'House 1', 'TEMPERATURE', `Sensor ${n}`))
  // Of 23, the first 14 were read: the later the number, the later the reading.
  for (const [n, one] of ids.slice(0, 14).entries())
    await farm.world.owner.query(
      `insert into last_values (interface_id, ts, received_at, value, flags) values ($1, now() + $2 * interval '1 second', now(), 1, 0)`,
      [one, n],
    )
})
afterAll(() => farm.close())

const pages = async (sortDirection: 'ASC' | 'DESC') => {
  const found: string[] = []
  for (const currentPage of [0, 1, 2, 3]) {
    const query = { sortProperty: 'lastReadingTimestampUtc', sortDirection, currentPage } as const
    const { content, totalElements } = data(await manager.interfaces.search({ query }))
    expect(totalElements).toBe(23)
    found.push(...content.map(one => one.id))
  }
  return found
}

test('lists the last read first and never read last, each once over all pages', async () => {
  expect(await pages('DESC')).toEqual([...ids.slice(0, 14).toReversed(), ...ids.slice(14).toReversed()])
})

test('and the other way round', async () => {
  expect(await pages('ASC')).toEqual([...ids.slice(14), ...ids.slice(0, 14)])
})
