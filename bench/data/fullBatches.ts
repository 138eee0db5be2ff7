import { CATEGORIES } from '@steading/contract/devices/categories'
import type { CategoryId } from '@steading/contract/devices/categories'
import { Readable } from 'node:stream'
import { loadHistory } from '../../apps/server/src/readings/index.ts'
import { sampleBlock } from './blocks.ts'
import type { durableWorld } from '../cluster.ts'
import { fill } from '../production.ts'
import type { ProductionSize } from '../production.ts'

const DAY = 86_400_000
/** ms between two samples: fewer than a box sends, as pages and documents read sums of hours. */
const STEP = 900_000
const STEPS_OF_DAY = DAY / STEP
/** Of each house. */
const SENSORS: readonly CategoryId[] = ['FEED_COUNTER', 'WATER_COUNTER', 'TEMPERATURE', 'HUMIDITY']
/** kg and L in a step. */
const USED: Partial<Record<CategoryId, number>> = { FEED_COUNTER: 20, WATER_COUNTER: 36 }
const EVENTS_OF_BATCH = 20

type BenchWorld = Awaited<ReturnType<typeof durableWorld>>['world']

/**
 * Batches with all that their pages show: feed and water of every day by meters, deliveries, weekly weighings, deaths with causes,
 * climate, and events. Answers their ids and the number of readings.
 */
export async function fillFullBatches(world: BenchWorld, size: ProductionSize) {
  const { owner } = world
  await fill(owner, size)
  await owner.query(
    `insert into terminals (entity_id, uid, display_name, profile, provision_status)
     select id, 'bench' || lpad(id::text, 12, '0'), 'Box ' || id, 'FC-SMARTBOX-1', 'PROVISIONED' from entities where type = 'SECTOR'`,
  )
  await owner.query('insert into terminal_links (terminal_id) select id from terminals')
  const { rows: interfaces } = await owner.query<{ id: string; category: CategoryId }>(
    `insert into interfaces (terminal_id, entity_id, ix, display_name, category, data_type, direction, address, every, history, history_seconds, max_rate)
     select box.id, box.entity_id, ix - 1, category || ' ' || ix, category, data_type, 'IN', 'a', 300, history, 300, 1000000
     from terminals box, unnest($1::text[], $2::text[], $3::text[]) with ordinality as sensor (category, data_type, history, ix)
     returning id, category`,
    [SENSORS, SENSORS.map(category => CATEGORIES[category].dataType), SENSORS.map(category => CATEGORIES[category].history.mode)],
  )
  await owner.query(
    `update batches set feed_interface_ids = feed.ids, water_interface_ids = water.ids
     from (select entity_id, array_agg(id) as ids from interfaces where category = 'FEED_COUNTER' group by 1) feed,
       (select entity_id, array_agg(id) as ids from interfaces where category = 'WATER_COUNTER' group by 1) water
     where feed.entity_id = batches.entity_id and water.entity_id = batches.entity_id`,
  )
  await bookRecords(owner)
  await owner.query(
    `insert into events (entity_id, batch_id, source, title, severity, category, status, open_date, close_date)
     select entity_id, id, 'PERSON', 'Event ' || n, (array['LOW', 'MODERATE', 'MAJOR', 'CRITICAL'])[1 + n % 4], 'CLIMATE', 'CLOSED',
       opened, opened + interval '1 hour'
     from batches, generate_series(1, $1::int) n, lateral (select batches.open_date + make_interval(days => 2 * n) as opened) at`,
    [EVENTS_OF_BATCH],
  )
  const { rows } = await owner.query<{ id: string; opened: Date }>(
    'select id, open_date as opened from batches order by open_date, id',
  )
  const from = rows[0]!.opened.getTime()
  const days = Math.ceil((Date.now() - from) / DAY)
  const { readings } = await loadHistory(world, Readable.from(blocksOf(interfaces, from, days)))
  await owner.query('analyze')
  return { ids: rows.map(({ id }) => id), readings }
}

/** What people book of batches: deliveries, weekly weighings, and the causes of deaths. */
export async function bookRecords(owner: BenchWorld['owner']) {
  await owner.query('update batches set usable_area = 1300')
  await owner.query(
    `update animal_movements set death_reason_id = reasons.ids[1 + animal_movements.id::int % cardinality(reasons.ids)]
     from (select array_agg(id) as ids from death_reasons where species = 'CHICKEN') reasons where action_type = 'DEATH'`,
  )
  await owner.query(
    `insert into feed_movements (entity_id, batch_id, at, action, action_type, weight, feed_type_id, created_at)
     select entity_id, batches.id, open_date + make_interval(days => 6 * n), 'ENTRY', 'BUY', 12000,
       types.ids[1 + n % cardinality(types.ids)], open_date
     from batches, generate_series(0, 6) n, (select array_agg(id) as ids from feed_types where species = 'BROILER') types`,
  )
  await owner.query(
    `insert into weighings (batch_id, at, number, total_weight, method, created_at)
     select id, open_date + make_interval(days => 7 * n), 100, 100 * (0.05 + 0.45 * n), 'MANUAL', open_date
     from batches, generate_series(1, 5) n`,
  )
}

/** Day by day, as they would have come. */
function* blocksOf(
  interfaces: readonly { readonly id: string; readonly category: CategoryId }[],
  from: number,
  days: number,
): Generator<Buffer> {
  for (let day = 0; day < days; day++)
    yield Buffer.concat(
      interfaces.map(({ id, category }) =>
        sampleBlock(Number(id), { start: from + day * DAY, step: STEP, count: STEPS_OF_DAY }, index =>
          valueAt(category, day * STEPS_OF_DAY + index),
        ),
      ),
    )
}

/** The register of a meter, or a value that follows the time of day. */
function valueAt(category: CategoryId, step: number): number {
  const used = USED[category]
  return used === undefined ? Math.round(100 * (24 + 3 * Math.sin((2 * Math.PI * step) / STEPS_OF_DAY))) / 100 : step * used
}
