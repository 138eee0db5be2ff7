/** What an interface of a terminal can be: 39 categories, each with its unit, range and defaults. */

export type DataType = 'BOOLEAN' | 'STRING' | 'DECIMAL' | 'INTEGER'
/** Seen from the platform: IN is a sensor, OUT an actuator (its value is the last command), IN_OUT an actuator with feedback. */
export type Direction = 'IN' | 'OUT' | 'IN_OUT'
/** What is kept of the readings; TIME_INTERVAL keeps one each `seconds`. */
export type HistoryMode = 'NO_HISTORY' | 'TIME_INTERVAL' | 'DIFFERENT_VALUES' | 'ALL_VALUES'
export type History =
  | { readonly mode: 'TIME_INTERVAL'; readonly seconds: number }
  | { readonly mode: Exclude<HistoryMode, 'TIME_INTERVAL'> }
/** GAUGE is averaged, COUNTER only grows, STATE is a fact, COMMAND is what was ordered. */
export type CategoryKind = 'GAUGE' | 'COUNTER' | 'STATE' | 'COMMAND'

/**
 * The line that an alarm form proposes. The value compared depends on the kind: the reading (GAUGE, STATE), the increment per
 * hour (COUNTER), feedback minus command (COMMAND). `relativeTo` compares the difference from the curve or the capacity,
 * with `percent` the reading as a percentage of it. A null value is a limit that only the farm knows.
 */
export interface AlarmLine {
  readonly operator: 'EQUAL' | 'NOT_EQUAL' | 'GREATER' | 'LESS'
  readonly value: number | boolean | null
  readonly relativeTo?: 'CURVE' | 'CAPACITY'
  readonly percent?: true
  /** Minutes that the line must be true without a break. */
  readonly permanence: number
}

export interface Unit {
  readonly symbol: string
  /** Text key of its name. */
  readonly key: string
}

export interface Category {
  readonly id: string
  readonly dataType: DataType
  readonly decimals: number
  /** null for booleans and strings. */
  readonly unit: Unit | null
  /** Stem of the two label keys `<stem>.true` and `<stem>.false`; null for anything but a boolean. */
  readonly labels: string | null
  readonly direction: Direction
  /** Both null for booleans and strings. A reading outside is kept, flagged, and counts as no reading. */
  readonly min: number | null
  readonly max: number | null
  readonly history: History
  readonly kind: CategoryKind
  /** Averaged as a direction on a circle: 359 and 1 make 0. */
  readonly vectorMean: boolean
  /** Each reading is a measurement of something else, such as another animal: averages weigh them alike, not by time. */
  readonly eachCounts: boolean
  /** Proposed alarm lines; empty where nothing is proposed. */
  readonly alarm: readonly AlarmLine[]
  /** Other unit and range where the animals are poultry. */
  readonly poultry?: { readonly unit: Unit; readonly decimals: number; readonly min: number; readonly max: number }
}

const UNITS = {
  celsius: { symbol: '°C', key: 'unit.celsius' },
  relativeHumidity: { symbol: '%', key: 'unit.relativeHumidity' },
  ppm: { symbol: 'ppm', key: 'unit.ppm' },
  pascal: { symbol: 'Pa', key: 'unit.pascal' },
  metersPerSecond: { symbol: 'm/s', key: 'unit.metersPerSecond' },
  degree: { symbol: '°', key: 'unit.degree' },
  lux: { symbol: 'lx', key: 'unit.lux' },
  liter: { symbol: 'L', key: 'unit.liter' },
  bar: { symbol: 'bar', key: 'unit.bar' },
  kilogram: { symbol: 'kg', key: 'unit.kilogram' },
  gram: { symbol: 'g', key: 'unit.gram' },
  animals: { symbol: '', key: 'unit.animals' },
  kilowattHour: { symbol: 'kWh', key: 'unit.kilowattHour' },
  kilowatt: { symbol: 'kW', key: 'unit.kilowatt' },
  percent: { symbol: '%', key: 'unit.percent' },
} as const satisfies Record<string, Unit>

const FIVE_MINUTES: History = { mode: 'TIME_INTERVAL', seconds: 300 }
const CHANGES: History = { mode: 'DIFFERENT_VALUES' }
const ALL: History = { mode: 'ALL_VALUES' }

