import { z } from 'zod'
import { EventStatus, Severity } from '../../events/kinds.ts'
import { ClockTime, Id } from '../../http/fields.ts'
import type { Value } from '../../devices/interfaces.ts'
import { Bound } from '../../http/numbers.ts'
import { Operator, operatorsOf } from '../operators.ts'
import { checkEnvelope, envelope, isNumeric, listed, refuse } from './parts.ts'
import type { Context, Path, RuleInterface } from './parts.ts'

/** What a value is compared with. */
export const LimitValue = z.union([Bound, z.boolean(), z.string().max(255)])

/** One condition: a value against a limit, and how often people are told of it. */
export const RuleLine = z.object({
  interfaceId: Id,
  logicOperator: Operator,
  inputValue: LimitValue,
  /** HH:mm that it must be true without a break; 00:00: at once. */
  permanenceTime: ClockTime.default('00:00'),
  /** HH:mm between notifications; 00:00: one only. */
  repetitionTime: ClockTime.default('00:00'),
  /** 0: unlimited. */
  notificationLimit: z.int().min(0).max(1000).default(3),
  /** Compares the reading minus a reference: the batch's curve at its age, or the silo's capacity. */
  relativeTo: z.enum(['CURVE', 'CAPACITY']).optional(),
  /** With relativeTo: the reading as a percentage of the reference instead. */
  percent: z.boolean().default(false),
  /** With relativeTo: the reference from each instant (UTC ms) on, ascending; a capacity has one entry, a curve one a day. */
  reference: z
    .array(z.object({ from: z.int().min(0), value: Bound }))
    .max(800)
    .default([]),
  /** With CURVE: the platform fills in the reference from the open batch of the sensor's house; none is open: none, never met. */
  followsBatch: z.boolean().optional(),
})
export type RuleLine = z.infer<typeof RuleLine>

export const RuleEventSettings = z.object({
  severityLevel: Severity,
  /** CLOSED: it is only logged, nobody is told. */
  status: EventStatus.default('OPEN'),
  /** s that the rule must stay active before the event opens. */
  ruleDelay: z.int().min(0).max(86_400).default(0),
})

export const alarmInputs = z.object({
  lines: z.array(RuleLine).min(1).max(32),
  lineLogic: z.enum(['ANY', 'ALL']).default('ANY'),
})

export const alarmSettings = {
  event: RuleEventSettings,
  /** The event closes when no line holds any more. */
  autoClose: z.boolean().default(true),
}

/** Lines that open an event and tell people; nothing is switched. */
export const AlarmBody = z
  .object({ template: z.literal('ALARM_WITHOUT_ACTUATION'), ...envelope, inputs: alarmInputs, ...alarmSettings })
  .superRefine((body, context) => {
    checkEnvelope(body, context)
    checkLines(body, context)
  })
export type AlarmBody = z.infer<typeof AlarmBody>

interface Lines {
  readonly interfaces: readonly RuleInterface[]
  readonly inputs: { readonly lines: readonly RuleLine[] }
}

export const checkLines = (body: Lines, context: Context): void => {
  for (const [at, line] of body.inputs.lines.entries()) {
    const path = ['inputs', 'lines', at]
    const spec = listed(body, line.interfaceId, context, ...path, 'interfaceId')
    if (!spec) continue
    if (!isComparable(line.inputValue, spec)) refuse(context, 'VALUE_NOT_COMPARABLE', ...path, 'inputValue')
    if (!takesOperator(line.logicOperator, spec)) refuse(context, 'OPERATOR_NOT_ALLOWED', ...path, 'logicOperator')
    checkReference(line, spec, context, ...path)
  }
}

/** What is compared is a number for everything but the states and texts; feedback minus command is one too. */
const comparedAs = (ruleInterface: RuleInterface) => (ruleInterface.kind === 'COMMAND' ? 'DECIMAL' : ruleInterface.dataType)

export const isComparable = (value: Value, ruleInterface: RuleInterface): boolean => {
  const as = comparedAs(ruleInterface)
  return typeof value === (as === 'BOOLEAN' ? 'boolean' : as === 'STRING' ? 'string' : 'number')
}

export const takesOperator = (operator: Operator, ruleInterface: RuleInterface): boolean =>
  operatorsOf(comparedAs(ruleInterface)).includes(operator)

type Relation = Pick<RuleLine, 'relativeTo' | 'percent' | 'reference' | 'followsBatch'>

export const checkReference = (line: Relation, ruleInterface: RuleInterface, context: Context, ...path: Path): void => {
  const relative = line.relativeTo !== undefined
  if (relative && !(ruleInterface.kind === 'GAUGE' && isNumeric(ruleInterface)))
    refuse(context, 'REFERENCE_NOT_EXPECTED', ...path, 'relativeTo')
  const ascending = line.reference.every((entry, k, all) => k === 0 || entry.from > all[k - 1]!.from)
  if (line.followsBatch && line.relativeTo !== 'CURVE') refuse(context, 'REFERENCE_NOT_EXPECTED', ...path, 'followsBatch')
  if (relative && line.reference.length === 0 && !line.followsBatch) refuse(context, 'REFERENCE_MISSING', ...path, 'reference')
  if (relative && !ascending) refuse(context, 'CYCLE_DAYS_NOT_ASCENDING', ...path, 'reference')
  // Of nothing there is no share: such a line would never hold, and nobody would know.
  const divides = line.relativeTo === 'CAPACITY' || (relative && line.percent)
  const none = divides ? line.reference.findIndex(({ value }) => value <= 0) : -1
  if (none >= 0) refuse(context, 'REFERENCE_NOT_POSITIVE', ...path, 'reference', none, 'value')
  if (!relative && (line.percent || line.reference.length > 0)) refuse(context, 'REFERENCE_NOT_EXPECTED', ...path, 'reference')
}
