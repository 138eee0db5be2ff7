import { quietAfterStep } from '@steading/contract/events/escalation'
import { isArrival } from '@steading/contract/events/events'
import type { EventStep, Severity } from '@steading/contract/events/events'

/** A step by a person since the event opened. */
export interface Answer {
  /** Identifies the person: a user id, or the address of somebody without an account. */
  readonly who: string
  readonly name: string
  /** null: a status that was set without a step. */
  readonly step: EventStep | null
  readonly date: Date
  readonly arrivesAt: Date | null
  /** When the animals are in danger, as estimated then; a later estimate does not lengthen the pause. */
  readonly dangerAt: Date | null
}

/** Longest arrival for which a CRITICAL event waits longer than its quiet period, ms. */
const LONGEST_CRITICAL = 3_600_000

/**
 * End of the pause of an answer: the quiet period, or the arrival that was named. For a CRITICAL event an arrival of more than an
 * hour counts as none. The pause ends at half of the time to danger at the latest.
 */
export function pauseEnd(
  { date, arrivesAt, dangerAt }: Pick<Answer, 'date' | 'arrivesAt' | 'dangerAt'>,
  severity: Severity,
): Date {
  const start = date.getTime()
  const isTooFar = severity === 'CRITICAL' && arrivesAt !== null && arrivesAt.getTime() - start > LONGEST_CRITICAL
  const end = arrivesAt === null || isTooFar ? start + quietAfterStep(severity) * 1000 : arrivesAt.getTime()
  const half = dangerAt === null ? Infinity : start + Math.max(0, dangerAt.getTime() - start) / 2
  return new Date(Math.min(end, half))
}

/** How an escalation stands by the answers of people. */
export interface Standing {
  /** Nobody is notified before; null: no answer pauses it. */
  readonly pausedUntil: Date | null
  /** Who said that they would be there by now and are not, and nobody was told yet. */
  readonly missing: readonly string[]
  /** Who cannot come after all, and nobody was told yet. */
  readonly withdrawn: string | null
}

const untold = (at: Date, climbedAt: Date | null) => climbedAt === null || climbedAt < at

/**
 * Each person's last arrival is a promise until somebody is there or the person withdraws. A promise that is missed, and a
 * withdrawal that leaves nobody on the way, climb at once, and once. Otherwise the escalation waits for the earliest promise, or
 * for the quiet period of the last answer. `answers`: since the event opened, the oldest first.
 */
export function standingOf(
  answers: readonly Answer[],
  of: { readonly severity: Severity; readonly now: Date; readonly climbedAt: Date | null },
): Standing {
  const { severity, now, climbedAt } = of
  const promises = openPromises(answers).map(promise => ({ ...promise, end: pauseEnd(promise, severity) }))
  const missed = promises.filter(({ end }) => end <= now)
  const missing = missed.filter(({ end }) => untold(end, climbedAt)).map(({ name }) => name)
  if (missing.length > 0) return { pausedUntil: null, missing, withdrawn: null }
  const pendingPromises = promises.filter(({ end }) => end > now)
  if (pendingPromises.length > 0)
    return { pausedUntil: new Date(Math.min(...pendingPromises.map(({ end }) => end.getTime()))), missing: [], withdrawn: null }
  const last = answers.at(-1)
  if (last?.step === 'WITHDRAWN')
    return { pausedUntil: null, missing: [], withdrawn: untold(last.date, climbedAt) ? last.name : null }
  // A promise that was broken ends what older answers paused.
  const since = Math.max(0, ...missed.map(({ end }) => end.getTime()))
  const pausing = last !== undefined && !missed.some(({ date }) => date === last.date) && last.date.getTime() > since
  return {
    pausedUntil: pausing ? pauseEnd({ ...last, arrivesAt: null }, severity) : null,
    missing: [],
    withdrawn: null,
  }
}

/** Last arrival that each person named, while nobody has come and they have not withdrawn. */
function openPromises(answers: readonly Answer[]): Answer[] {
  const open = new Map<string, Answer>()
  for (const answer of answers) {
    if (isArrival(answer.step)) open.clear()
    else if (answer.step === 'WITHDRAWN') open.delete(answer.who)
    else if (answer.step === 'GOING') {
      open.delete(answer.who)
      if (answer.arrivesAt !== null) open.set(answer.who, answer)
    }
  }
  return [...open.values()]
}
