import { z } from 'zod'
import { Day, Id, Stamp } from '../http/fields.ts'

/** What a figure says that cannot be computed: its divisor is zero or unknown. */
export const NOT_COMPUTABLE = -100

/** How many days of a batch were measured. */
export const MeasuredDays = z.object({
  measured: z.number().int(),
  /** Days that count: the last one only if it was measured, since it may have just begun. */
  total: z.number().int(),
})
export type MeasuredDays = z.infer<typeof MeasuredDays>
/** The share of days that was measured, 0 to 1. */
export const coverageOf = ({ measured, total }: MeasuredDays): number => (total === 0 ? 0 : measured / total)

/** Key figures of a batch; −100: not computable. */
export const Kpis = z.object({
  asOf: Stamp,
  /** % */
  mortality: z.number(),
  livability: z.number(),
  daysOpen: z.number(),
  /** days */
  batchAge: z.number(),
  /** kg */
  entryWeight: z.number(),
  exitWeight: z.number(),
  currentWeight: z.number(),
  /** Nobody weighed: the current weight is the curve's; or it is the last one weighed, and the curve has ended. */
  isWeightEstimated: z.boolean(),
  /** days */
  stay: z.number(),
  /** g/d */
  averageDailyGain: z.number(),
  /** kg */
  gain: z.number(),
  feedConversion: z.number(),
  technicalConversion: z.number(),
  animalDays: z.number(),
  /** kg, L: the sums of the days that were measured. */
  feed: z.number(),
  water: z.number(),
  feedDays: MeasuredDays,
  waterDays: MeasuredDays,
  feedPerAnimalDay: z.number(),
  waterPerAnimalDay: z.number(),
  waterFeedRatio: z.number(),
  /** m² */
  spacePerAnimal: z.number(),
  animalsPerSpace: z.number(),
  /** kg/m² */
  density: z.number(),
  /** Poultry: the European production efficiency factor; pigs: the pig efficiency index; else −100. */
  epef: z.number(),
  iep: z.number(),
  /** % */
  curveDeviation: z.number(),
  /** Animals that are missing at the close. */
  unexplained: z.number(),
})
export type Kpis = z.infer<typeof Kpis>

/** The KPIs that are a number: what batches are ranked by. */
export type KpiName = Exclude<keyof Kpis, (typeof NO_NUMBER)[number]>
const NO_NUMBER = ['asOf', 'isWeightEstimated', 'feedDays', 'waterDays'] as const
export const KPI_NAMES = Object.keys(Kpis.shape).filter(name => !NO_NUMBER.some(other => other === name)) as KpiName[] // safe: just filtered

/** Weights of an age (days); kg. */
export const EvolutionPoint = z.object({
  age: z.number().int(),
  day: Day,
  weight: z.number().nullable(),
  curveWeight: z.number().nullable(),
  /** Animals present at the end of the day. */
  balance: z.number().int(),
})
export type EvolutionPoint = z.infer<typeof EvolutionPoint>

export const CONSUMPTION_SOURCES = ['SILO', 'FEED_COUNTER', 'STOCK'] as const
/** A local day; null: not measured. */
export const DayConsumption = z.object({
  day: Day,
  age: z.number().int().nullable(),
  feedKg: z.number().nullable(),
  waterL: z.number().nullable(),
  /** kg and L per animal present, 3 decimals; −100: no animals. */
  perAnimal: z.object({ feed: z.number().nullable(), water: z.number().nullable() }),
  source: z.enum(CONSUMPTION_SOURCES).nullable(),
  /**
   * The silo was silent for more than 6 h, and what it lost meanwhile is spread evenly over that time; or the feed follows from the
   * stock, and is spread over the days by the animals present.
   */
  isEstimated: z.boolean(),
})
export type DayConsumption = z.infer<typeof DayConsumption>

export const AccumulatedConsumption = z.object({
  day: Day,
  age: z.number().int().nullable(),
  /** null: nothing was measured so far. */
  total: z.number().nullable(),
  /** null: the batch follows no curve. */
  curveTotal: z.number().nullable(),
  /** Running total of the amounts per animal present; null before the first measured day with an animal. */
  perAnimal: z.number().nullable(),
  curvePerAnimal: z.number().nullable(),
})
export type AccumulatedConsumption = z.infer<typeof AccumulatedConsumption>

