import { z } from 'zod'
import { Day } from '../../http/fields.ts'
import { checkDouble, checkSetPoints, doubleGroup } from './double.ts'
import type { SetPoints } from './double.ts'
import { checkOffsets, differential, envelope, offsets, percent, refuse, setPoint } from './parts.ts'
import type { Context, Path } from './parts.ts'
import { band, checkProportional, proportionalGroup } from './proportional.ts'
import { checkThermostat, thermostatGroup } from './thermostat.ts'

/** Control rules whose set-points follow the age of the animals, day by day. */

const day = z.int().min(2).max(1000)

/**
 * Set-points `P` by local day: those of the pre-cycle from its date on, from the midnight of day one on those of the entries,
 * each exact at its own midnight, and from the last day on its own for good.
 */
export interface Cycle<P> {
  readonly followsBatch?: boolean | undefined
  readonly preCycle: P & { readonly date: string }
  readonly dayOne: P & { readonly date: string }
  /** Ascending, between day one and the last day. */
  readonly days: readonly (P & { readonly day: number })[]
  readonly lastDay: P & { readonly day: number }
}

/** Dates of a cycle that follows a batch while none is open: the values of the pre-cycle hold for good. */
export const DATES_WITHOUT_BATCH = { preCycle: '2000-01-01', dayOne: '9990-01-01' } as const

const cycleGroup = <P extends z.ZodRawShape>(points: P) => ({
  cycle: z.object({
    /** The platform fills in the dates from the open batch of the house; none is open: the values of the pre-cycle hold. */
    followsBatch: z.boolean().optional(),
    preCycle: z.object({ date: Day, ...points }),
    dayOne: z.object({ date: Day, ...points }),
    days: z
      .array(z.object({ day, ...points }))
      .max(64)
      .default([]),
    lastDay: z.object({ day, ...points }),
  }),
  /** LINEAR: from one entry to the next; STEP: an entry holds until the next. */
  interpolation: z.enum(['LINEAR', 'STEP']).default('LINEAR'),
})

interface Dated {
  readonly date: string
}
interface Aged {
  readonly day: number
}

const checkCycle = (
  { preCycle, dayOne, days, lastDay }: { preCycle: Dated; dayOne: Dated; days: readonly Aged[]; lastDay: Aged },
  context: Context,
): void => {
  const path = ['inputs', 'cycle'] as const
  if (preCycle.date > dayOne.date) refuse(context, 'PRE_CYCLE_AFTER_DAY_ONE', ...path, 'preCycle', 'date')
  for (const [at, aged] of days.entries()) {
    const before = days[at - 1]
    if (before && aged.day <= before.day) refuse(context, 'CYCLE_DAYS_NOT_ASCENDING', ...path, 'days', at, 'day')
    else if (aged.day >= lastDay.day) refuse(context, 'CYCLE_DAY_OUTSIDE', ...path, 'days', at, 'day')
  }
}

/** Every entry with its path. What holds at two entries holds between them, where it is linear. */
const entriesOf = <P>({ preCycle, dayOne, days, lastDay }: Cycle<P>): [P, Path][] => [
  [preCycle, ['inputs', 'cycle', 'preCycle']],
  [dayOne, ['inputs', 'cycle', 'dayOne']],
  ...days.map((one, at): [P, Path] => [one, ['inputs', 'cycle', 'days', at]]),
  [lastDay, ['inputs', 'cycle', 'lastDay']],
]

export const CycleThermostatBody = z
  .object({
    template: z.literal('CYCLE_THERMOSTAT'),
    ...envelope,
    offsets,
    inputs: z.object({ ...thermostatGroup, ...cycleGroup({ setPoint, differential }) }),
  })
  .superRefine((body, context) => {
    checkThermostat(body, context)
    checkOffsets(body, context)
    checkCycle(body.inputs.cycle, context)
  })
export type CycleThermostatBody = z.infer<typeof CycleThermostatBody>

export const CycleDoubleThermostatBody = z
  .object({
    template: z.literal('CYCLE_DOUBLE_THERMOSTAT'),
    ...envelope,
    offsets,
    inputs: z.object({
      ...doubleGroup,
      ...cycleGroup({
        heatSetPoint: setPoint,
        heatDifferential: differential,
        coolSetPoint: setPoint,
        coolDifferential: differential,
      }),
    }),
  })
  .superRefine((body, context) => {
    checkDouble(body, context)
    checkOffsets(body, context)
    checkCycle(body.inputs.cycle, context)
    for (const [entry, path] of entriesOf<SetPoints>(body.inputs.cycle)) checkSetPoints(entry, context, ...path)
  })
export type CycleDoubleThermostatBody = z.infer<typeof CycleDoubleThermostatBody>

export const CycleProportionalBody = z
  .object({
    template: z.literal('CYCLE_PROPORTIONAL'),
    ...envelope,
    offsets,
    inputs: z.object({
      ...proportionalGroup,
      ...cycleGroup({ setPoint, band, minOutput: percent, maxOutput: percent.default(100) }),
    }),
  })
  .superRefine((body, context) => {
    checkProportional(body, context)
    checkOffsets(body, context)
    checkCycle(body.inputs.cycle, context)
    for (const [entry, path] of entriesOf<{ minOutput: number; maxOutput: number }>(body.inputs.cycle))
      if (entry.minOutput > entry.maxOutput) refuse(context, 'OUTPUT_RANGE_EMPTY', ...path, 'maxOutput')
  })
export type CycleProportionalBody = z.infer<typeof CycleProportionalBody>
