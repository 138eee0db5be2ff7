import { settleBatches } from '../../animalMovements/index.ts'
import { batchById } from '../../batches/index.ts'
import { insertEntry } from '../../books/index.ts'
import { feedFactoryStore } from '../../feedFactories/index.ts'
import { geneticsStore } from '../../genetics/index.ts'
import { systemActor } from '../../platform/actor.ts'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { World } from '../../platform/world.ts'
import { detectDeliveries } from '../../silo/index.ts'
import { feedTypeStore } from '../../feedTypes/index.ts'
import { DAIRY_HOUSE, demoBoxes } from '../farm.ts'
import type { DemoHouse } from '../farm.ts'
import {
  confirmPastDelivery,
  detectedDeliveries,
  dropPendingDeliveries,
  insertPastBatch,
  insertPastDeliveries,
  insertPastMovements,
  insertPastTransfer,
  insertPastWeighings,
} from '../history.sql.ts'
import { deliveriesOf, feedCodeToday, MEDICATED_FEED, movementsOf, weighingsOf } from './animals.ts'
import type { PastMovement } from './animals.ts'
import { staysOf } from './stays.ts'
import type { Stay } from './stays.ts'

/** What a batch of a kind has in the books. */
const KINDS = {
  broiler: {
    species: 'BROILER',
    genetics: { code: 'ROSS308', displayName: 'Ross 308', species: 'BROILER' },
    curve: 'Ross 308 as hatched 2022',
    targetWeight: 2.8,
    by: 'manager',
  },
  pig: {
    species: 'FINISHER',
    genetics: { code: 'LWxLRxPI', displayName: 'Large White × Landrace × Piétrain', species: 'PIG' },
    curve: 'Finisher pig reference',
    targetWeight: 115,
    by: 'integrator',
  },
} as const

/** How heavy the animals of a house are, as a share of the curve. */
const GROWTH: Readonly<Record<string, number>> = {
  'QPL/h1': 0.98,
  'QPL/h2': 1.02,
  'QPL/h3': 0.99,
  'HAZ/s1': 0.97,
  'HAZ/s2': 1.03,
}
/** Of the batch before, as a share of that of the current one. */
const BEFORE = 0.96

/** The house that gets the animals of the reference batch of pigs that are transferred. */
const RECEIVER = 'VSR/q'
/** What they weigh in the end, kg each. */
const RECEIVER_WEIGHT = 112

const FACTORY = { displayName: 'Rações do Tejo', contacts: 'encomendas@racoes-do-tejo.example', leadDays: 3 }

/**
 * The production books of the demo: genetics, a feed factory, and the batches of each house with their animals and weighings.
 * `place` and `person` resolve names to ids.
 */
export async function seedProduction(
  work: UnitOfWork,
  world: Pick<World, 'bus'>,
  place: (key: string) => string,
  person: (name: string) => string,
): Promise<void> {
  const now = work.now.getTime()
  const genetics = {
    broiler: await insertEntry(work, geneticsStore, place('GRL'), KINDS.broiler.genetics),
    pig: await insertEntry(work, geneticsStore, place('GRL'), KINDS.pig.genetics),
  }
  await insertEntry(work, feedTypeStore, place('GRL'), MEDICATED_FEED)
  const factoryId = await insertEntry(work, feedFactoryStore, place('GRL'), FACTORY)
  const stays = demoBoxes
    .flatMap(box => box.houses)
    .flatMap(house => staysOf(house, now).map(stay => ({ house, stay, growth: growthOf(house, stay) })))
    // Codes are numbered in the order of openings.
    .toSorted((a, b) => a.stay.open.toMillis() - b.stay.open.toMillis())
  await seedHerd(work, world, place(DAIRY_HOUSE), person('integrator'))
  for (const { house, stay, growth } of stays) {
    const { species, curve, targetWeight, by } = KINDS[house.kind]
    const entityId = place(house.at)
    const author = person(by)
    const batch = {
      species,
      curve,
      targetWeight,
      by: author,
      geneticsId: genetics[house.kind],
      closeDate: stay.close?.toJSDate() ?? null,
    }
    const openDate = stay.open.toJSDate()
    const batchId = await insertPastBatch(work, { ...batch, entityId, openDate, isFeedMetered: stay.isReference })
    const entered = { batchId, by: author }
    const movements = movementsOf(house.kind, stay, growth, now)
    await insertPastMovements(
      work,
      entered,
      movements.filter(({ actionType }) => actionType !== 'TRANSFER'),
    )
    for (const transfer of movements.filter(({ actionType }) => actionType === 'TRANSFER')) {
      const toId = await insertPastBatch(work, {
        ...batch,
        entityId: place(RECEIVER),
        openDate: transfer.at,
        isFeedMetered: true,
      })
      await insertPastTransfer(work, { fromId: batchId, toId, by: author }, transfer)
      await insertPastMovements(work, { batchId: toId, by: author }, [saleOfTransferred(transfer, stay)])
      await settle(work, world, toId)
    }
    await insertPastWeighings(work, entered, weighingsOf(house.kind, stay, growth, now))
    if (stay.isReference) await insertPastDeliveries(work, { ...entered, entityId, factoryId }, deliveriesOf(house.kind, stay))
    await settle(work, world, batchId)
  }
}

