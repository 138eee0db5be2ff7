import { z } from 'zod'
import { Id } from '../../http/fields.ts'
import { checkEnvelope, checkOffsets, checkOutputs, envelope, offsets, refuse } from './parts.ts'
import type { Context } from './parts.ts'
import { ScheduleAction, ScheduleLine, secondOf } from '../schedule.ts'

const inputs = z.object({
  outputs: z.array(Id).min(1).max(8),
  lines: z.array(ScheduleLine).min(1).max(50),
  /** Written when an interval ends. */
  callbackValue: ScheduleAction,
})
type Inputs = z.infer<typeof inputs>

const scheduler = <T extends string>(template: T) =>
  z.object({ template: z.literal(template), ...envelope, offsets, inputs }).superRefine((body, context) => {
    checkEnvelope(body, context)
    checkOffsets(body, context)
    checkOutputs(body, typeof body.inputs.callbackValue === 'boolean' ? 'BOOLEAN' : 'NUMERIC', context)
    checkIntervals(body.inputs, context)
  })

/** Writes its outputs at the start and at the end of each interval, and nothing between. */
export const SchedulerBody = scheduler('SCHEDULER')
export type SchedulerBody = z.infer<typeof SchedulerBody>

/** Has its outputs from the start to the end of each interval, whatever people and control rules want. */
export const ForcedSchedulerBody = scheduler('FORCED_SCHEDULER')
export type ForcedSchedulerBody = z.infer<typeof ForcedSchedulerBody>

const checkIntervals = ({ outputs, lines, callbackValue }: Inputs, context: Context): void => {
  /** By weekday and output, what is taken so far. */
  const occupied = new Map<string, [from: number, to: number][]>()
  for (const [at, { weekdays, intervals }] of lines.entries())
    for (const [k, interval] of intervals.entries()) {
      const path = ['inputs', 'lines', at, 'intervals', k] as const
      const from = secondOf(interval.startTime)
      const to = secondOf(interval.endTime)
      if (to < from) refuse(context, 'INTERVAL_ENDS_EARLY', ...path, 'endTime')
      if (typeof interval.action !== typeof callbackValue) refuse(context, 'ACTION_OF_OTHER_TYPE', ...path, 'action')
      const { interfaceId } = interval
      if (interfaceId !== undefined && !outputs.includes(interfaceId))
        refuse(context, 'INTERVAL_OUTPUT_UNKNOWN', ...path, 'interfaceId')
      const keys = weekdays.flatMap(day => (interfaceId === undefined ? outputs : [interfaceId]).map(id => `${day} ${id}`))
      let overlaps = false
      for (const key of keys) {
        const list = occupied.get(key) ?? []
        overlaps ||= list.some(([start, end]) => from <= end && start <= to)
        occupied.set(key, [...list, [from, to]])
      }
      if (overlaps) refuse(context, 'INTERVALS_OVERLAP', ...path, 'startTime')
    }
}
