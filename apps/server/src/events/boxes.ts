import type { Journal } from '../readings/index.ts'
import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import type { Apply, Doing } from './apply.ts'
import { effectsBetween } from './boxes.sql.ts'
import type { BoxEffect } from './boxes.sql.ts'
import { readEffect } from './effect.ts'
import { byItself } from './guarded.ts'
import { ruleOf } from './events.sql.ts'
import type { RuleOfEvents } from './events.sql.ts'

/** Registers who takes doings of a kind, in the transaction of the journal's reader: exactly once. */
export type Hears = (kind: string, take: (work: Work, doing: BoxEffect) => Promise<void>) => void

/**
 * Takes what rules on boxes did from the journal into events: in its order, exactly once, whenever the process dies. What
 * nobody can make sense of is logged and left where it is; it holds up no other.
 */
export function followBoxes({ log }: Pick<World, 'log'>, journal: Pick<Journal, 'follow'>, apply: Apply): Hears {
  const others = new Map<unknown, Parameters<Hears>[1]>()
  journal.follow('effects', async (work, { from, to }) => {
    const rules = new Map<string, RuleOfEvents | undefined>()
    for (const row of await effectsBetween(work, from, to)) await take(work, row, rules)
  })

  async function take(work: Work, row: BoxEffect, rules: Map<string, RuleOfEvents | undefined>) {
    const { terminalId, epoch, seq } = row
    const other = others.get((row.body as { kind?: unknown }).kind) // safe: an object
    if (other)
      return byItself(
        work,
        () => other(work, row),
        error => log.error({ err: error, terminalId, epoch, seq }, 'a doing that could not be taken'),
      )
    const read = reading(row)
    if (!read) return log.warn({ terminalId, epoch, seq }, 'an effect that is none')
    const place = `${terminalId}/${read.ruleId}`
    if (!rules.has(place)) rules.set(place, await ruleOf(work, read.ruleId, terminalId))
    const rule = rules.get(place)
    if (!rule) return log.warn({ terminalId, epoch, seq, rule: read.ruleId }, 'an effect of a rule that is not there')
    await apply(work, rule, [read.doing])
  }

  return (kind, taken) => void others.set(kind, taken)
}

function reading({ body, ts, late }: BoxEffect): { ruleId: string; doing: Doing } | undefined {
  const { rule, ver } = body as { rule?: unknown; ver?: unknown } // safe: an object; each member is looked at
  if (typeof rule !== 'string' || !/^[1-9]\d{0,17}$/.test(rule)) return undefined
  const effect = readEffect(rule, body, ts.getTime())
  return effect && { ruleId: rule, doing: { effect, version: Number(ver), late, over: false } }
}
