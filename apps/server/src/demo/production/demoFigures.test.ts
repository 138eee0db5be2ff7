import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesOfHouse, figuresOfPages, figuresOfWidgets } from '../../../test/batchWidgets.ts'
import { aFarm, data, PASSWORD } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { demoEmail, seedDemo } from '../index.ts'

const now = Date.UTC(2026, 10, 4, 12)
let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm({ bare: true, clock: { now: () => now, mono: () => performance.now() } })
  await seedDemo(farm.world, farm.app.services.devices, PASSWORD, 0)
  api = farm.api(await farm.login(demoEmail('manager')))
})
afterAll(() => farm.close())

test('each batch of the demo has the same figures in widgets and on its page', { tags: ['nightly'] }, async () => {
  const houses = data(await api.entities.list({ query: { entityTypeNames: ['SECTOR'] } }))
  const compared = []
  for (const { id } of houses) {
    const batches = await batchesOfHouse(api, id)
    if (batches.length === 0) continue
    expect(await figuresOfWidgets(farm, api, id, batches)).toEqual(await figuresOfPages(api, batches))
    compared.push(...batches.map(({ status }) => status))
  }
  expect(new Set(compared)).toEqual(new Set(['OPEN', 'CLOSED']))
  expect(compared.length).toBeGreaterThan(4)
})
