import { z } from 'zod'
import { ClockTime, Day } from '../../http/fields.ts'
import type { Value } from '../../devices/interfaces.ts'
import { Operator } from '../operators.ts'
import { alarmSettings, checkReference, isComparable, LimitValue, RuleLine, takesOperator } from './alarm.ts'
import { checkEnvelope, checkOffsets, envelope, listed, offsets, refuse } from './parts.ts'
import type { Context, Path, RuleInterface } from './parts.ts'

/** An alarm over several terminals, which the platform evaluates itself. */

const notificationDefaults = {
  permanenceTime: ClockTime.default('00:10'),
  notificationLimit: z.int().min(1).max(1000).default(3),
}

const SteadyLine = RuleLine.extend({ ...notificationDefaults, isCyclical: z.literal(false).optional() })

/** A line whose limit follows the calendar, step by step. */
export const CyclicalLine = RuleLine.omit({ logicOperator: true, inputValue: true }).extend({
  ...notificationDefaults,
  isCyclical: z.literal(true),
  /** Local dates, both of them whole days on which the line may be met. */
  cycleStartDate: Day,
  cycleEndDate: Day,
  /** By days since the start, not descending: that of the last one reached is in force, of equal days the last. */
  cycle: z
    .array(
      z.object({
        day: z.int().min(0).max(3660),
        logicOperator: Operator,
        /** The limit. */
        action: LimitValue,
      }),
    )
    .min(1)
    .max(64),
})
export type CyclicalLine = z.infer<typeof CyclicalLine>

export const CloudAlarmBody = z
  .object({
    template: z.literal('CLOUD_ALARM'),
    ...envelope,
    offsets,
    inputs: z.object({
      lines: z
        .array(z.discriminatedUnion('isCyclical', [SteadyLine, CyclicalLine]))
        .min(1)
        .max(32),
      lineLogic: z.enum(['ANY', 'ALL']).default('ANY'),
    }),
    ...alarmSettings,
  })
  .superRefine((body, context) => {
    checkEnvelope(body, context)
    checkOffsets(body, context)
    for (const [at, item] of body.interfaces.entries())
      if (item.terminalId === undefined) refuse(context, 'TERMINAL_MISSING', 'interfaces', at, 'terminalId')
    for (const [at, line] of body.inputs.lines.entries()) {
      const path = ['inputs', 'lines', at]
      const spec = listed(body, line.interfaceId, context, ...path, 'interfaceId')
      if (!spec) continue
      checkReference(line, spec, context, ...path)
      if (line.isCyclical) checkCycle(line, spec, context, ...path)
      else checkLimit(line.logicOperator, line.inputValue, 'inputValue', spec, context, ...path)
    }
  })
export type CloudAlarmBody = z.infer<typeof CloudAlarmBody>

const checkLimit = (
  operator: Operator,
  value: Value,
  name: string,
  ruleInterface: RuleInterface,
  context: Context,
  ...path: Path
): void => {
  if (!isComparable(value, ruleInterface)) refuse(context, 'VALUE_NOT_COMPARABLE', ...path, name)
  if (!takesOperator(operator, ruleInterface)) refuse(context, 'OPERATOR_NOT_ALLOWED', ...path, 'logicOperator')
}

const checkCycle = (line: CyclicalLine, ruleInterface: RuleInterface, context: Context, ...path: Path): void => {
  const { cycle, cycleStartDate, cycleEndDate } = line
  const days = (Date.parse(cycleEndDate) - Date.parse(cycleStartDate)) / 86_400_000
  if (days < 0) refuse(context, 'CYCLE_ENDS_BEFORE_START', ...path, 'cycleEndDate')
  for (const [at, { day, logicOperator, action }] of cycle.entries()) {
    const entry = [...path, 'cycle', at]
    if (day < (cycle[at - 1]?.day ?? day)) refuse(context, 'CYCLE_DAYS_DESCENDING', ...entry, 'day')
    else if (days >= 0 && day > days) refuse(context, 'CYCLE_DAY_OUTSIDE', ...entry, 'day')
    checkLimit(logicOperator, action, 'action', ruleInterface, context, ...entry)
  }
}
