import type { EventNotify } from '@steading/rules/effects'
import { eventsOf } from './events.ts'
import type { Phase, Standing, Told } from './events.ts'
import { activeSpans, heldSpans } from './held.ts'
import type { Span } from './held.ts'
import { isAlarm, truthOf } from './lines.ts'
import type { AlarmBody, Change, Truth } from './lines.ts'
import type { Life } from './lives.ts'
import { walk } from './walk.ts'

const minutes = (text: string): number => (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * 60_000
/** What an instant may be off by. */
const SLACK = 2000

/** I1 to I3: what an alarm says, and when, against what was known. Answers the spans in which the rule was active, too. */
export function checkAlarm(
  life: Life,
  before: Standing | null,
): {
  readonly wrong: string[]
  readonly active: readonly Span[]
  readonly phases: readonly Phase[]
  /** How its event stands in the end. */
  readonly standing: Standing | null
} {
  const wrong: string[] = []
  const changes: Change[][] = []
  const versions: { from: number; body: AlarmBody }[] = []
  const statuses: Told[] = []
  const slept: Span[] = []
  const put = (at: number, ts: number, raw: Truth) => {
    const list = (changes[at] ??= [])
    if (list.at(-1)?.raw !== raw) list.push({ ts, raw })
  }
  walk(life, {
    slept: (from, { ts, body }) => {
      if (!isAlarm(body)) return
      for (const at of body.inputs.lines.keys()) put(at, from, 'UNKNOWN')
      slept.push({ from, to: ts })
    },
    moved: ({ ts, body, senses, commands, ids }) => {
      if (!isAlarm(body)) return
      for (const [at, line] of body.inputs.lines.entries()) {
        const byDate = ('isCyclical' in line && line.isCyclical === true) || line.relativeTo !== undefined
        if (ids && !ids.has(line.interfaceId) && !byDate) continue
        const { kind } = body.interfaces.find(item => item.id === line.interfaceId)!
        const command = kind === 'COMMAND' ? (commands.get(line.interfaceId) ?? null) : null
        put(at, ts, truthOf(body, at, senses.get(line.interfaceId)!, command, ts))
      }
    },
    input: ({ body, input }, { ts, version }) => {
      if (!isAlarm(body)) return
      if (versions.length === 0 || version) versions.push({ from: versions.length === 0 ? life.from : ts, body })
      if (input.kind === 'CONFIG' && input.event) statuses.push({ ts, ...input.event })
    },
  })
  if (versions.length === 0) return { wrong, active: [], phases: [], standing: before }
  const of = (ts: number): AlarmBody => versions.findLast(version => version.from <= ts)?.body ?? versions[0]!.body
  const lineSpans = versions[0]!.body.inputs.lines.map((_, at) =>
    heldSpans(
      changes[at] ?? [],
      versions.map(({ from, body }) => ({ from, ms: minutes(body.inputs.lines[at]!.permanenceTime) })),
      life.until,
    ),
  )
  const active = activeByVersion(lineSpans, versions)
  const over = overSpans(changes, versions, life.until)
  const { expectedEvents, phases, standing } = eventsOf(active, statuses, slept, versions, life, { before, over })
  const effects = life.entries.flatMap(entry => (entry.kind === 'effect' ? [entry.effect] : []))
  wrong.push(...compareEvents(expectedEvents, effects))
  const notified = effects.filter((effect): effect is EventNotify => effect.kind === 'EVENT_NOTIFY')
  const isKnown = (at: number, ts: number) => (changes[at]?.findLast(change => change.ts <= ts)?.raw ?? 'UNKNOWN') !== 'UNKNOWN'
  /** Of several things that happen at one instant, one knew it. */
  const isSeen = (at: number, ts: number) =>
    isKnown(at, ts) || changes[at]?.some(change => Math.abs(change.ts - ts) < 1 && change.raw !== 'UNKNOWN') === true
  const within = (at: number, ts: number, isIn: (spans: readonly Span[], ts: number) => boolean) =>
    of(ts).inputs.lineLogic === 'ANY' ? isIn(lineSpans[at]!, ts) : at === 0 && isIn(active, ts)
  const speaks = (at: number, ts: number) => within(at, ts, isWithin)
  /** Up to the timers of its last instant. */
  const spoke = (at: number, ts: number) => within(at, ts, touches)
  const edges = [
    ...changes.flat().map(change => change.ts),
    ...lineSpans.flat().flatMap(span => [span.from, span.to]),
    ...active.flatMap(span => [span.from, span.to]),
    ...phases.map(phase => phase.from),
    ...versions.map(version => version.from),
    life.until,
  ]
    .filter(ts => ts <= life.until)
    .toSorted((a, b) => a - b)
  for (const at of lineSpans.keys())
    wrong.push(...checkLine(at, notified, { of, phases, isKnown, isSeen, speaks, spoke, edges: [...new Set(edges)] }))
  return { wrong, active, phases, standing }
}

/** When the conditions, combined, are known not to be met. */
function overSpans(
  changes: readonly (readonly Change[] | undefined)[],
  versions: readonly { from: number; body: AlarmBody }[],
  until: number,
): readonly Span[] {
  const lines = versions[0]!.body.inputs.lines.map((_, at) => changes[at] ?? [])
  const edges = [...lines.flat().map(line => line.ts), ...versions.map(version => version.from)].toSorted((a, b) => a - b)
  const spans: Span[] = []
  let now: Span | null = null
  for (const ts of new Set(edges)) {
    const { lineLogic } = (versions.findLast(version => version.from <= ts) ?? versions[0]!).body.inputs
    const isFalse = (all: readonly Change[]) => all.findLast(change => change.ts <= ts)?.raw === 'FALSE'
    const isOver = lineLogic === 'ANY' ? lines.every(isFalse) : lines.some(isFalse)
    if (isOver && !now) spans.push((now = { from: ts, to: until + 1 }))
    if (!isOver && now) now.to = ts
    if (!isOver) now = null
  }
  return spans
}

const isWithin = (spans: readonly Span[], ts: number): boolean => spans.some(({ from, to }) => from <= ts && ts < to)
const touches = (spans: readonly Span[], ts: number): boolean => spans.some(({ from, to }) => from <= ts && ts <= to)

/** ANY and ALL may change with a version. */
function activeByVersion(
  lineSpans: readonly (readonly Span[])[],
  versions: readonly { from: number; body: AlarmBody }[],
): readonly Span[] {
  const joined: Span[] = []
  for (const [k, { from, body }] of versions.entries()) {
    const to = versions[k + 1]?.from ?? Infinity
    for (const span of activeSpans(lineSpans, body.inputs.lineLogic)) {
      const cut = { from: Math.max(span.from, k === 0 ? span.from : from), to: Math.min(span.to, to) }
      if (cut.from > cut.to || (cut.from === cut.to && span.from !== span.to)) continue
      const before = joined.at(-1)
      if (before && before.to === cut.from && k > 0) before.to = cut.to
      else joined.push(cut)
    }
  }
  return joined
}

function compareEvents(expected: readonly { ts: number; what: string }[], reported: readonly object[]): string[] {
  const seen = reported.flatMap(one => {
    if (!('kind' in one) || !('ts' in one)) return []
    if (one.kind === 'EVENT_OPEN') return [{ ts: Number(one.ts), what: 'OPEN' }]
    if (one.kind === 'EVENT_CLOSE') return [{ ts: Number(one.ts), what: 'CLOSE' }]
    return one.kind === 'EVENT_REOPEN' && 'reason' in one ? [{ ts: Number(one.ts), what: `REOPEN ${String(one.reason)}` }] : []
  })
  for (let k = 0; k < Math.max(expected.length, seen.length); k++) {
    const expectedEvent = expected[k]
    const found = seen[k]
    if (expectedEvent?.what === found?.what && Math.abs((expectedEvent?.ts ?? 0) - (found?.ts ?? 0)) <= SLACK) continue
    const missing = expectedEvent !== undefined && (found === undefined || found.ts >= expectedEvent.ts)
    return [`${missing ? 'I1' : 'I2'} wanted ${JSON.stringify(expectedEvent)}, found ${JSON.stringify(found)} (the ${k}th)`]
  }
  return []
}

interface Scene {
  readonly of: (ts: number) => AlarmBody
  readonly phases: readonly Phase[]
  readonly isKnown: (at: number, ts: number) => boolean
  readonly isSeen: (at: number, ts: number) => boolean
  readonly speaks: (at: number, ts: number) => boolean
  readonly spoke: (at: number, ts: number) => boolean
  /** Every instant at which anything changed. */
  readonly edges: readonly number[]
}

/** I3: how often one line tells people. */
function checkLine(
  at: number,
  notified: readonly EventNotify[],
  { of, phases, isKnown, isSeen, speaks, spoke, edges }: Scene,
): string[] {
  const wrong: string[] = []
  const mine = notified.filter(eventNotify => eventNotify.line === at)
  const phaseAt = (ts: number) => phases.findLast(one => one.from <= ts)
  const urgedBetween = (from: number, to: number) => phases.some(one => one.urged && one.from > from && one.from <= to)
  let before: EventNotify | undefined
  let versionBefore = 0
  for (const eventNotify of mine) {
    // At the very instant of a change of version either may have spoken.
    const body = of(eventNotify.ts)
    if (of(eventNotify.ts - 1) !== body) {
      before = eventNotify
      continue
    }
    const { notificationLimit: limit, repetitionTime } = body.inputs.lines[at]!
    const critical = body.event.severityLevel === 'CRITICAL'
    const same = before?.event === eventNotify.event ? before : undefined
    const phase = phaseAt(eventNotify.ts)
    const say = (what: string) => wrong.push(`${what}: ${JSON.stringify({ ...eventNotify, cause: undefined })}`)
    // It may be over at the very instant at which it was told of.
    const wasOpen = phases.some(
      ({ from, state, key }, k) =>
        from <= eventNotify.ts &&
        (phases[k + 1]?.from ?? Infinity) >= eventNotify.ts &&
        state === 'OPEN' &&
        key === eventNotify.event,
    )
    if (!wasOpen) say(`I2 told while its event is ${phase?.state ?? 'not there'}`)
    if (!spoke(at, eventNotify.ts)) say('I2 told while the line is not held')
    if (eventNotify.n !== (same?.n ?? 0) + 1) say(`I3 counted ${eventNotify.n} after ${same?.n ?? 0}`)
    const urged = same !== undefined && urgedBetween(same.ts, eventNotify.ts)
    if (limit > 0 && eventNotify.n > limit && !critical && !urged && eventNotify.escalation === 0) say('I3 told beyond its limit')
    if (critical && limit > 0 && eventNotify.n > limit && eventNotify.escalation === 0)
      say('I3 beyond the limit, and not a step up')
    if (eventNotify.last !== (limit !== 0 && eventNotify.n >= limit && !critical)) say('I3 last is wrong')
    if (same && !urged && versionBefore === body.version && eventNotify.ts - same.ts < minutes(repetitionTime) - 1)
      say('I3 repeated too soon')
    if (same && eventNotify.n > 1 && !isSeen(at, eventNotify.ts)) say('I3 repeated while its value is not known')
    before = eventNotify
    versionBefore = body.version
  }
  // Silence: what has to be said is said, wherever people may be told.
  for (const [k, ts] of edges.entries()) {
    const end = edges[k + 1] ?? ts
    const phase = phaseAt(ts)
    if (end - ts <= SLACK || phase?.state !== 'OPEN' || !speaks(at, ts)) continue
    const { notificationLimit: limit, repetitionTime } = of(ts).inputs.lines[at]!
    const critical = of(ts).event.severityLevel === 'CRITICAL'
    const repetition = minutes(repetitionTime)
    const inEvent = mine.filter(one => one.event === phase.key && one.ts < end)
    let last = inEvent.findLast(one => one.ts < ts)
    for (;;) {
      const count = last?.n ?? 0
      const isOver = limit !== 0 && count >= limit && !critical
      if (count > 0 && (repetition === 0 || isOver || !isKnown(at, ts))) break
      const due = count === 0 ? ts : Math.max(ts, last!.ts + repetition)
      if (due + SLACK >= end) break
      const next = inEvent.find(one => one.n === count + 1)
      if (!next || next.ts > due + SLACK) {
        wrong.push(
          `I3 silent: line ${at} had to tell its ${count + 1}th of ${phase.key} at ${due}, and told at ${next?.ts ?? 'no time'}`,
        )
        return wrong
      }
      last = next
    }
  }
  return wrong
}
