import type { FeedMovement } from '@steading/contract/production/feedMovements'
import { deliveryDisagrees } from '@steading/production/stock'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, PASSWORD } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { createVirtualClock } from '../../../test/virtualClock.ts'
import { loadHistory } from '../../readings/index.ts'
import { demoEmail, planFile, seedDeliveries, seedDemo, writePlan } from '../index.ts'

const HOUR = 3_600_000
const DAYS = 12
const now = Date.UTC(2026, 10, 4, 12)
/** Lorries bring whole multiples of it, kg. */
const LOT = 500
const HISTORY = fileURLToPath(new URL('../../../../smartbox/src/app/history.ts', import.meta.url))

interface Plan {
  readonly farms: {
    interfaces: unknown[]
    houses: { readonly batches?: unknown; readonly metered?: unknown; interfaces: { id: number; address: string }[] }[]
  }[]
}

let farm: Farm
let api: Api
let deliveries: readonly FeedMovement[]
beforeAll(async () => {
  farm = await aFarm({ bare: true, clock: createVirtualClock(now) })
  const seeded = await seedDemo(farm.world, farm.app.services.devices, PASSWORD, 0)
  writePlan(farm.world.config, seeded!, now)
  await loadSilos()
  await seedDeliveries(farm.world, DAYS)
  api = farm.api(await farm.login(demoEmail('root')))
  deliveries = data(await api.feedMovements.searchAutomatic({ query: { itemsPerPage: 50 } })).content
})
afterAll(() => farm.close())

/** Loads what the silos of the simulated barns that have animals weighed, and nothing else of their past. */
async function loadSilos() {
  const file = planFile(farm.world.config)
  const plan = JSON.parse(readFileSync(file, 'utf8')) as Plan // safe: writePlan wrote it
  for (const place of plan.farms) {
    place.interfaces = []
    place.houses = place.houses.filter(({ batches, metered }) => batches && !metered)
    for (const house of place.houses) house.interfaces = house.interfaces.filter(({ address }) => address.endsWith('/silo'))
  }
  writeFileSync(file, JSON.stringify(plan))
  const until = new Date(now).toISOString()
  const simulator = spawn(process.execPath, [HISTORY, '--days', String(DAYS), '--until', until, '--plan', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(simulator, 'close')
  try {
    await loadHistory(farm.world, simulator.stdout)
    expect(await exit).toEqual([0, null])
  } finally {
    simulator.kill()
  }
}

interface Lorry {
  readonly siloId: string
  /** ms UTC of the last weight before it. */
  readonly at: number
  readonly kg: number
  readonly capacity: number
}

/** The lorries at the silos of houses that animals are fed from, by the simulated weights alone. */
async function lorries(): Promise<Lorry[]> {
  const { rows } = await farm.world.owner.query<{ id: string; capacity: number; times: Date[]; weights: number[] }>(
    `select interfaces.id::text, capacity, array_agg(ts order by ts) as times, array_agg(value order by ts) as weights
     from interfaces join readings on interface_id = interfaces.id
     where category = 'SILO_WEIGHT' and exists (select from batches where entity_id = interfaces.entity_id and close_date is null)
     group by interfaces.id order by interfaces.id`,
  )
  return rows.flatMap(({ id, capacity, times, weights }) => {
    const isRise = (index: number) => weights[index]! - weights[index - 1]! > LOT / 2
    return weights.flatMap((before, index) => {
      if (!isRise(index + 1) || isRise(index)) return []
      let end = index + 1
      while (isRise(end + 1)) end++
      // The last minutes of a lorry may rise by less; animals eat a few kg meanwhile.
      const kg = Math.round((weights[end + 1]! - before) / LOT) * LOT
      return { siloId: id, at: times[index]!.getTime(), kg, capacity }
    })
  })
}

const byPlaceAndTime = (a: { siloId: string; at: number }, b: { siloId: string; at: number }) =>
  a.siloId.localeCompare(b.siloId) || a.at - b.at

test('every lorry at a simulated silo is a delivery of that weight, and no other is booked', async () => {
  const expected = (await lorries()).toSorted(byPlaceAndTime)
  expect(expected.length).toBeGreaterThan(5)
  const booked = deliveries
    .map(({ silo, timestamp, weight }) => ({ siloId: silo!.id, at: Date.parse(timestamp), weight }))
    .toSorted(byPlaceAndTime)
  expect(booked.map(({ siloId }) => siloId)).toEqual(expected.map(({ siloId }) => siloId))
  for (const [index, { at, kg, capacity }] of expected.entries()) {
    // A lorry of the morning on which animals come is booked at their entry.
    expect(booked[index]!.at - at).toBeLessThan(6 * HOUR)
    expect(at - booked[index]!.at).toBeLessThan(HOUR / 2)
    expect(deliveryDisagrees(booked[index]!.weight, kg, capacity)).toBe(false)
  }
})

test('deliveries of the last 36 hours wait for a person, older ones are confirmed', () => {
  expect(new Set(deliveries.map(({ pending }) => pending))).toEqual(new Set([true, false]))
  for (const { pending, timestamp } of deliveries) expect(pending).toBe(Date.parse(timestamp) >= now - 36 * HOUR)
})

test('a confirmed delivery is of the batch in its house, and passes the checks of an edit', async () => {
  const confirmed = deliveries.filter(({ pending }) => !pending)
  for (const { id, batch, entity, timestamp, weight, feedType, feedFactory, version, silo } of confirmed) {
    const { content } = data(await api.batches.search({ query: { placeId: entity.id, at: timestamp } }))
    expect(content.map(found => found.id)).toEqual([batch!.id])
    expect(silo!.disagrees).toBe(false)
    const fields = { timestamp, weight, feedTypeId: feedType!.id, feedFactoryId: feedFactory!.id, pending: false, version }
    const edited = await api.feedMovements.edit({
      params: { id },
      body: { ...fields, typeDescription: 'Seen by the driver' },
      files: [],
    })
    expect(data(edited)).toMatchObject({ version: version + 1, batch: { id: batch!.id } })
  }
})