/** Cows that give milk, and stay. */
const HERD = { count: 78, age: 1200, weight: 640, days: 150 }
/** Continuous, growth: animals come and go. */
const CONTINUOUS = 9

async function seedHerd(work: UnitOfWork, world: Pick<World, 'bus'>, entityId: string, by: string): Promise<void> {
  const openDate = new Date(work.now.getTime() - HERD.days * 86_400_000)
  const batchId = await insertPastBatch(work, {
    entityId,
    species: 'DAIRY',
    openDate,
    closeDate: null,
    by,
    productionType: CONTINUOUS,
  })
  const { count: number, age, weight } = HERD
  const came = {
    at: openDate,
    action: 'ENTRY',
    actionType: 'EXTERNAL_ENTRY',
    number,
    weight: number * weight,
    age,
    reason: null,
  } as const
  await insertPastMovements(work, { batchId, by }, [came])
  await settle(work, world, batchId)
}

const growthOf = ({ at }: DemoHouse, { close, isReference }: Stay) => (isReference ? 1 : (GROWTH[at] ?? 1) * (close ? BEFORE : 1))

const saleOfTransferred = ({ at, number, age }: PastMovement, { close }: Stay): PastMovement => {
  const sold = close!.toJSDate() // safe: reference batches have ended
  return {
    at: sold,
    action: 'EXIT',
    actionType: 'EXTERNAL_SALE',
    number,
    weight: number * RECEIVER_WEIGHT,
    age: age + Math.round((sold.getTime() - at.getTime()) / 86_400_000),
    reason: null,
  }
}

/** Computes the totals of a batch, and refuses a plan with less than no animals. */
async function settle(work: UnitOfWork, world: Pick<World, 'bus'>, id: string): Promise<void> {
  const batch = orNotFound(await batchById(work, id))
  await settleBatches(work, world, [{ batch, action: 'ENTRY' }], [])
}

/** Age below which deliveries stay pending, ms. */
const UNCONFIRMED = 36 * 3_600_000

/** Finds the deliveries in the weights of all silos in the last `days` days; all but the last are confirmed. */
export async function seedDeliveries(world: Pick<World, 'bus' | 'clock' | 'db'>, days: number): Promise<void> {
  await detectDeliveries(world, days * 86_400_000)
  await world.db.work(systemActor('demo'), async work => {
    const before = new Date(work.now.getTime() - UNCONFIRMED)
    const deliveries = await detectedDeliveries(work, before)
    const factory = await work.sql
      .selectFrom('feed_factories')
      .select('id')
      .where('display_name', '=', FACTORY.displayName)
      .executeTakeFirstOrThrow()
    for (const delivery of deliveries) {
      const kind = delivery.species === 'BROILER' ? 'broiler' : 'pig'
      const age = Math.floor(delivery.at.getTime() / 86_400_000 - delivery.birthDay)
      await confirmPastDelivery(work, delivery, { feedCode: feedCodeToday(kind, age), factoryId: factory.id })
    }
    await dropPendingDeliveries(work, before)
  })
}
