import type { RuleBody } from '@steading/contract/rules/body'
import type { Input, Reading } from '@steading/rules/inputs/input'
import type { RuleEffect } from '@steading/rules/effects'
import { commandsOf, readsOf } from '@steading/rules/listeners'
import { restore, migrate } from '@steading/rules/step'
import { FLAGS } from '../apps/server/src/readings/reading.ts'
import { createEvaluator } from '../apps/server/src/rules/evaluation/evaluator.ts'
import type { JournalReading } from '../apps/server/src/rules/evaluation/evaluator.ts'
import { inputOf, serializeState } from '../apps/server/src/rules/evaluation/memory.ts'
import type { RunningRule, ObservedInterface, RuleMemory } from '../apps/server/src/rules/evaluation/ruleMemory.ts'
import { MAX_WAIT_MS } from '../apps/server/src/rules/evaluation/reorder.ts'
import { seeded } from '../chaos/random.ts'
import { lineOf } from './act.ts'
import type { Act, Seen } from './act.ts'
import type { Kept } from './box.ts'
import { arrivalsOf, dutiesOf } from './network.ts'
import type { Arrival, Duty } from './network.ts'
import type { World } from './world.ts'

/** A shorter stop is none, as in the cloud's own host. */
const STOPPED = 120_000

/** The cloud's own evaluator with its reorder buffer, behind a network that delays, doubles, reorders and breaks. */
export function inCloud(
  world: World,
  journal: readonly Kept[],
): Seen & { readonly late: ReadonlyMap<number, readonly Reading[]> } {
  const random = seeded(world.seed ^ 0xc10d)
  let now = world.start
  const clock = { now: () => now, mono: () => now, date: () => new Date(now) }
  const wrong: string[] = []
  const log = { error: ({ err }: { err: unknown }) => wrong.push(`I7 the rule broke down: ${String(err)}`) }
  // safe: the evaluator asks for these of its world and no other
  const evaluate = createEvaluator({ clock, log } as unknown as Parameters<typeof createEvaluator>[0])
  let acts: Act[] = []
  let events: string[] = []
  const late = new Map<number, Reading[]>()
  let saved = { text: '', acts: 0, events: 0, arrivals: 0 }
  let memory: RuleMemory | null = null
  let held: RunningRule | null = null
  let body: RuleBody | null = null
  let lastEvent: string | null = null
  const silent = new Set<string>()
  const specs = firstBody(world).interfaces
  const terminalOf = new Map(specs.map(spec => [spec.id, spec.terminalId ?? '1']))
  const arrivals = arrivalsOf(random, world, journal, terminalOf)
  const duties: Duty[] = dutiesOf(random, world)
  let next = 0

  const remember = (stored: string | null) => {
    const of = body
    if (!of) return
    const text = stored === null ? null : (JSON.parse(stored) as { since: number; engine: unknown; waiting: Reading[] }) // safe: `kept` wrote it
    const engine = text && restore(of, text.engine)
    if (!engine) {
      // What was not reached yet is not made good.
      acts.push({ kind: 'begin', ts: now, body: of, ...(held && { over: held.state.ts + 1 }) })
    }
    held = {
      id: of.id,
      body: of,
      bases: new Map(),
      generation: 0,
      // A rule without sensors has time for its only measure.
      terminals: [...new Set(readsOf(of).map(id => terminalOf.get(id)!)), ...(readsOf(of).length === 0 ? ['1'] : [])],
      since: engine ? text.since : now,
      // The oracle knows engine time alone.
      runsFrom: -Infinity,
      state: engine ?? migrate(of, text?.engine, now),
      waiting: engine ? text.waiting.map(input => ({ input, arrived: now })) : [],
      lateFrom: null,
      lastLateAt: now,
      savedPosition: 0,
      dirty: false,
      broken: false,
      gap: null,
      needsWarmUp: !engine,
      warmUpTimes: new Map(),
    }
    const reading = new Set(readsOf(of))
    const listened = (id: string): ObservedInterface => ({
      terminalId: terminalOf.get(id)!,
      dataType: of.interfaces.find(item => item.id === id)?.dataType ?? null,
      rules: reading.has(id) ? [held!] : [],
    })
    memory = {
      position: 0,
      rules: new Map([[of.id, held]]),
      interfaces: new Map(specs.map(spec => [Number(spec.id), listened(spec.id)])),
      latestByTerminal: new Map(),
      silentTerminals: silent,
      rulesWithWaiting: new Set(held.waiting.length > 0 ? [held] : []),
      pendingEffects: new Map(),
      broken: new Map(),
    }
  }

  /** Whatever fell due at the engine's own instant was fired before this other input of that instant. */
  const passed = ({ body: of, state: { ts, next: due } }: Pick<RunningRule, 'body' | 'state'>, at: number) => {
    const last = acts.at(-1)
    const isThere = last?.kind === 'input' && last.input.kind === 'TIMER' && last.input.ts === ts
    if (at === ts && due > ts && !isThere) acts.push({ kind: 'input', body: of, input: { kind: 'TIMER', ts } })
  }

  /** An input that the engine takes at once, at its own time or that of the engine. */
  const tell = (input: Input) => {
    if (!memory || !held) return
    const ts = Math.max(input.ts, held.state.ts)
    passed(held, ts)
    acts.push({ kind: 'input', body: held.body, input: { ...input, ts } })
    evaluate.applyInput(memory, held, input)
  }

  /** At its beginning, or a moment after all that was evaluated before, so that nothing else shares its instant. */
  const tellVersion = () => {
    if (!memory || !held) return
    const ts = held.needsWarmUp ? held.state.ts : Math.max(evaluate.safeTime(held), held.state.ts + 1)
    passed(held, ts)
    acts.push({ kind: 'input', body: held.body, input: { kind: 'CONFIG', ts } })
    evaluate.announceVersion(memory, held, STOPPED)
    held.needsWarmUp = false
    started = Math.max(started, held.state.ts)
  }

  const take = (arrival: Arrival) => {
    judge(arrival)
    const { row } = arrival
    const terminal = terminalOf.get(String(row.interfaceId))!
    if ((row.flags & FLAGS.LATE) === 0) heardBefore.set(terminal, Math.max(heardBefore.get(terminal) ?? -Infinity, row.ts))
  }

  const judge = ({ row }: Arrival) => {
    if (!memory || !held) return
    const { waiting } = held
    const before = waiting.map(one => one.input)
    evaluate.feedReading(memory, row, now)
    const isTaken = waiting.length > before.length || waiting.some((one, k) => one.input !== before[k])
    if (isTaken || row.ts < held.since || !readsOf(held.body).includes(String(row.interfaceId))) return
    const dataType = memory.interfaces.get(row.interfaceId)?.dataType ?? null
    // History is looked back upon; only what is older than the engine time is shown to the engine.
    if (row.ts < held.state.ts) late.set(acts.length, [...(late.get(acts.length) ?? []), inputOf(row, dataType)])
    expected(row, waiting.length)
  }

  const heardBefore = new Map<string, number>()
  /** A live reading that comes within the time that is waited for, before anything later of its box, is in time. */
  const expected = (row: JournalReading, waiting: number) => {
    const terminal = terminalOf.get(String(row.interfaceId))!
    const isLive = (row.flags & FLAGS.LATE) === 0
    const isFirst = row.ts > (heardBefore.get(terminal) ?? -Infinity)
    if (isLive && isFirst && now - row.ts < MAX_WAIT_MS && row.ts > started)
      wrong.push(`I1 a reading in time was not evaluated: ${JSON.stringify(row)}, ${waiting} wait`)
  }
  let started = 0

  const forward = () => {
    if (!memory || !held) return
    const { waiting, body: of } = held
    const before = [...waiting]
    if (before[0]) passed(held, before[0].input.ts)
    evaluate.advanceRule(memory, held)
    let last = -Infinity
    for (const { input } of before.slice(0, before.length - waiting.length)) {
      if (input.ts < last) wrong.push(`I6 out of order: ${JSON.stringify(input)}`)
      last = input.ts
      acts.push({ kind: 'input', body: of, input })
    }
    const { ts } = held.state
    const act = acts.at(-1)
    const reached = act?.kind === 'input' ? act.input.ts : -Infinity
    if (ts > reached) acts.push({ kind: 'input', body: of, input: { kind: 'TIMER', ts } })
    const done = memory.pendingEffects.get(held) ?? []
    for (const { effect } of done) {
      events.push(lineOf(effect))
      if (effect.kind === 'EVENT_OPEN') lastEvent = effect.event
    }
    memory.pendingEffects.clear()
    passed(held, ts)
    if (done.length > 0 || random.chance(0.05)) save()
  }

  const save = () => {
    if (held) saved = { text: serializeState(held), acts: acts.length, events: events.length, arrivals: next }
  }

  const perform = (duty: Duty) => {
    switch (duty.kind) {
      case 'deploy': {
        if (held) passed(held, held.state.ts)
        const text = held && serializeState(held)
        body = duty.body
        remember(text)
        if (!text) started = now
        else tellVersion()
        for (const id of silent) tell({ kind: 'CONFIG', ts: 0, terminal: { id, silent: true } })
        return save()
      }
      case 'undeploy':
        if (held) acts.push({ kind: 'end', ts: held.state.ts + 1 })
        memory = held = body = null
        return
      case 'command':
        if (held && commandsOf(held.body).includes(duty.id)) {
          tell({ kind: 'COMMAND', ts: 0, interfaceId: duty.id, value: duty.value, hold: null })
          save()
        }
        return
      case 'status':
        if (!held || lastEvent === null) return
        tell({
          kind: 'CONFIG',
          ts: Math.min(duty.at, evaluate.safeTime(held)),
          event: { key: lastEvent, status: duty.status },
        })
        return save()
      case 'silent':
      case 'back': {
        const id = duty.terminalId ?? '1'
        if (duty.kind === 'silent') silent.add(id)
        else silent.delete(id)
        tell({ kind: 'CONFIG', ts: 0, terminal: { id, silent: duty.kind === 'silent' } })
        return save()
      }
      case 'stop':
        return stop(duty.at, duty.gap, duty.killed)
    }
  }

  const stop = (at: number, gap: number, killed: boolean) => {
    now = at + gap
    if (!held || !body) return
    if (!killed) save()
    // What was not written with its place never happened; the journal brings the readings once more.
    acts = acts.slice(0, saved.acts)
    for (const place of late.keys()) if (place >= acts.length) late.delete(place)
    events = events.slice(0, saved.events)
    remember(saved.text)
    const again = next
    for (next = saved.arrivals; next < again; next++) {
      const { row } = arrivals[next]!
      evaluate.feedSelected(memory!, row, () => row.ts)
    }
    held.gap = gap
    for (const id of silent) tell({ kind: 'CONFIG', ts: 0, terminal: { id, silent: true } })
    forward()
    for (; next < arrivals.length && arrivals[next]!.at <= now; next++) take(arrivals[next]!)
    forward()
    const ts = Math.max(evaluate.safeTime(held), held.state.ts)
    if (gap >= STOPPED) acts.push({ kind: 'input', body, input: { kind: 'CONFIG', ts, restart: { gap } } })
    evaluate.resumeAfterGap(memory!, held, STOPPED)
    forward()
    save()
  }

  /** When time alone brings the next thing: whole seconds, as the host looks. */
  const tick = (): number => {
    if (!held) return Infinity
    const due = held.state.next === Number.MAX_SAFE_INTEGER ? Infinity : held.state.next + MAX_WAIT_MS
    const patience = held.waiting.length > 0 ? Math.min(...held.waiting.map(waiting => waiting.arrived)) + MAX_WAIT_MS : Infinity
    const at = Math.max(now + 1, Math.min(due, patience))
    return at === Infinity ? Infinity : Math.ceil(at / 1000) * 1000
  }

  const endNow = () => {
    if (held) passed(held, held.state.ts)
  }

  const end = world.until + MAX_WAIT_MS + 5000
  for (let duty = 0; ;) {
    const times = [arrivals[next]?.at ?? Infinity, duties[duty]?.at ?? Infinity, tick()]
    const at = Math.min(...times)
    if (at > end) break
    now = Math.max(now, at)
    if (times[1] === at) perform(duties[duty++]!)
    else if (times[0] === at) {
      take(arrivals[next++]!)
      if (arrivals[next]?.at === at) continue
    }
    forward()
  }
  endNow()
  return { acts, events, writes: [], wrong, late }
}

const firstBody = (world: World): RuleBody => {
  for (const happening of world.happenings) if (happening.kind === 'deploy') return happening.body
  throw new Error('a world without a rule')
}

/** Events and faults: all that the cloud does. */
export const isTold = (effect: RuleEffect): boolean => effect.kind !== 'ACTUATE'
