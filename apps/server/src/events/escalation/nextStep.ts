import type { Severity } from '@steading/contract/events/events'
import { quietPeriod } from '../status/eventState.ts'
import type { Standing } from './promises.ts'

export type NextStep =
  | { readonly kind: 'END' }
  | { readonly kind: 'WAIT'; readonly until: Date }
  /** `repeatAfter`: ms until the next repetition at the last level; null: the escalation list decides. */
  | { readonly kind: 'TELL'; readonly repeatAfter: number | null }

/**
 * Decides the due step of a run. An answered event waits for its pause, then is notified again. At the last level a CRITICAL or
 * answered event is repeated; any other ends and stays in the bell.
 */
export function nextStep(state: {
  readonly severity: Severity
  readonly standing: Standing
  /** A user has taken it. */
  readonly isTaken: boolean
  readonly now: Date
  readonly isLastLevel: boolean
}): NextStep {
  const { pausedUntil, withdrawn } = state.standing
  if (pausedUntil && pausedUntil > state.now) return { kind: 'WAIT', until: pausedUntil }
  if (!state.isLastLevel) return { kind: 'TELL', repeatAfter: null }
  if (state.severity === 'CRITICAL' || state.isTaken || withdrawn !== null)
    return { kind: 'TELL', repeatAfter: quietPeriod('PENDING', state.severity) }
  return { kind: 'END' }
}