/** Buckets of five minutes: how many a batch should have, has, and has inside the band of its age; %. */
export const Compliance = z.object({
  category: z.string(),
  expected: z.number().int(),
  present: z.number().int(),
  inside: z.number().int(),
  coverage: z.number(),
  compliance: z.number(),
})
export type Compliance = z.infer<typeof Compliance>
export const EnvironmentKpi = Compliance.extend({ computedAt: Stamp })
export type EnvironmentKpi = z.infer<typeof EnvironmentKpi>

/** What came to a batch and left it, and what the books do not explain. */
export const MassBalance = z.object({
  asOf: Stamp,
  animals: z.object({
    entries: z.number().int(),
    exits: z.number().int(),
    deaths: z.number().int(),
    /** Entries less exits and deaths: present, or missing at the close. */
    unexplained: z.number().int(),
    /** %; −100: no animals entered. */
    share: z.number(),
  }),
  /** kg */
  feed: z.object({
    /** In the silos at the opening; null: not measured, or the silos are shared. */
    initial: z.number().nullable(),
    entries: z.number(),
    exits: z.number(),
    /** Deliveries and halves of transfers that nobody confirmed: the silo may show them already, so they explain their amount. */
    pendingEntries: z.number(),
    pendingExits: z.number(),
    /** The sum of the days that were measured; null: none was. */
    consumed: z.number().nullable(),
    consumedDays: MeasuredDays,
    /** It follows from the stock, as the feed of the KPIs does: it explains nothing. */
    isConsumedByStock: z.boolean(),
    /** In the silos now or at the close; null as above. */
    left: z.number().nullable(),
    /** Negative: more was consumed than came. Null: a term is unknown, or was measured on a part of the days. */
    unexplained: z.number().nullable(),
    /** %; −100: no feed came, or a term is unknown. */
    share: z.number(),
  }),
})
export type MassBalance = z.infer<typeof MassBalance>

/** Growth of an open batch ahead: the mean weight (kg) at ages, with the limits that hold 80 % of all cases. */
export const BatchForecast = z.object({
  /** From the last weighing on, or the entry. Empty: the batch is closed, has no animals, or follows no curve. */
  points: z.array(z.object({ age: z.number(), day: Day, weight: z.number(), low: z.number(), high: z.number() })),
  /** When the target weight is reached, in days of the house; null: the batch has none, or no forecast. */
  slaughter: z
    .object({
      /** kg */
      targetWeight: z.number(),
      /** Null: not within the curve. */
      day: Day.nullable(),
      earliest: Day.nullable(),
      latest: Day.nullable(),
    })
    .nullable(),
})
export type BatchForecast = z.infer<typeof BatchForecast>

/** How long the feed of a silo lasts; days are those of the house. */
export const SiloRunOut = z.object({
  silo: z.object({ id: Id, displayName: z.string() }),
  /** kg; null: not known. */
  capacity: z.number().nullable(),
  /** kg in it, and when it was measured; null: nothing was measured in the last days. */
  weight: z.number().nullable(),
  measuredAt: Stamp.nullable(),
  /** kg, weighted over the last three full days; null: there was none. */
  dailyUse: z.number().nullable(),
  /** −100: nothing is used. */
  daysToEmpty: z.number(),
  emptyDay: Day.nullable(),
  /** By the greatest and by the least daily use of the last seven full days. */
  earliestDay: Day.nullable(),
  latestDay: Day.nullable(),
  /** When feed must be ordered: the earliest day less the lead time. It may lie in the past. */
  orderDay: Day.nullable(),
  leadDays: z.number().int(),
  /** Whose lead time it is: that of the last delivery; null: the usual lead time. */
  feedFactory: z.object({ id: Id, displayName: z.string() }).nullable(),
})
export type SiloRunOut = z.infer<typeof SiloRunOut>
