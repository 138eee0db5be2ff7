import type { BodyOf } from '@steading/contract/rules/body'
import { type WeekLine, moveWeek } from '@steading/contract/rules/schedule'

/** The week of a scheduler, for each group of devices that share one. */

export type SchedulerBody = BodyOf<'SCHEDULER' | 'FORCED_SCHEDULER'>
type Inputs = SchedulerBody['inputs']

/** A slot without the device that it is for. */
export type Slot = Omit<Inputs['lines'][number]['intervals'][number], 'interfaceId'>
export interface Week {
  readonly outputs: readonly string[]
  /** Weekdays with equal slots share a line; 0 is Monday. */
  readonly lines: readonly WeekLine<Slot>[]
}

const isSame = (a: Slot, b: Slot) => a.action === b.action && a.displayName === b.displayName

const linesFor = (id: string, { lines }: Inputs): readonly WeekLine<Slot>[] => {
  const its = lines.map(({ weekdays, intervals }) => ({
    weekdays,
    intervals: intervals
      .filter(interval => interval.interfaceId === undefined || interval.interfaceId === id)
      .map(({ startTime, endTime, action, displayName }): Slot => ({ startTime, endTime, action, displayName })),
  }))
  return moveWeek(its, 0, isSame)
}

export function weeksByOutputs(inputs: Inputs): readonly Week[] {
  const weeks = inputs.outputs.map(id => ({ id, lines: linesFor(id, inputs) }))
  return [...Map.groupBy(weeks, ({ lines }) => JSON.stringify(lines)).values()].flatMap(same =>
    same.slice(0, 1).map(({ lines }) => ({ outputs: same.map(item => item.id), lines })),
  )
}
