import { byItself } from '../platform/database/byItself.ts'
import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import type { Apply, Doing } from './apply.ts'
import type { RuleOfEvents } from './apply.sql.ts'
import type { Effect } from './effect.ts'

/** What one rule did, in its order. */
export interface Done {
  readonly rule: RuleOfEvents
  readonly doings: readonly Doing[]
}

/** What rules did, each of them once: one beside the other, and each in its order. */
export type ApplyAll = (work: Work, all: readonly Done[]) => Promise<void>

/** Takes an effect that could not be applied. */
type Discard = (rule: RuleOfEvents, effect: Effect, error: unknown) => Promise<unknown>

/** Rules that are applied side by side. */
const AT_ONCE = 40

/**
 * Applies what rules did side by side; of those that cannot be applied so, each rule's by themselves, and then each effect: one that cannot be
 * applied is logged, handed to `discard` and left out, and holds up no other.
 */
export function guarded({ log }: Pick<World, 'log'>, apply: Apply, discard: Discard = async () => undefined): ApplyAll {
  const together: ApplyAll = (work, all) =>
    byItself(
      work,
      async () => {
        const [alone, beside] = [all.filter(isAlone), all.filter(one => !isAlone(one))]
        await sideBySide(beside, ({ rule, doings }) => apply(work, rule, doings))
        for (const { rule, doings } of alone) await apply(work, rule, doings)
      },
      async error => {
        const parts = apart(all)
        if (parts.length > 0) for (const part of parts) await together(work, part)
        else
          for (const { rule, doings } of all) {
            log.error({ err: error, rule: rule.id, effect: doings[0]?.effect.key }, 'an effect that could not be applied')
            for (const { effect } of doings) await discard(rule, effect, error)
          }
      },
    )
  return async (work, all) => {
    for (let from = 0; from < all.length; from += AT_ONCE) await together(work, all.slice(from, from + AT_ONCE))
  }
}

/** Several rules may miss one sensor: of that there is one event, which the first of them opens. */
const isAlone = ({ doings }: Done) => doings.some(({ effect }) => effect.kind === 'FAULT')

/** All of them to their end. @throws what went wrong first: what follows in the same transaction fails for that alone */
async function sideBySide<One>(all: readonly One[], act: (one: One) => Promise<void>): Promise<void> {
  const errors: unknown[] = []
  await Promise.all(all.map(one => act(one).catch((error: unknown) => void errors.push(error))))
  if (errors.length > 0) throw errors[0]
}

/** Its parts, of which each may be applied by itself; none of a single effect. */
const apart = (all: readonly Done[]): readonly (readonly Done[])[] => {
  if (all.length > 1) return all.map(one => [one])
  const [{ rule, doings }] = all as [Done]
  return doings.length > 1 ? doings.map(one => [{ rule, doings: [one] }]) : []
}
