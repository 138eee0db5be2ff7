import type { EventStatus } from '@steading/contract/events/events'
import type { Span } from './held.ts'
import type { AlarmBody } from './lines.ts'

/** The event of an alarm as the specification wants it, from when the rule is active and what people do. */

export interface Said {
  readonly ts: number
  readonly what: 'OPEN' | 'CLOSE' | 'REOPEN AGAIN' | 'REOPEN STILL'
}

/** From `from` on the event is this to people. */
export interface Phase {
  readonly from: number
  readonly key: string
  readonly state: 'NONE' | 'OPEN' | 'PAUSED'
  /** It began with a step up the escalation list, or by a person's hand. */
  readonly urged: boolean
}

export interface Told {
  readonly ts: number
  readonly key: string
  readonly status: EventStatus
}

/** How the event of a rule stands, for the conditions that take it over. */
export interface Standing {
  readonly status: 'NONE' | 'LOGGED' | EventStatus
  readonly closed: { readonly ts: number; readonly byRule: boolean } | null
  readonly key: string
  readonly paused: number | null
}

const MINUTE = 60_000
const OFF_DELAY = MINUTE

/** @param over when the conditions are known not to be met, for an event `before` that they took over */
export function eventsOf(
  active: readonly Span[],
  statuses: readonly Told[],
  slept: readonly Span[],
  versions: readonly { readonly from: number; readonly body: AlarmBody }[],
  { from: begin, until }: { readonly from: number; readonly until: number },
  { before, over }: { readonly before: Standing | null; readonly over: readonly Span[] },
): { readonly expectedEvents: readonly Said[]; readonly phases: readonly Phase[]; readonly standing: Standing } {
  const results: Said[] = []
  const phases: Phase[] = []
  const wasLogged = before?.status === 'LOGGED'
  let status: Standing['status'] = wasLogged ? 'CLOSED' : (before?.status ?? 'NONE')
  let closed: Standing['closed'] = wasLogged ? { ts: begin, byRule: true } : (before?.closed ?? null)
  let since: number | null = null
  let start = 0
  let key = before?.key ?? ''
  let paused: number | null = before?.paused ?? null
  let bodyNow = versions[0]!.body
  let isAsleep = false
  const isOpen = () => status === 'OPEN' || status === 'PENDING'
  const phase = (ts: number, urged = false) =>
    phases.push({ from: ts, key, state: !isOpen() ? 'NONE' : paused === null ? 'OPEN' : 'PAUSED', urged })
  const tooEarly = () => status === 'CLOSED' && closed?.byRule === false && since !== null && since <= closed.ts
  const due = (): number => {
    if (isAsleep) return Infinity
    if (since === null || isOpen() || status === 'LOGGED') return paused ?? Infinity
    return tooEarly() ? closed!.ts + 30 * MINUTE : start + bodyNow.event.ruleDelay * 1000
  }
  const fall = (ts: number) => {
    if (isOpen()) {
      paused = null
      phase(ts, true)
      return
    }
    const still = tooEarly()
    const again = !still && status === 'CLOSED' && closed!.byRule && start - closed!.ts <= 600_000
    const first = bodyNow.event.status
    if (!still && !again) {
      key = `${bodyNow.id}:${Math.floor(ts)}`
      status = first === 'CLOSED' ? 'LOGGED' : first
      results.push({ ts, what: 'OPEN' })
    } else if (first === 'CLOSED') status = 'LOGGED'
    else {
      status = 'OPEN'
      results.push({ ts, what: still ? 'REOPEN STILL' : 'REOPEN AGAIN' })
    }
    phase(ts, still)
  }
  let isUnproven = isOpen()
  if (before) phase(begin, true)
  type Item = readonly [ts: number, place: number, act: (ts: number) => void]
  const items: Item[] = [
    ...versions.slice(1).map(({ from, body }): Item => [from, 0, () => (bodyNow = body)]),
    ...slept.flatMap(({ from, to }): Item[] => [
      [from, 9, () => (isAsleep = from < to)],
      [
        to,
        1,
        ts => {
          isAsleep = false
          if (since !== null && !isOpen() && status !== 'LOGGED' && !tooEarly()) start = Math.floor(ts)
        },
      ],
    ]),
    ...statuses.map((statuse): Item => [
      statuse.ts,
      2,
      ts => {
        if (statuse.key !== key) return
        if (statuse.status === 'CLOSED') {
          isUnproven = false
          if (status !== 'CLOSED') closed = { ts: Math.floor(ts), byRule: false }
          status = 'CLOSED'
          paused = null
        } else {
          status = statuse.status
          const minutes = bodyNow.event.severityLevel === 'CRITICAL' ? 15 : 60
          paused = statuse.status === 'PENDING' ? Math.floor(ts) + minutes * MINUTE : null
        }
        phase(ts, true)
      },
    ]),
    ...active.flatMap(({ from, to }): Item[] => [
      [
        from,
        3,
        ts => {
          since = ts
          start = Math.floor(ts)
          isUnproven = false
        },
      ],
      [
        to,
        3,
        ts => {
          since = null
          if (status === 'LOGGED') {
            status = 'CLOSED'
            closed = { ts, byRule: true }
          }
          if (!isOpen() || !bodyNow.autoClose) return
          results.push({ ts, what: 'CLOSE' })
          status = 'CLOSED'
          closed = { ts, byRule: true }
          paused = null
          phase(ts)
        },
      ],
    ]),
    ...over
      .filter(({ from, to }) => from + OFF_DELAY < to)
      .map(({ from }): Item => [
        Math.floor(from) + OFF_DELAY,
        3,
        ts => {
          if (!isUnproven) return
          isUnproven = false
          if (!bodyNow.autoClose) return
          results.push({ ts, what: 'CLOSE' })
          status = 'CLOSED'
          closed = { ts, byRule: true }
          paused = null
          phase(ts)
        },
      ]),
  ]
  for (const [ts, , act] of items.filter(([ts]) => ts <= until).toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    while (due() < ts) fall(due())
    act(ts)
    if (due() < ts || (due() === ts && since === ts)) fall(ts)
  }
  while (due() <= until) fall(due())
  return { expectedEvents: results, phases, standing: { status, closed, key, paused } }
}
