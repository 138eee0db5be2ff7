import type { Value } from '@steading/contract/devices/interfaces'
import type { Input } from '@steading/rules/inputs/input'
import { commandsOf, readsOf, writesOf } from '@steading/rules/listeners'
import type { State } from '@steading/rules/state'
import { initial, step } from '@steading/rules/step'
import type { Columns } from './columns.ts'
import { tally } from './outcome.ts'
import type { Known, Played, Run, Slot, Version } from './run.ts'

/** Readings between two checks for cancellation. */
const BEAT = 4096

/** Runs the versions of a rule over a history that arrives in parts. */
export function player(run: Run) {
  const { slots, from, until, interventions: inputs, before, rebased } = run
  const tried = run.versions.map(version => tries(version, from, until, before))
  const readers = slots.map(({ id }) => tried.filter(one => one.reads.has(id)))
  const last = slots.map(({ id }): Value | undefined => before.find(known => known.interfaceId === id)?.value)
  let readings = 0
  let nextInput = 0
  let approximate = false
  const changes = slots.map(({ id }) => rebased.filter(({ interfaceId }) => interfaceId === id))
  const setBase = (id: string, base: string) => {
    for (const { body } of run.versions) for (const item of body.interfaces) if (item.id === id) item.base = base
  }

  const read = (slot: number, ts: number, seq: number, value: Value) => {
    if (changes[slot]!.length > 0) setBase(slots[slot]!.id, baseAt(changes[slot]!, ts))
    const input: Input = { kind: 'READING', ts, interfaceId: slots[slot]!.id, seq, value, good: true }
    for (const one of readers[slot]!) one.take(input)
  }
  /**
   * Applies commands and connection changes before `ts`; values that are sent on change hold again once their box is connected.
   */
  const hear = (ts: number) => {
    for (let one = inputs[nextInput]; one && one.ts < ts; one = inputs[++nextInput]) {
      for (const version of tried) if (version.hears(one)) version.take(one)
      if (one.kind !== 'CONFIG' || one.terminal?.silent !== false) continue
      for (const [slot, { onChange, terminalId }] of slots.entries()) {
        const value = last[slot]
        if (onChange && terminalId === one.terminal.id && value !== undefined) read(slot, one.ts + 1, 0, value)
      }
    }
  }
  for (const [slot, { onChange }] of slots.entries())
    if (onChange && last[slot] !== undefined) read(slot, from - 1, 0, last[slot])

  return {
    /** One column per slot. `beat` gets the progress, and throws to cancel. */
    part(columns: readonly Columns[], beat: (ts: number) => void) {
      const at = new Int32Array(columns.length)
      approximate ||= columns.some(column => column.approximate)
      for (;;) {
        let slot = -1
        let ts = Infinity
        for (let index = 0; index < columns.length; index++) {
          const next = columns[index]!.times[at[index]!]
          if (next !== undefined && next < ts) [slot, ts] = [index, next]
        }
        if (slot < 0) return
        const { times, values, texts } = columns[slot]!
        const index = at[slot]!
        at[slot] = index + 1
        // Of two readings with the same time the later one counts.
        if (times[index + 1] === ts) continue
        hear(ts)
        const value = texts ? texts[index]! : slots[slot]!.dataType === 'BOOLEAN' ? values[index] === 1 : values[index]!
        last[slot] = value
        read(slot, ts, index, value)
        if (++readings % BEAT === 0) beat(ts)
      }
    },
    end(): Played {
      hear(until)
      for (const one of tried) one.take({ kind: 'TIMER', ts: until })
      return { readings, approximate, outcomes: tried.map(one => one.outcome(run.people)) }
    },
  }
}

/** The base of a register at `ts`, by the number of changes before. Where either may apply it compares with no other. */
const baseAt = (changes: Run['rebased'], ts: number): string => {
  const number = changes.filter(({ until }) => until < ts).length
  return changes.some(({ from, until }) => from <= ts && ts <= until) ? `${number}@${ts}` : String(number)
}

/** One version, from its start. */
function tries(version: Version, from: number, until: number, before: readonly Known[]) {
  const { body } = version
  const state: State = initial(body, from - 1)
  const count = tally(version, from, until, before)
  const ordered = new Set(commandsOf(body))
  const written = new Set(writesOf(body))
  const take = (input: Input) => {
    const { effects } = step(body, state, input)
    for (let index = 0; index < effects.length; index++) count.take(effects[index]!)
  }
  const outputs = before.filter(known => written.has(known.interfaceId))
  if (outputs.length > 0) take({ kind: 'CONFIG', ts: from - 1, outputs })
  return {
    reads: new Set(readsOf(body)),
    hears: (input: Input) => input.kind !== 'COMMAND' || ordered.has(input.interfaceId),
    take,
    outcome: count.outcome,
  }
}

/** Slots in the order in which the engine processes readings with the same time. */
export const inOrder = (slots: readonly Slot[]): Slot[] => slots.toSorted((a, b) => (a.id < b.id ? -1 : 1))
