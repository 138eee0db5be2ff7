import type { RuleBody } from '@steading/contract/rules/body'
import type { Input } from '@steading/rules/inputs/input'
import type { RuleEffect } from '@steading/rules/effects'
import type { Entry } from '../rehearsal.ts'

/** A rule from where it starts anew to where it ends, as it was told of the world, and what it did. */
export interface Life {
  readonly from: number
  readonly until: number
  /** Another life of the rule takes over from it, or it is taken out of service: it was not merely the end of what is played. */
  readonly ended: boolean
  /** It takes over from the life before. */
  readonly heir: boolean
  readonly entries: readonly LifeEntry[]
}

export type LifeEntry =
  | { readonly kind: 'input'; readonly body: RuleBody; readonly input: Input }
  | { readonly kind: 'stop'; readonly ts: number }
  | { readonly kind: 'effect'; readonly effect: RuleEffect; readonly timed: boolean }

export function livesOf(log: readonly Entry[]): readonly Life[] {
  const lives: { from: number; until: number; ended: boolean; heir: boolean; entries: LifeEntry[] }[] = []
  let now: (typeof lives)[number] | undefined
  let last = 0
  let timers = -1
  let moment = 0
  for (const entry of log) {
    const before = now
    if (entry.kind === 'begin' || entry.kind === 'end') {
      if (now) Object.assign(now, { until: (entry.kind === 'begin' ? entry.over : undefined) ?? entry.ts, ended: true })
      now = undefined
    }
    if (entry.kind === 'begin') {
      now = { from: entry.ts, until: entry.ts, ended: false, heir: before !== undefined && entry.over !== undefined, entries: [] }
      lives.push(now)
    }
    if (entry.kind === 'input') {
      // What comes after the timers of its instant comes a moment after that.
      moment = timers !== entry.input.ts || entry.input.kind === 'TIMER' ? 0 : entry.input.kind === 'READING' ? 0.25 : 0.5
      if (entry.input.kind === 'TIMER') timers = entry.input.ts
      last = entry.input.ts
    }
    if (entry.kind === 'stop') last = entry.ts
    // Up to the saving of what it goes on with, its deadlines fired.
    if (entry.kind === 'stored') now?.entries.push({ kind: 'stop', ts: entry.at })
    if (entry.kind === 'input')
      now?.entries.push(moment === 0 ? entry : { ...entry, input: { ...entry.input, ts: entry.input.ts + moment } })
    else if (entry.kind === 'effect') {
      const isHere = !entry.timed && entry.effect.ts === last && moment > 0
      now?.entries.push(isHere ? { ...entry, effect: { ...entry.effect, ts: entry.effect.ts + moment } } : entry)
    } else if (entry.kind === 'stop') now?.entries.push(entry)
  }
  if (now) now.until = last
  return lives
}
