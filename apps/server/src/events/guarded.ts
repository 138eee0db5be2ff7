import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import type { Apply, Doing } from './apply.ts'
import type { RuleOfEvents } from './events.sql.ts'
import { release, rollback, savepoint } from './guarded.sql.ts'

/**
 * Applies effects together; of those that cannot be applied so, each by itself: one that cannot be applied is logged and left
 * out, and holds up no other.
 */
export function guarded({ log }: Pick<World, 'log'>, apply: Apply): Apply {
  const alone = (work: Work, rule: RuleOfEvents, doing: Doing) =>
    byItself(
      work,
      () => apply(work, rule, [doing]),
      error => log.error({ err: error, rule: rule.id, effect: doing.effect.key }, 'an effect that could not be applied'),
    )
  const oneByOne = async (work: Work, rule: RuleOfEvents, doings: readonly Doing[]) => {
    for (const doing of doings) await alone(work, rule, doing)
  }
  return (work, rule, doings) =>
    doings.length < 2
      ? oneByOne(work, rule, doings)
      : byItself(
          work,
          () => apply(work, rule, doings),
          () => oneByOne(work, rule, doings),
        )
}

/** Does it, or leaves it out as if it had not been tried. */
export async function byItself(
  work: Work,
  act: () => Promise<void>,
  failed: (error: unknown) => void | Promise<void>,
): Promise<void> {
  await savepoint(work)
  try {
    await act()
  } catch (error) {
    if (isTransient(error)) throw error
    await rollback(work)
    await failed(error)
  }
  await release(work)
}

/** The database itself is in trouble, or two got in each other's way: the whole is tried again. */
const isTransient = (error: unknown) => error instanceof Error && 'code' in error && !/^(22|23)/.test(String(error.code))
