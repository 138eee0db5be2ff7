// Two batches day by day, whose key figures are known: broilers of 42 days, and finishing pigs of 91. The demo shows both as they
// are, and scales the others from them.

const weeks = [63, 70, 77, 84, 91, 98, 105, 112, 119, 126, 133, 140, 147, 154, 161, 168, 175]
const pigWeights = [26, 30.7, 35.7, 41.1, 46.8, 52.8, 59.1, 65.7, 72.5, 79.6, 86.8, 94.1, 101.5, 108.9, 116.3, 123.7, 131]
const broilerWeights = [
  0.044, 0.062, 0.081, 0.102, 0.125, 0.151, 0.181, 0.213, 0.249, 0.288, 0.33, 0.376, 0.425, 0.477, 0.533, 0.592, 0.655, 0.72,
  0.789, 0.86, 0.935, 1.012, 1.092, 1.174, 1.258, 1.345, 1.434, 1.524, 1.616, 1.71, 1.805, 1.901, 1.999, 2.097, 2.196, 2.296,
  2.396, 2.496, 2.597, 2.697, 2.798, 2.898, 2.998,
]
const broilerDeaths = [
  28, 34, 30, 24, 20, 16, 14, 12, 11, 10, 10, 9, 9, 8, 9, 8, 8, 9, 10, 9, 10, 10, 11, 10, 12, 11, 12, 12, 13, 14, 13, 15, 16, 15,
  18, 11, 12, 12, 13, 14, 13, 15,
]

/** What happened in a reference batch. Days count from its opening. */
export interface ReferenceBatch {
  readonly count: number
  readonly entryAge: number
  readonly days: number
  /** L of water that animals drink for a kg of feed. */
  readonly waterPerFeed: number
  /** kg of an animal, by age in days, ascending. */
  readonly growth: readonly (readonly [age: number, kg: number])[]
  /** Deaths at noon, and the kg of a weighed carcass. */
  readonly deaths: readonly { readonly day: number; readonly number: number; readonly weight: number | null }[]
  /** Animals that leave at the end of a day before the last, and what they weigh together (kg). */
  readonly exits: readonly {
    readonly day: number
    readonly number: number
    readonly weight: number
    readonly type: 'SALE' | 'TRANSFER'
  }[]
  /** kg that those of the last day weigh, each. */
  readonly finalWeight: number
  /** Feed of each day, kg. */
  readonly feed: readonly number[]
  /** Feed that came, kg: less than 10 kg more than was eaten. */
  readonly deliveries: readonly { readonly day: number; readonly weight: number }[]
}

const broiler: ReferenceBatch = {
  count: 20_000,
  entryAge: 0,
  days: 42,
  waterPerFeed: 1.8,
  growth: broilerWeights.map((kg, age) => [age, kg] as const),
  deaths: broilerDeaths.map((number, day) => ({ day, number, weight: null })),
  exits: [{ day: 34, number: 5000, weight: 11_250, type: 'SALE' }],
  finalWeight: 42_390 / 14_430,
  feed: [
    239.8, 319.3, 398.5, 477.5, 536.6, 615.5, 694.4, 773.3, 871.9, 950.7, 1029.4, 1127.8, 1226.2, 1324.5, 1422.8, 1520.9, 1638.8,
    1736.7, 1854.2, 1971.7, 2069.2, 2186.4, 2303.3, 2400.5, 2517.1, 2633.6, 2730.2, 2846.4, 2942.6, 3058.2, 3154.1, 3249.7,
    3344.9, 3440.0, 3515.2, 2685.2, 2741.1, 2796.8, 2852.3, 2907.5, 2948.1, 2988.6,
  ],
  deliveries: [
    { day: 0, weight: 8000 },
    { day: 11, weight: 10_000 },
    { day: 18, weight: 14_000 },
    { day: 24, weight: 16_000 },
    { day: 30, weight: 16_000 },
    { day: 35, weight: 14_000 },
    { day: 38, weight: 5050 },
  ],
}

