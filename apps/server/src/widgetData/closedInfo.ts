import type { BatchInfo } from '@steading/contract/widgets/widgetData'
import type { INFO_TIMES } from '@steading/contract/widgets/types/batches/simpleBatchInfo'
import { combinedConversion, combinedDailyGain, combinedExitWeight, combinedMortality } from '@steading/production/combined'
import { closedFigures } from '../batchFigures/index.ts'
import type { ClosedFilter, FiguresWorld } from '../batchFigures/index.ts'
import type { Actor } from '../platform/actor.ts'
import type { World } from '../platform/world.ts'
import { infoTimeOf } from './infoTimes.ts'

/** Figures over the closed batches of a time. */
const COMBINED = {
  MORTALITY: combinedMortality,
  AVERAGE_DAILY_GAIN: combinedDailyGain,
  CONVERSION_INDEX: combinedConversion,
  AVERAGE_WEIGHT_ANIMALS_EXISTS: combinedExitWeight,
} as const
export type ClosedFigure = keyof typeof COMBINED

export interface InfoQuery extends Pick<ClosedFilter, 'species'> {
  readonly entities?: readonly string[] | undefined
  readonly time: (typeof INFO_TIMES)[number]
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

/** A figure over the closed batches in reach, and over those of the period before. @throws Failed for days that do not hold */
export async function closedInfo(
  world: FiguresWorld & Pick<World, 'clock'>,
  actor: Actor,
  figure: ClosedFigure,
  query: InfoQuery,
): Promise<BatchInfo> {
  const { entities: entityIds, species } = query
  const { current, previous } = infoTimeOf(query, new Date(world.clock.now()), actor.timeZone)
  const batches = await closedFigures(world, actor, { entityIds, species }, current)
  const before = await closedFigures(world, actor, { entityIds, species }, previous)
  const combine = COMBINED[figure]
  return { value: combine(batches), previous: combine(before), batches: batches.length }
}
