import { EventStatus } from '@steading/contract/events'
import { Id } from '@steading/contract/fields'
import { Value } from '@steading/contract/interfaces'
import { Operator } from '@steading/contract/operators'
import type { Actuate, Intent } from '@steading/rules/intent'
import { z } from 'zod'

/** What a rule did that people are to know of: an intent of the engine, on a box or here. */
export type Effect = Exclude<Intent, Actuate>

const ms = z.number().int().min(0).max(8_640_000_000_000_000)
const text = z.string().min(1).max(200)
const count = z.number().int().min(0).max(1_000_000)
const Cause = z.object({
  line: count,
  interfaceId: Id,
  value: Value,
  reading: Value,
  relativeTo: z.enum(['CURVE', 'CAPACITY']).optional(),
  percent: z.boolean().optional(),
  operator: Operator,
  threshold: Value,
  since: ms,
  permanence: z.number().min(0),
})
const of = <K extends Effect['kind']>(kind: K) => ({ kind: z.literal(kind), key: text })
const ofEvent = <K extends Effect['kind']>(kind: K) => ({ ...of(kind), event: text })
const causes = z.array(Cause).max(64)

/** As a box sends it: an intent without its time, which travels beside it. */
const Sent = z.discriminatedUnion('kind', [
  z.object({ ...ofEvent('EVENT_OPEN'), status: EventStatus, since: ms, causes }),
  z.object({
    ...ofEvent('EVENT_NOTIFY'),
    line: count,
    n: z.number().int().min(1),
    last: z.boolean(),
    escalation: count,
    cause: Cause,
  }),
  z.object(ofEvent('EVENT_CLOSE')),
  z.object({ ...ofEvent('EVENT_REOPEN'), reason: z.enum(['AGAIN', 'STILL']), causes }),
  z.object({
    ...of('FAULT'),
    interfaceId: Id,
    reason: z.enum(['STALE', 'SILENT', 'UNWRITTEN']),
    lastGood: ms.nullable(),
    left: count,
  }),
])

/**
 * The effect of rule `ruleId` in what a box sent; undefined for anything else. A box speaks for its own rules only: keys of
 * another rule's events are refused.
 */
export function readEffect(ruleId: string, body: unknown, ts: number): Effect | undefined {
  const parsed = Sent.safeParse(body)
  if (!parsed.success) return undefined
  const effect = { ...parsed.data, ts }
  const own = (key: string) => key.startsWith(`${ruleId}:`)
  return own(effect.key) && (effect.kind === 'FAULT' || own(effect.event)) ? effect : undefined
}