const pig: ReferenceBatch = {
  count: 400,
  entryAge: 70,
  days: 91,
  waterPerFeed: 2.5,
  growth: weeks.map((age, index) => [age, pigWeights[index]!] as const), // safe: as many weights as weeks
  deaths: [
    { day: 4, number: 1, weight: 31 },
    { day: 11, number: 1, weight: 36 },
    { day: 19, number: 1, weight: 42 },
    { day: 23, number: 1, weight: 45 },
    { day: 33, number: 1, weight: 53 },
    { day: 41, number: 1, weight: 60 },
    { day: 52, number: 1, weight: 71 },
    { day: 60, number: 1, weight: 79 },
    { day: 71, number: 1, weight: 88 },
    { day: 80, number: 1, weight: 104 },
  ],
  exits: [
    { day: 27, number: 20, weight: 880, type: 'TRANSFER' },
    { day: 83, number: 150, weight: 17_100, type: 'SALE' },
  ],
  finalWeight: 115,
  feed: [
    576.0, 576.0, 576.0, 576.0, 575.3, 574.6, 574.6, 638.4, 638.4, 638.4, 638.4, 637.6, 636.8, 636.8, 696.5, 696.5, 696.5, 696.5,
    696.5, 695.6, 694.8, 758.3, 758.3, 757.3, 756.4, 756.4, 756.4, 756.4, 778.3, 778.3, 778.3, 778.3, 778.3, 777.3, 776.3, 840.0,
    840.0, 840.0, 840.0, 840.0, 840.0, 838.9, 893.9, 893.9, 893.9, 893.9, 893.9, 893.9, 893.9, 968.7, 968.7, 968.7, 967.4, 966.1,
    966.1, 966.1, 1014.6, 1014.6, 1014.6, 1014.6, 1013.2, 1011.8, 1011.8, 1060.2, 1060.2, 1060.2, 1060.2, 1060.2, 1060.2, 1060.2,
    1108.6, 1107.1, 1105.6, 1105.6, 1105.6, 1105.6, 1105.6, 1142.7, 1142.7, 1142.7, 1141.1, 1139.6, 1139.6, 1139.6, 699.6, 699.6,
    699.6, 699.6, 699.6, 699.6, 699.6,
  ],
  deliveries: [
    { day: 0, weight: 9000 },
    { day: 14, weight: 9000 },
    { day: 26, weight: 9000 },
    { day: 38, weight: 9000 },
    { day: 48, weight: 9000 },
    { day: 57, weight: 9000 },
    { day: 66, weight: 9000 },
    { day: 74, weight: 9000 },
    { day: 82, weight: 6170 },
  ],
}

export const REFERENCE = { broiler, pig } as const

/** The last transfer out of the reference batch of pigs. */
const transferOf = ({ exits }: ReferenceBatch) => exits.findLast(({ type }) => type === 'TRANSFER')!

/**
 * What the animals that were transferred out of the reference batch of pigs used from then to its end, by what its own used. `day`:
 * the first one.
 */
export function receivedDays(): {
  readonly day: number
  readonly days: readonly { readonly feed: number; readonly water: number }[]
} {
  const { count, deaths, exits, feed, waterPerFeed } = pig
  const { day: transferDay, number } = transferOf(pig)
  const present = (day: number) =>
    count -
    deaths.filter(death => death.day < day).reduce((sum, death) => sum + death.number, 0) -
    exits.filter(exit => exit.day < day).reduce((sum, exit) => sum + exit.number, 0)
  const day = transferDay + 1
  const days = feed.slice(day).map((kg, index) => {
    const each = Math.round((number * kg * 10) / present(day + index)) / 10
    return { feed: each, water: Math.round(waterPerFeed * each) }
  })
  return { day, days }
}

/** Feed (kg) and water (L) of each day of a reference batch. */
export const referenceDays = (kind: keyof typeof REFERENCE) => {
  const { feed, waterPerFeed } = REFERENCE[kind]
  return feed.map(kg => ({ feed: kg, water: Math.round(waterPerFeed * kg) }))
}
