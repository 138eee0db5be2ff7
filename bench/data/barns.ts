import { CATEGORIES } from '@steading/contract/devices/categories'
import type { CategoryId } from '@steading/contract/devices/categories'
import type { Data } from '@steading/contract/box/messages'
import type pg from 'pg'

/** What hangs on one box: a house as the demo has them, 30 interfaces. */
const HOUSE: readonly CategoryId[] = [
  ...(['TEMPERATURE', 'TEMPERATURE', 'TEMPERATURE', 'TEMPERATURE', 'HUMIDITY', 'HUMIDITY', 'CO2', 'CO2', 'NH3', 'NH3'] as const),
  ...(['OUTSIDE_TEMPERATURE', 'OUTSIDE_HUMIDITY', 'STATIC_PRESSURE', 'WIND_SPEED', 'LIGHT', 'WATER_PRESSURE'] as const),
  ...(['SILO_WEIGHT', 'SILO_WEIGHT', 'POWER', 'TANK_LEVEL', 'WATER_COUNTER', 'FEED_COUNTER', 'ENERGY_METER'] as const),
  ...([
    'VENTILATION_CONTROL',
    'HEATING_CONTROL',
    'WINDOW_CONTROL',
    'FAN_RELAY',
    'HEATING_RELAY',
    'COOLING_PAD',
    'MAINS_POWER',
  ] as const),
]

export interface Box {
  readonly terminalId: string
  readonly uid: string
  /** By index. */
  readonly interfaceIds: readonly string[]
}

export async function makeBoxes(owner: pg.Pool, count: number): Promise<Box[]> {
  const insert = async (text: string, values: readonly unknown[]) =>
    (await owner.query<{ id: string }>(text, [...values])).rows.map(row => row.id)
  const [root] = await insert(`insert into entities (path, type, name) values ('', 'ROOT', 'Root') returning id`, [])
  const boxes: Box[] = []
  for (let index = 0; index < count; index++) {
    const uid = `bench${String(index).padStart(12, '0')}`
    const [terminalId] = await insert(
      `insert into terminals (entity_id, uid, display_name, profile, provision_status) values ($1, $2, $2, 'FC-SMARTBOX-1', 'PROVISIONED')
       returning id`,
      [root, uid],
    )
    const interfaceIds = await insert(
      `insert into interfaces (terminal_id, entity_id, ix, display_name, category, data_type, direction, address, every, history, history_seconds)
       select $1, $2, ix - 1, category, category, data_type, 'IN', 'a', 1, history, 300
       from unnest($3::text[], $4::text[], $5::text[]) with ordinality as house (category, data_type, history, ix) order by ix returning id`,
      [
        terminalId,
        root,
        HOUSE,
        HOUSE.map(category => CATEGORIES[category].dataType),
        HOUSE.map(category => CATEGORIES[category].history.mode),
      ],
    )
    boxes.push({ terminalId: terminalId!, uid, interfaceIds })
  }
  return boxes
}

/** The value of an interface at its n-th sample: believable, in range, relays that change now and then. */
function valueAt(ix: number, n: number): number | boolean {
  const category = CATEGORIES[HOUSE[ix]!]
  if (category.dataType === 'BOOLEAN') return Math.floor((n + ix) / 40) % 2 === 0
  if (category.kind === 'COUNTER') return n
  const { min, max, decimals } = category
  const share = 0.3 + 0.2 * Math.sin((n + ix * 17) / 60)
  return Number(((min ?? 0) + ((max ?? 100) - (min ?? 0)) * share).toFixed(category.dataType === 'INTEGER' ? 0 : decimals))
}

/** The messages of one box: every interface sampled once a second, in its order, `size` readings a message. */
export function* messages(epoch: number, readings: number, size: number, from: number): Generator<Data> {
  for (let seq = 1; seq <= readings; seq += size) {
    const second = Math.floor((seq - 1) / HOUSE.length)
    const r = Array.from({ length: Math.min(size, readings - seq + 1) }, (_, index) => {
      const at = seq - 1 + index
      const ix = at % HOUSE.length
      const n = Math.floor(at / HOUSE.length)
      return [ix, (n - second) * 1000, valueAt(ix, n)] as const
    })
    yield { v: 1, e: epoch, s: seq, t: from + second * 1000, q: 2, h: 0, r }
  }
}
