import type { EventNotify } from '@steading/rules/intent'
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
        const { kind } = body.interfaces.find(one => one.id === line.interfaceId)!
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
  const of = (ts: number): AlarmBody => versions.findLast(one => one.from <= ts)?.body ?? versions[0]!.body
  const held = versions[0]!.body.inputs.lines.map((_, at) =>
    heldSpans(
      changes[at] ?? [],
      versions.map(({ from, body }) => ({ from, ms: minutes(body.inputs.lines[at]!.permanenceTime) })),
      life.until,
    ),
  )
  const active = activeByVersion(held, versions)
  const over = overSpans(changes, versions, life.until)
  const { said, phases, standing } = eventsOf(active, statuses, slept, versions, life, { before, over })
  const told = life.entries.flatMap(one => (one.kind === 'intent' ? [one.intent] : []))
  wrong.push(...compareEvents(said, told))
  const notified = told.filter((one): one is EventNotify => one.kind === 'EVENT_NOTIFY')
  const isKnown = (at: number, ts: number) => (changes[at]?.findLast(one => one.ts <= ts)?.raw ?? 'UNKNOWN') !== 'UNKNOWN'
  /** Of several things that happen at one instant, one knew it. */
  const isSeen = (at: number, ts: number) =>
    isKnown(at, ts) || changes[at]?.some(one => Math.abs(one.ts - ts) < 1 && one.raw !== 'UNKNOWN') === true
  const within = (at: number, ts: number, isIn: (spans: readonly Span[], ts: number) => boolean) =>
    of(ts).inputs.lineLogic === 'ANY' ? isIn(held[at]!, ts) : at === 0 && isIn(active, ts)
  const speaks = (at: number, ts: number) => within(at, ts, isWithin)
  /** Up to the timers of its last instant. */
  const spoke = (at: number, ts: number) => within(at, ts, touches)
  const edges = [
    ...changes.flat().map(one => one.ts),
    ...held.flat().flatMap(one => [one.from, one.to]),
    ...active.flatMap(one => [one.from, one.to]),
    ...phases.map(one => one.from),
    ...versions.map(one => one.from),
    life.until,
  ]
    .filter(ts => ts <= life.until)
    .toSorted((a, b) => a - b)
  for (const at of held.keys())
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
  const edges = [...lines.flat().map(one => one.ts), ...versions.map(one => one.from)].toSorted((a, b) => a - b)
  const spans: Span[] = []
  let now: Span | null = null
  for (const ts of new Set(edges)) {
    const { lineLogic } = (versions.findLast(one => one.from <= ts) ?? versions[0]!).body.inputs
    const isFalse = (all: readonly Change[]) => all.findLast(one => one.ts <= ts)?.raw === 'FALSE'
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
  held: readonly (readonly Span[])[],
  versions: readonly { from: number; body: AlarmBody }[],
): readonly Span[] {
  const joined: Span[] = []
  for (const [k, { from, body }] of versions.entries()) {
    const to = versions[k + 1]?.from ?? Infinity
    for (const span of activeSpans(held, body.inputs.lineLogic)) {
      const cut = { from: Math.max(span.from, k === 0 ? span.from : from), to: Math.min(span.to, to) }
      if (cut.from > cut.to || (cut.from === cut.to && span.from !== span.to)) continue
      const before = joined.at(-1)
      if (before && before.to === cut.from && k > 0) before.to = cut.to
      else joined.push(cut)
    }
  }
  return joined
}

function compareEvents(said: readonly { ts: number; what: string }[], told: readonly object[]): string[] {
  const seen = told.flatMap(one => {
    if (!('kind' in one) || !('ts' in one)) return []
    if (one.kind === 'EVENT_OPEN') return [{ ts: Number(one.ts), what: 'OPEN' }]
    if (one.kind === 'EVENT_CLOSE') return [{ ts: Number(one.ts), what: 'CLOSE' }]
    return one.kind === 'EVENT_REOPEN' && 'reason' in one ? [{ ts: Number(one.ts), what: `REOPEN ${String(one.reason)}` }] : []
  })
  for (let k = 0; k < Math.max(said.length, seen.length); k++) {
    const [wanted, found] = [said[k], seen[k]]
    if (wanted?.what === found?.what && Math.abs((wanted?.ts ?? 0) - (found?.ts ?? 0)) <= SLACK) continue
    const missing = wanted !== undefined && (found === undefined || found.ts >= wanted.ts)
    return [`${missing ? 'I1' : 'I2'} wanted ${JSON.stringify(wanted)}, found ${JSON.stringify(found)} (the ${k}th)`]
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
  const mine = notified.filter(one => one.line === at)
  const phaseAt = (ts: number) => phases.findLast(one => one.from <= ts)
  const urgedBetween = (from: number, to: number) => phases.some(one => one.urged && one.from > from && one.from <= to)
  let before: EventNotify | undefined
  let versionBefore = 0
  for (const one of mine) {
    // At the very instant of a change of version either may have spoken.
    const body = of(one.ts)
    if (of(one.ts - 1) !== body) {
      before = one
      continue
    }
    const { notificationLimit: limit, repetitionTime } = body.inputs.lines[at]!
    const critical = body.event.severityLevel === 'CRITICAL'
    const same = before?.event === one.event ? before : undefined
    const phase = phaseAt(one.ts)
    const say = (what: string) => wrong.push(`${what}: ${JSON.stringify({ ...one, cause: undefined })}`)
    // It may be over at the very instant at which it was told of.
    const wasOpen = phases.some(
      ({ from, state, key }, k) =>
        from <= one.ts && (phases[k + 1]?.from ?? Infinity) >= one.ts && state === 'OPEN' && key === one.event,
    )
    if (!wasOpen) say(`I2 told while its event is ${phase?.state ?? 'not there'}`)
    if (!spoke(at, one.ts)) say('I2 told while the line is not held')
    if (one.n !== (same?.n ?? 0) + 1) say(`I3 counted ${one.n} after ${same?.n ?? 0}`)
    const urged = same !== undefined && urgedBetween(same.ts, one.ts)
    if (limit > 0 && one.n > limit && !critical && !urged && one.escalation === 0) say('I3 told beyond its limit')
    if (critical && limit > 0 && one.n > limit && one.escalation === 0) say('I3 beyond the limit, and not a step up')
    if (one.last !== (limit !== 0 && one.n >= limit && !critical)) say('I3 last is wrong')
    if (same && !urged && versionBefore === body.version && one.ts - same.ts < minutes(repetitionTime) - 1)
      say('I3 repeated too soon')
    if (same && one.n > 1 && !isSeen(at, one.ts)) say('I3 repeated while its value is not known')
    before = one
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
