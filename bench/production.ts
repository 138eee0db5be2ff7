// What batches cost as their number grows: lists, details and analytics over HTTP, with 2,000 batches of 100 movements each, and with
// a hundredth of the batches.
import { client } from '@steading/contract/http/client'
import { animalMovements } from '@steading/contract/production/animalMovements'
import { batches } from '@steading/contract/production/batches'
import { batchFigures } from '@steading/contract/production/batchFigures'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { buildApp } from '../apps/server/src/app/app.ts'
import { durableWorld } from './cluster.ts'
import { comparePages } from './pages.ts'
import { wireOf } from './person.ts'

/** Houses that had a batch after the other, and the movements of each batch. */
export interface ProductionSize {
  readonly houses: number
  readonly batchesOfHouse: number
  readonly movements: number
}
const LARGE = { houses: 200, batchesOfHouse: 10, movements: 100 }
const HUNDREDTH = { houses: 2, batchesOfHouse: 10, movements: 100 }

export async function benchProduction({
  rounds,
  calls,
  sizes = [LARGE, HUNDREDTH],
}: {
  readonly rounds: number
  readonly calls: number
  readonly sizes?: readonly [large: ProductionSize, small: ProductionSize]
}) {
  await comparePages(await productionOf(sizes[0]), await productionOf(sizes[1]), { rounds, calls })
}

async function productionOf(size: ProductionSize) {
  const { world, stop } = await durableWorld()
  const began = performance.now()
  await fill(world.owner, size)
  const app = await buildApp(world)
  await app.start()
  const wire = await wireOf(world.owner, (app.http.server.address() as AddressInfo).port) // safe: it listens on TCP
  const calls = {
    batches: client(batches, wire),
    figures: client(batchFigures, wire),
    movements: client(animalMovements, wire),
  }
  const { rows } = await world.owner.query<{ id: string; code: string }>('select id, code from batches order by id desc limit 6')
  const ids = rows.map(({ id }) => id)
  const search = rows[0]!.code
  const params = { id: ids[0]! }
  // What a ranking reads is computed before, as the task of the platform does.
  const { rows: all } = await world.owner.query<{ id: string }>('select id from batches')
  for (const { id } of all) await calls.figures.kpis({ params: { id } })
  console.log(
    `production: ${all.length} batches, ${all.length * size.movements} movements in ${Math.round((performance.now() - began) / 1000)} s`,
  )
  return {
    pages: {
      'batches, first page': () => calls.batches.search({ query: {} }),
      'batches, search': () => calls.batches.search({ query: { search } }),
      'a batch, details': () => calls.batches.details({ params }),
      'a batch, key figures': () => calls.figures.kpis({ params }),
      'a batch, growth': () => calls.figures.evolution({ params }),
      'movements of a batch, first page': () => calls.movements.search({ query: { batchId: ids[0]! } }),
      'movements of all, first page': () => calls.movements.search({ query: {} }),
      'analytics, ranked by mortality': () => calls.figures.analytics({ query: { sortProperty: 'mortality' } }),
      'analytics, six side by side': () => calls.figures.consumptionOfSeveral({ query: { batchIds: ids, kind: 'FEED' } }),
      'analytics, history of the farm': () => calls.figures.farmHistory({ query: { batchIds: ids } }),
    },
    async stop() {
      await app.stop()
      await stop()
    },
  }
}

/** Houses on farms of ten; each batch stays 42 days, and a new one comes 7 days later. */
export async function fill(owner: pg.Pool, { houses, batchesOfHouse, movements }: ProductionSize) {
  await owner.query(`insert into entities (path, type, name) values ('', 'ROOT', 'Root')`)
  await owner.query(
    `insert into entities (parent_id, path, type, name, code) select id, '', 'ENTERPRISE', 'Company', 'CO' from entities`,
  )
  await owner.query(
    `insert into entities (parent_id, path, type, name, code) select over.id, '', 'FARM', 'Farm ' || n, 'F' || n
     from entities over, generate_series(1, $1::int) n where over.type = 'ENTERPRISE'`,
    [Math.ceil(houses / 10)],
  )
  await owner.query(
    `insert into entities (parent_id, path, type, name) select farm.id, '', 'SECTOR', 'House ' || n
     from (select id, row_number() over (order by id) as number from entities where type = 'FARM') farm,
       generate_series(1, least(10, $1::int - 10 * (farm.number::int - 1))) n`,
    [houses],
  )
  await owner.query('analyze entities')
  const stay = `make_interval(days => 49 * ($1::int - n))`
  await owner.query(
    `insert into batches (entity_id, code, sector_number, species, production_curve_id, open_date, close_date, total_entry,
       total_mortality, total_exit, entry_weight, exit_weight, birth_day, first_entry_at, last_movement_at, created_at)
     select house.id, 'B' || house.id || '-' || n, '1', 'BROILER', (select id from production_curves where species = 'BROILER' limit 1),
       opened, opened + interval '42 days', 20000, $2::int - 2, 20000 - ($2::int - 2), 880, 44000,
       opened::date - date '1970-01-01', opened, opened + interval '42 days', opened
     from entities house, generate_series(1, $1::int) n,
       lateral (select date_trunc('day', now()) - interval '50 days' - ${stay} as opened) at where house.type = 'SECTOR'`,
    [batchesOfHouse, movements],
  )
  await owner.query(
    `insert into animal_movements (batch_id, at, action, action_type, number, weight, age, created_at)
     select id, open_date, 'ENTRY', 'EXTERNAL_ENTRY', 20000, 880, 0, open_date from batches
     union all select id, open_date + n * interval '10 hours', 'EXIT', 'DEATH', 1, null, (n * 10) / 24, open_date
       from batches, generate_series(1, $1::int - 2) n
     union all select id, close_date, 'EXIT', 'EXTERNAL_SALE', 20000 - ($1::int - 2), 44000, 42, open_date from batches`,
    [movements],
  )
  await owner.query('analyze')
}
