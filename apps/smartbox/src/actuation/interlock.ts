import { z } from 'zod'
import type { Value } from '../platform/driver.ts'

const condition = z
  .strictObject({ equals: z.union([z.boolean(), z.number(), z.string()]), above: z.number(), below: z.number() })
  .partial()
type Condition = z.infer<typeof condition>

/**
 * A rule of the installer that neither people nor rules can overrule: this output must not get such a value while that input
 * says so. An input that was not heard from forbids nothing.
 */
export const Interlock = z.strictObject({
  output: z.string().min(1),
  forbid: condition,
  when: condition.extend({ address: z.string().min(1) }),
  say: z.string().min(1).max(255),
})
export type Interlock = z.infer<typeof Interlock>

const meets = ({ equals, above, below }: Condition, value: Value): boolean =>
  (equals === undefined || value === equals) &&
  (above === undefined || (typeof value === 'number' && value > above)) &&
  (below === undefined || (typeof value === 'number' && value < below))

/** Why this value must not be written now; null: it may. */
export const forbidden = (
  interlocks: readonly Interlock[],
  address: string,
  value: Value,
  valueOf: (address: string) => Value | undefined,
): string | null => {
  const broken = interlocks.find(({ output, forbid, when }) => {
    const seen = valueOf(when.address)
    return output === address && meets(forbid, value) && seen !== undefined && meets(when, seen)
  })
  return broken?.say ?? null
}
