import type { RuleBody } from '@steading/contract/rulebody'
import type { Input } from '@steading/rules/input'
import type { Intent } from '@steading/rules/intent'
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
  | { readonly kind: 'intent'; readonly intent: Intent; readonly timed: boolean }

export function livesOf(log: readonly Entry[]): readonly Life[] {
  const lives: { from: number; until: number; ended: boolean; heir: boolean; entries: LifeEntry[] }[] = []
  let now: (typeof lives)[number] | undefined
  let last = 0
  let timers = -1
  let moment = 0
  for (const one of log) {
    const before = now
    if (one.kind === 'begin' || one.kind === 'end') {
      if (now) Object.assign(now, { until: (one.kind === 'begin' ? one.over : undefined) ?? one.ts, ended: true })
      now = undefined
    }
    if (one.kind === 'begin') {
      now = { from: one.ts, until: one.ts, ended: false, heir: before !== undefined && one.over !== undefined, entries: [] }
      lives.push(now)
    }
    if (one.kind === 'input') {
      // What comes after the timers of its instant comes a moment after that.
      moment = timers !== one.input.ts || one.input.kind === 'TIMER' ? 0 : one.input.kind === 'READING' ? 0.25 : 0.5
      if (one.input.kind === 'TIMER') timers = one.input.ts
      last = one.input.ts
    }
    if (one.kind === 'stop') last = one.ts
    // Up to the saving of what it goes on with, its deadlines fired.
    if (one.kind === 'stored') now?.entries.push({ kind: 'stop', ts: one.at })
    if (one.kind === 'input')
      now?.entries.push(moment === 0 ? one : { ...one, input: { ...one.input, ts: one.input.ts + moment } })
    else if (one.kind === 'intent') {
      const isHere = !one.timed && one.intent.ts === last && moment > 0
      now?.entries.push(isHere ? { ...one, intent: { ...one.intent, ts: one.intent.ts + moment } } : one)
    } else if (one.kind === 'stop') now?.entries.push(one)
  }
  if (now) now.until = last
  return lives
}
