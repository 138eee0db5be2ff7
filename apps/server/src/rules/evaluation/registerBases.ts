import type { RuleBody } from '@steading/contract/rules/body'
import type { Reading } from '@steading/rules/inputs/input'
import { REPORT_DELAY_MS } from '../../readings/index.ts'

/** What a register is computed by: factor, offset, modulus and box. It applies from `since` on, ms UTC. */
export interface RegisterBase {
  readonly since: number
  readonly base: string
}

/** Registers whose base changed, by interface; their bases ascend by time. */
export type RegisterBases = ReadonlyMap<string, readonly RegisterBase[]>

/**
 * The base of a register at `ts`. The first base is no change, so it also applies before it was noted. Around a report either
 * base may apply, since boxes report later than they change and their clocks differ: such a reading gets a base of its own,
 * which compares with no other.
 */
export function baseAt(bases: readonly RegisterBase[], ts: number): string | undefined {
  const current = bases.findLast(({ since }) => since <= ts) ?? bases[0]
  const isUncertain = bases.some(({ since }, index) => index > 0 && Math.abs(ts - since) <= REPORT_DELAY_MS)
  return current && isUncertain ? `${current.base}@${ts}` : current?.base
}

/** The body under which a reading is evaluated: its register has the base that applied when it was measured. */
export function bodyAt(body: RuleBody, bases: RegisterBases, { interfaceId, ts }: Reading): RuleBody {
  const history = bases.get(interfaceId)
  if (!history) return body
  const base = baseAt(history, ts)
  return { ...body, interfaces: body.interfaces.map(spec => (spec.id === interfaceId ? { ...spec, base } : spec)) }
}
