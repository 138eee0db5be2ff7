import type { RuleBody } from '@steading/contract/rules/body'
import type { Value } from '@steading/contract/devices/interfaces'
import { readsOf } from '@steading/rules/listeners'
import type { Life } from './lives.ts'
import { forget, hear, lose, patienceOf, readopt, senseOf } from './senses.ts'
import type { Sense } from './senses.ts'
import { hours, turns } from './wall.ts'

/** One pass through a life: what was known when, and whom it concerns. */

export interface Walker {
  /** Something of these inputs, or of all, became another thing. `command`: what an interface was sent last. */
  readonly moved?: (at: Moment) => void
  /** The long stop that ended: nothing was looked at since `from`. */
  readonly slept?: (from: number, at: Moment) => void
  readonly effect?: (entry: Extract<Life['entries'][number], { kind: 'effect' }>, at: Moment) => void
  readonly input?: (entry: Extract<Life['entries'][number], { kind: 'input' }>, at: Moment) => void
}

export interface Moment {
  readonly ts: number
  readonly body: RuleBody
  readonly senses: ReadonlyMap<string, Sense>
  readonly commands: ReadonlyMap<string, Value | null>
  /** Null: all. */
  readonly ids: ReadonlySet<string> | null
  readonly version: boolean
}

export interface Loss {
  readonly ts: number
  readonly id: string
  readonly reason: string
}

/** Instants at which the calendar alone may change what a rule goes by. */
function datesOf(body: RuleBody, from: number, until: number): readonly number[] {
  if ('cycle' in body.inputs) return [...hours(body.timeZone, from, until + 1)]
  const lines: readonly object[] = 'lines' in body.inputs ? body.inputs.lines : []
  const references = lines.flatMap(line => ('reference' in line && Array.isArray(line.reference) ? line.reference : []))
  const moves = references.flatMap((reference: { readonly from: number }) =>
    reference.from > from && reference.from <= until ? [reference.from] : [],
  )
  const days = 'offsets' in body ? [...turns(body.timeZone, from, until + 1)] : []
  return [...new Set([...days, ...moves])].toSorted((a, b) => a - b)
}

export function walk(life: Life, walker: Walker): readonly Loss[] {
  const first = life.entries.find(lifeEntry => lifeEntry.kind === 'input')!
  let body: RuleBody = first.kind === 'input' ? first.body : (undefined as never)
  const senses = new Map([...new Set(readsOf(body))].map(id => [id, senseOf(body, id, life.from)]))
  const commands = new Map<string, Value | null>()
  const losses: Loss[] = []
  let dates = datesOf(body, life.from, life.until)
  let date = 0
  let last = life.from
  let wasTimer = false
  const at = (ts: number, ids: readonly string[] | null, version = false): Moment => {
    return { ts, body, senses, commands, ids: ids && new Set(ids), version }
  }
  const loseAll = (which: readonly Sense[], ts: number, reason: string) => {
    for (const sense of which) {
      lose(sense)
      losses.push({ ts, id: sense.id, reason })
    }
    if (which.length > 0)
      walker.moved?.(
        at(
          ts,
          which.map(one => one.id),
        ),
      )
  }
  /** What time alone brings. */
  const pass = (until: number, inclusive: boolean) => {
    for (;;) {
      const due = Math.min(...[...senses.values()].map(sense => sense.due))
      const turn = dates[date] ?? Infinity
      const next = Math.min(due, turn)
      if (next === Infinity || next > until || (next === until && !inclusive)) return
      const ts = Math.max(next, last)
      last = ts
      // What is lost comes before anything else of its instant.
      if (due <= turn)
        loseAll(
          [...senses.values()].filter(sense => sense.due <= due),
          ts,
          'STALE',
        )
      if (turn <= due) {
        date++
        walker.moved?.(at(ts, null))
      }
    }
  }
  for (const entry of life.entries) {
    if (entry.kind === 'stop') {
      pass(entry.ts, false)
      last = entry.ts
      continue
    }
    if (entry.kind === 'effect') {
      pass(entry.effect.ts, entry.timed)
      walker.effect?.(entry, at(entry.effect.ts, []))
      continue
    }
    const { input } = entry
    const { ts } = input
    const restart = input.kind === 'CONFIG' ? input.restart : undefined
    const slept = restart !== undefined && restart.gap >= patienceOf(entry.body)
    const isNew = entry.body.version !== body.version
    if (slept) {
      while ((dates[date] ?? Infinity) < ts) date++
      for (const sense of senses.values()) forget(sense, entry.body, ts)
    } else if (isNew) {
      // By its own figures it does nothing before.
      pass(Math.min(ts, Math.min(...[...senses.values()].map(one => one.due))), false)
    } else pass(ts, false)
    // A timer of the last instant was fired before the stop.
    const before = Math.min(ts, last + (wasTimer ? 1 : 0))
    last = Math.max(last, ts)
    if (isNew) {
      body = entry.body
      dates = datesOf(body, ts, life.until)
      date = 0
      for (const one of senses.values()) readopt(one, body, ts)
    }
    const touched: string[] = []
    if (input.kind === 'READING') {
      const one = senses.get(input.interfaceId)
      if (one && one.at !== Math.floor(ts) && input.good) {
        hear(one, body, input.value, Math.floor(ts))
        touched.push(one.id)
      }
    }
    if (input.kind === 'COMMAND') {
      commands.set(input.interfaceId, input.value)
      touched.push(input.interfaceId)
    }
    if (input.kind === 'CONFIG') {
      for (const { interfaceId, value } of input.outputs ?? []) {
        commands.set(interfaceId, value)
        touched.push(interfaceId)
      }
      for (const id of input.unwritten ?? []) {
        commands.set(id, null)
        touched.push(id)
      }
    }
    if (slept) walker.slept?.(before, at(ts, null, isNew))
    walker.input?.(entry, at(ts, isNew ? null : touched, isNew))
    if (isNew || slept) walker.moved?.(at(ts, null, isNew))
    // From its first input on a rule knows what day it is.
    else if (touched.length > 0 || entry === first) walker.moved?.(at(ts, touched))
    if (input.kind === 'CONFIG' && input.terminal?.silent === true) {
      const { id } = input.terminal
      const silent = [...senses.values()].filter(
        one => !one.lost && body.interfaces.find(spec => spec.id === one.id)?.terminalId === id,
      )
      loseAll(silent, ts, 'SILENT')
    }
    wasTimer = input.kind === 'TIMER'
    if (wasTimer) pass(ts, true)
  }
  return losses
}