const over = (value: number, permanence: number): AlarmLine => ({ operator: 'GREATER', value, permanence })
const under = (value: number, permanence: number): AlarmLine => ({ operator: 'LESS', value, permanence })
const is = (value: boolean, permanence: number): AlarmLine => ({ operator: 'EQUAL', value, permanence })
const noFlow = (permanence: number): AlarmLine => ({ operator: 'EQUAL', value: 0, permanence })
const limit: AlarmLine = { operator: 'GREATER', value: null, permanence: 0 }
/** A device answers within seconds: what still differs after so long does not follow. */
export const notFollowing: AlarmLine = { operator: 'NOT_EQUAL', value: 0, permanence: 2 }

type Rest = Pick<Category, 'alarm'> & Partial<Pick<Category, 'history' | 'vectorMean' | 'eachCounts' | 'poultry'>>

const measure = (kind: 'GAUGE' | 'COUNTER', decimals: number, unit: Unit, min: number, max: number, rest: Rest) => ({
  dataType: 'DECIMAL' as DataType,
  decimals,
  unit,
  labels: null,
  direction: 'IN' as Direction,
  min,
  max,
  history: FIVE_MINUTES,
  kind: kind as CategoryKind,
  vectorMean: false,
  eachCounts: false,
  ...rest,
})
const gauge = (decimals: number, unit: Unit, min: number, max: number, alarm: readonly AlarmLine[], more: Partial<Rest> = {}) =>
  measure('GAUGE', decimals, unit, min, max, { alarm, ...more })
const counter = (decimals: number, unit: Unit, max: number, alarm: readonly AlarmLine[], more: Partial<Rest> = {}) =>
  measure('COUNTER', decimals, unit, 0, max, { alarm, ...more })
const whole = <C extends { dataType: DataType }>(category: C) => ({ ...category, dataType: 'INTEGER' as DataType })

const fact = (labels: string, history: History, alarm: readonly AlarmLine[]) => ({
  dataType: 'BOOLEAN' as DataType,
  decimals: 0,
  unit: null,
  labels,
  direction: 'IN' as Direction,
  min: null,
  max: null,
  history,
  kind: 'STATE' as CategoryKind,
  vectorMean: false,
  eachCounts: false,
  alarm,
})
const command = <C extends object>(category: C, direction: Direction) => ({
  ...category,
  direction,
  kind: 'COMMAND' as CategoryKind,
})

const control = command(whole(gauge(0, UNITS.percent, 0, 100, [], { history: CHANGES })), 'IN_OUT')
const relay = (labels: string) => command(fact(labels, CHANGES, [notFollowing]), 'IN_OUT')
const degrees = (max: number, alarm: readonly AlarmLine[], more: Partial<Rest> = {}) =>
  gauge(1, UNITS.celsius, -40, max, alarm, more)
const offCurve = (operator: 'GREATER' | 'LESS', value: number): AlarmLine => ({
  operator,
  value,
  relativeTo: 'CURVE',
  permanence: 10,
})
const humidity = gauge(1, UNITS.relativeHumidity, 0, 100, [over(85, 60)])
const share = whole(gauge(0, UNITS.percent, 0, 100, [limit]))

