import { CATEGORIES } from '@steading/contract/devices/categories'
import type { CategoryId } from '@steading/contract/devices/categories'
import { Readable } from 'node:stream'
import { loadHistory } from '../../apps/server/src/readings/index.ts'
import { sampleBlock } from '../data/blocks.ts'
import type { durableWorld } from '../cluster.ts'
import { bookRecords } from '../data/fullBatches.ts'
import { fill } from '../production.ts'

const DAY = 86_400_000
/** ms between two samples: fewer than a box sends, as the page reads sums of hours. */
const STEP = 300_000
const STEPS_OF_DAY = DAY / STEP

/** What is compared in a house. */
const SENSORS: readonly CategoryId[] = ['TEMPERATURE', 'TEMPERATURE', 'TEMPERATURE', 'TEMPERATURE', 'HUMIDITY', 'WATER_COUNTER']
const EVENTS_OF_HOUSE = 200

export interface AnalyzedFarm {
  readonly houses: number
  /** Days of readings and events up to now. */
  readonly days: number
}

type BenchWorld = Awaited<ReturnType<typeof durableWorld>>['world']

/** Houses with sensors, meters, events and closed batches with their records; answers their ids and the number of readings. */
export async function fillAnalyzedFarm(world: BenchWorld, { houses, days }: AnalyzedFarm) {
  const { owner } = world
  await fill(owner, { houses, batchesOfHouse: 10, movements: 100 })
  await bookRecords(owner)
  await owner.query(
    `insert into terminals (entity_id, uid, display_name, profile, provision_status)
     select id, 'bench' || lpad(id::text, 12, '0'), 'Box ' || id, 'FC-SMARTBOX-1', 'PROVISIONED' from entities where type = 'SECTOR'`,
  )
  await owner.query('insert into terminal_links (terminal_id) select id from terminals')
  const { rows: interfaces } = await owner.query<{ id: string; category: CategoryId }>(
    `insert into interfaces (terminal_id, entity_id, ix, display_name, category, data_type, direction, address, every, history, history_seconds)
     select box.id, box.entity_id, ix - 1, category || ' ' || ix, category, data_type, 'IN', 'a', 300, history, 300
     from terminals box, unnest($1::text[], $2::text[], $3::text[]) with ordinality as sensor (category, data_type, history, ix)
     returning id, category`,
    [SENSORS, SENSORS.map(category => CATEGORIES[category].dataType), SENSORS.map(category => CATEGORIES[category].history.mode)],
  )
  await owner.query(
    `insert into events (entity_id, source, title, severity, category, status, open_date, close_date)
     select id, 'PERSON', 'Event ' || n, (array['LOW', 'MODERATE', 'MAJOR', 'CRITICAL'])[1 + n % 4], 'CLIMATE', 'CLOSED', opened, opened + interval '1 hour'
     from entities, generate_series(1, $2::int) n, lateral (select now() - make_interval(secs => 86400.0 * $1::int * n / $2::int) as opened) at
     where type = 'SECTOR'`,
    [days, EVENTS_OF_HOUSE],
  )
  const until = Math.floor(Date.now() / STEP) * STEP
  const { readings } = await loadHistory(world, Readable.from(blocksOf(interfaces, until, days)))
  await owner.query('analyze')
  const { rows } = await owner.query<{ id: string }>(`select id from entities where type = 'SECTOR' order by id`)
  return { ids: rows.map(({ id }) => id), readings }
}

/** Day by day, as they would have come. */
function* blocksOf(
  interfaces: readonly { readonly id: string; readonly category: CategoryId }[],
  until: number,
  days: number,
): Generator<Buffer> {
  for (let day = days; day > 0; day--)
    yield Buffer.concat(
      interfaces.map(({ id, category }) =>
        sampleBlock(Number(id), { start: until - day * DAY, step: STEP, count: STEPS_OF_DAY }, index =>
          valueAt(category, Number(id), (days - day) * STEPS_OF_DAY + index),
        ),
      ),
    )
}

/** The register of a meter, or a value that follows the time of day. */
const valueAt = (category: CategoryId, id: number, step: number): number =>
  CATEGORIES[category].kind === 'COUNTER'
    ? step * (20 + (id % 7))
    : Math.round(100 * (24 + (id % 5) + 3 * Math.sin((2 * Math.PI * step) / STEPS_OF_DAY))) / 100
