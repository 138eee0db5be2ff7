import type { Input } from '@steading/rules/input'
import type { Intent } from '@steading/rules/intent'
import { isAware, step } from '@steading/rules/step'
import { templateOf } from '@steading/rules/templates/index'
import type { Doing } from '../events/index.ts'
import type { World } from '../platform/world.ts'
import { isLate } from '../readings/index.ts'
import type { Reading } from '../readings/index.ts'
import { inputOf } from './memory.ts'
import type { Held, Memory } from './memory.ts'
import { advance, enqueue, PATIENCE, tooLate } from './reorder.ts'
import type { Waiting } from './reorder.ts'

export type Row = Omit<Reading, 'epoch'>
export type Evaluator = ReturnType<typeof evaluator>

/** What global rules make of readings and of what they are told; what they want done gathers in the memory. */
export function evaluator({ clock, log }: Pick<World, 'clock' | 'log'>) {
  const note = (of: Memory, rule: Held, intents: readonly Intent[]) => {
    for (const one of intents) {
      if (one.kind === 'ACTUATE') continue
      // Engine time is behind by what may yet come: what a version finds at once did not happen before it was there.
      const effect = one.ts < rule.runsFrom ? { ...one, ts: rule.runsFrom } : one
      want(of, rule, [{ effect, version: rule.body.version, late: false, over: false }])
    }
  }

  const want = (of: Memory, rule: Held, doings: readonly Doing[]) => {
    const wanted = of.done.get(rule)
    if (wanted) wanted.push(...doings)
    else if (doings.length > 0) of.done.set(rule, [...doings])
  }

  /** A rule that the engine cannot run holds up no other. */
  const guard = (of: Memory, rule: Held, act: () => readonly Intent[]) => {
    if (rule.broken) return
    try {
      note(of, rule, act())
    } catch (error) {
      log.error({ err: error, rule: rule.id }, 'a global rule broke down')
      of.rules.delete(rule.id)
      rule.broken = true
      rule.waiting.length = 0
      of.broken.set(rule.id, error instanceof Error ? error.message : String(error))
    }
  }

  /** History goes to no rule: it is looked back upon when there is all of it. */
  const give = (of: Memory, rule: Held, come: Waiting, late: boolean) => {
    const one = late ? come : sinceBegun(rule, come)
    const { ts } = one.input
    if (rule.broken || ts < rule.since) return
    rule.dirty = true
    if (late || ts < rule.state.ts) {
      tooLate(rule, ts)
      rule.lateAt = one.arrived
    } else {
      if (rule.waiting.length === 0) of.busy.add(rule)
      enqueue(rule, one)
    }
  }

  /** What was under way as the rule began, and is newer than what it was told then, holds from then on. */
  const sinceBegun = ({ since, said, state }: Held, one: Waiting): Waiting => {
    const { ts, interfaceId } = one.input
    const known = said.get(interfaceId)
    if (ts >= since || known === undefined || ts <= known) return one
    said.set(interfaceId, ts)
    return { ...one, input: { ...one.input, ts: state.ts + 1 } }
  }

  const tell = (of: Memory, rule: Held, input: Input) => {
    rule.dirty = true
    guard(of, rule, () => step(rule.body, rule.state, input).intents)
  }

  /** As late as engine time may become without a reading that is on its way coming too late. */
  const safeTime = (rule: Held) => Math.min(clock.now() - PATIENCE, rule.waiting[0]?.input.ts ?? Infinity)

  return {
    want,
    tell,
    safeTime,

    /** A reading from the journal. */
    feed(of: Memory, row: Row, mono: number) {
      const place = of.interfaces.get(row.interfaceId)
      if (!place) return
      const { terminalId, rules, dataType } = place
      const late = isLate(row)
      if (!late && row.ts > (of.heard.get(terminalId) ?? -Infinity)) of.heard.set(terminalId, row.ts)
      if (rules.length === 0) return
      const one = { input: inputOf(row, dataType), arrived: mono }
      for (const rule of rules) give(of, rule, one, late)
    },

    /** A reading that some of the rules have had already, or that is only theirs; `at` answers its instant, null: not for this one. */
    feedSome(of: Memory, row: Row, at: (rule: Held) => number | null) {
      const { rules = [], dataType = null } = of.interfaces.get(row.interfaceId) ?? {}
      for (const rule of rules) {
        const ts = at(rule)
        if (ts !== null) give(of, rule, { input: inputOf({ ...row, ts }, dataType), arrived: clock.mono() }, isLate(row))
      }
    },

    /** Lets the rule go on as far as it may. */
    forward(of: Memory, rule: Held) {
      const heard = (id: string) => of.heard.get(id) ?? -Infinity
      // Before it is told how long nobody looked after it, time does not pass by itself.
      const now = rule.gap === null ? clock.now() : -Infinity
      const before = rule.lateFrom
      guard(of, rule, () => advance(rule, { heard, now, mono: clock.mono() }))
      if (rule.lateFrom !== before) rule.lateAt = clock.mono()
      if (rule.waiting.length === 0) of.busy.delete(rule)
    },

    /** Engine time does not move: a reading may yet come that is older than now. */
    silence(of: Memory, terminalId: string, silent: boolean) {
      for (const rule of of.rules.values())
        if (rule.terminals.includes(terminalId)) tell(of, rule, { kind: 'CONFIG', ts: 0, terminal: { id: terminalId, silent } })
    },

    /** That it begins, another version, or other news of its sensors, is told at once: what holds by it need not wait for them. */
    inform(of: Memory, rule: Held, least: number) {
      // The end of a stop tells it, too.
      if ((!rule.blind && isAware(rule.body, rule.state)) || (rule.gap ?? 0) >= least) return
      const { ts } = rule.state
      tell(of, rule, { kind: 'CONFIG', ts: rule.blind ? ts : Math.max(safeTime(rule), ts + 1) })
    },

    /** After a stop of `least` ms the engine decides which of its deadlines still count; a shorter one is none. */
    resume(of: Memory, rule: Held, least: number) {
      const { gap } = rule
      rule.gap = null
      if (gap === null || gap < least) return
      tell(of, rule, { kind: 'CONFIG', ts: safeTime(rule), restart: { gap } })
      rule.blind = gap >= templateOf(rule.body).staleAfter(rule.body)
    },
  }
}
