import { z } from 'zod'
import { isText, AnyRuleEffect } from './data.ts'
import type { Parsed } from './data.ts'
import { LIMITS } from './limits.ts'
import { EventStatus } from '../events/kinds.ts'
import { Id } from '../http/fields.ts'
import { Value } from '../devices/interfaceShapes.ts'
import { Operator } from '../rules/operators.ts'

/**
 * What a rule on a box did that people are to know of, kind by kind. `up/data` carries effects of kinds that this version does
 * not know, too: one that cannot be read is put aside by itself and costs no reading of its batch.
 */

const ms = z.int().min(0).max(LIMITS.lastInstant)
const count = z.int().min(0).max(1_000_000)
/** Equal for the same effect, however often it is computed; begins with the id of the rule and a colon. */
const key = z.string().min(1).max(200).refine(isText, 'text')

/** Why a line holds: its value against its limit, since when, and how long it had to. */
export const EffectCause = z.object({
  /** Index in the lines of the rule. */
  line: count,
  interfaceId: Id,
  /** What was compared: the reading, its increment per hour, a difference, or a percentage. */
  value: Value,
  reading: Value,
  relativeTo: z.enum(['CURVE', 'CAPACITY']).optional(),
  percent: z.boolean().optional(),
  operator: Operator,
  threshold: Value,
  since: ms,
  /** s */
  permanence: z.number().min(0),
})

const ruleEnvelope = { rule: Id, ver: AnyRuleEffect.shape.ver, key }
const eventEnvelope = { ...ruleEnvelope, event: key }
const causes = z.array(EffectCause).max(64)

export const RuleEffect = z.discriminatedUnion('kind', [
  z.object({ ...eventEnvelope, kind: z.literal('EVENT_OPEN'), status: EventStatus, since: ms, causes }),
  z.object({
    ...eventEnvelope,
    kind: z.literal('EVENT_NOTIFY'),
    line: count,
    n: z.int().min(1),
    last: z.boolean(),
    escalation: count,
    cause: EffectCause,
  }),
  z.object({ ...eventEnvelope, kind: z.literal('EVENT_CLOSE') }),
  z.object({ ...eventEnvelope, kind: z.literal('EVENT_REOPEN'), reason: z.enum(['AGAIN', 'STILL']), causes }),
  z.object({
    ...ruleEnvelope,
    kind: z.literal('FAULT'),
    interfaceId: Id,
    reason: z.enum(['STALE', 'SILENT', 'UNWRITTEN']),
    lastGood: ms.nullable(),
    left: count,
  }),
])
export type RuleEffect = z.infer<typeof RuleEffect>

/** The drill's effect stands for no rule. */
export const DrillEffect = z.object({ rule: z.literal('drill'), ver: z.literal(0), kind: z.literal('DRILL'), key })

/** The effect of a rule, or the member that is wrong. A box speaks for its own rules: keys begin with the rule's id. */
export const readRuleEffect = (body: unknown): Parsed<RuleEffect> => {
  const parsed = RuleEffect.safeParse(body)
  if (!parsed.success) return { ok: false, error: parsed.error.issues[0]?.path.join('.') || 'effect' }
  const effect = parsed.data
  const isOwn = (text: string) => text.startsWith(`${effect.rule}:`)
  if (!isOwn(effect.key)) return { ok: false, error: 'key' }
  if ('event' in effect && !isOwn(effect.event)) return { ok: false, error: 'event' }
  return { ok: true, value: effect }
}