const TABLE = {
  TEMPERATURE: degrees(80, [offCurve('GREATER', 4), offCurve('LESS', -4)]),
  OUTSIDE_TEMPERATURE: degrees(60, []),
  HUMIDITY: humidity,
  OUTSIDE_HUMIDITY: humidity,
  CO2: whole(gauge(0, UNITS.ppm, 0, 10_000, [over(3000, 30)])),
  NH3: gauge(1, UNITS.ppm, 0, 100, [over(20, 30)]),
  STATIC_PRESSURE: gauge(1, UNITS.pascal, -100, 200, [over(60, 5)]),
  WIND_SPEED: gauge(1, UNITS.metersPerSecond, 0, 60, [over(18, 1)]),
  WIND_DIRECTION: whole(gauge(0, UNITS.degree, 0, 359, [], { vectorMean: true })),
  RAIN: fact('bool.rain', CHANGES, []),
  LIGHT: whole(gauge(0, UNITS.lux, 0, 120_000, [])),
  WATER_COUNTER: counter(0, UNITS.liter, 1e9, [noFlow(60)]),
  WATER_PRESSURE: gauge(2, UNITS.bar, 0, 10, [under(0.3, 5)]),
  MILK_COUNTER: counter(1, UNITS.liter, 1e9, []),
  FEED_COUNTER: counter(1, UNITS.kilogram, 1e9, [noFlow(720)]),
  SILO_WEIGHT: gauge(0, UNITS.kilogram, -200, 60_000, [
    { operator: 'LESS', value: 10, relativeTo: 'CAPACITY', percent: true, permanence: 30 },
  ]),
  ANIMAL_SCALE: gauge(
    2,
    UNITS.kilogram,
    0,
    400,
    [{ operator: 'LESS', value: 90, relativeTo: 'CURVE', percent: true, permanence: 0 }],
    {
      history: ALL,
      eachCounts: true,
      poultry: { unit: UNITS.gram, decimals: 0, min: 0, max: 25_000 },
    },
  ),
  ANIMAL_COUNTER: whole(counter(0, UNITS.animals, 1e7, [], { history: CHANGES })),
  ENERGY_METER: counter(2, UNITS.kilowattHour, 1e8, []),
  POWER: gauge(2, UNITS.kilowatt, -500, 2000, [limit]),
  MAINS_POWER: fact('bool.mains', ALL, [is(false, 1)]),
  GENERATOR: fact('bool.generator', ALL, [is(true, 0)]),
  DOOR_CONTACT: fact('bool.door', ALL, [is(true, 15)]),
  PERCENTAGE: share,
  TANK_LEVEL: share,
  VENTILATION_CONTROL: control,
  HEATING_CONTROL: control,
  ILLUMINATION_CONTROL: control,
  WINDOW_CONTROL: control,
  LANTERN_CONTROL: control,
  FAN_RELAY: relay('bool.device'),
  HEATING_RELAY: relay('bool.device'),
  COOLING_PAD: relay('bool.device'),
  FOGGING: relay('bool.device'),
  FEED_LINE: relay('bool.device'),
  WATER_VALVE: relay('bool.valve'),
  ALARM_SIREN: command(fact('bool.device', ALL, []), 'OUT'),
  SET_POINT: command(degrees(80, [], { history: CHANGES }), 'OUT'),
  TEXT_STATE: {
    ...fact('', CHANGES, [{ operator: 'EQUAL', value: null, permanence: 0 }]),
    dataType: 'STRING',
    labels: null,
  },
} as const satisfies Record<string, Omit<Category, 'id'>>

export type CategoryId = keyof typeof TABLE

// safe: the keys of an object literal are exactly the keys of its type
export const CATEGORY_IDS = Object.keys(TABLE) as readonly CategoryId[]

export const CATEGORIES: Readonly<Record<CategoryId, Category & { readonly id: CategoryId }>> = Object.fromEntries(
  CATEGORY_IDS.map(id => [id, { id, ...TABLE[id] }]),
  // safe: one entry was made for each id
) as unknown as Record<CategoryId, Category & { readonly id: CategoryId }>

export const isCategory = (id: string): id is CategoryId => Object.hasOwn(TABLE, id)

/**
 * How values of a category are compared: what a device answers is held against what it was told; of one that gives no answer,
 * what it was told is all there is. What no version knows any more is only figures.
 */
export function kindOf({ category }: { readonly category: string }): CategoryKind {
  if (!isCategory(category)) return 'GAUGE'
  const { kind, direction, dataType } = CATEGORIES[category]
  return kind !== 'COMMAND' || direction === 'IN_OUT' ? kind : dataType === 'BOOLEAN' ? 'STATE' : 'GAUGE'
}

/** Whether an alarm may compare it: what the rules of a box tell its devices the box alone hears. */
export const isComparable = (category: CategoryId, onBox: boolean): boolean => onBox || kindOf({ category }) !== 'COMMAND'

/** WATER_COUNTER → `category.waterCounter`. */
export const categoryKey = (id: CategoryId): string =>
  `category.${id.toLowerCase().replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}`

/** The two label keys of a boolean category; null for the others. */
export const labelKeys = (id: CategoryId): { readonly true: string; readonly false: string } | null => {
  const stem = CATEGORIES[id].labels
  return stem === null ? null : { true: `${stem}.true`, false: `${stem}.false` }
}

/**
 * The categories that an interface can be given instead of its own: what was measured before still reads right, in the same
 * unit, of the same kind.
 */
export const kindredOf = (category: CategoryId): readonly CategoryId[] => {
  const traits = (id: CategoryId) => {
    const { dataType, direction, kind, vectorMean, unit, labels, poultry } = CATEGORIES[id]
    return JSON.stringify([dataType, direction, kind, vectorMean, unit?.key, labels, poultry !== undefined])
  }
  return CATEGORY_IDS.filter(id => traits(id) === traits(category))
}
