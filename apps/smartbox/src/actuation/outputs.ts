import type { InterfaceSpec } from '@steading/contract/box/messages'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Source, Value } from '../platform/driver.ts'
import { fromRaw, toRaw } from '../platform/interfaces.ts'
import type { Interfaces } from '../platform/interfaces.ts'
import { reason } from '../platform/log.ts'
import type { Log } from '../platform/log.ts'

/** The outputs of the box: who drives them, and what they fall back to when nobody does. */
export interface Outputs {
  /** A configuration begins: `driven` are the indexes that rules drive. */
  configure(interfaces: Interfaces, failsafe: ReadonlyMap<number, Value>, driven: ReadonlySet<number>): void
  /** A rule's write, which the arbiter let pass; answers whether the device took it. */
  byRule(spec: InterfaceSpec, value: Value): Promise<boolean>
  /** A person's write, for `hold` ms; answers what the device reports back, null when it was not wanted any more. */
  byHand(spec: InterfaceSpec, value: Value, hold: number, stillWanted: () => boolean): Promise<Value | null>
  stop(): void
}

export interface OutputsParts {
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** Why the interlock forbids it; null: it does not. */
  readonly interlock: (spec: InterfaceSpec, value: Value) => string | null
  /** The device reports this value of an output. */
  readonly reported: (spec: InterfaceSpec, value: Value) => void
  /** Nobody drives the output any more: it took its fail-safe value. */
  readonly fell: (spec: InterfaceSpec, value: Value) => void
}

/** ms until a fail-safe value that could not be written is tried again. */
const AGAIN = 10_000

export const createOutputs = ({ bus, clock, log, interlock, reported, fell }: OutputsParts): Outputs => {
  let failsafe: ReadonlyMap<number, Value> = new Map()
  let driven: ReadonlySet<number> = new Set()
  let interfaces: Interfaces | null = null
  let isStopped = false
  const holds = new Map<number, { readonly cancel: () => void }>()
  /** Outputs that stand at their fail-safe value, or soon will. */
  const fallen = new Map<number, Value>()
  /** What kept a rule's write from its output, told once. */
  const troubles = new Map<number, string>()

  const write = async (spec: InterfaceSpec, value: Value, source: Source, stillWanted?: () => boolean): Promise<Value | null> => {
    const raw = await bus.write(spec.address, toRaw(spec, value), source, stillWanted)
    if (raw === null) return null
    const back = fromRaw(spec, raw) ?? value
    reported(spec, back)
    return back
  }

  /** Why it did not work; null: it did. */
  const attempt = async (spec: InterfaceSpec, value: Value): Promise<string | null> => {
    try {
      await write(spec, value, 'rule')
      return null
    } catch (error) {
      return reason(error)
    }
  }

  const fall = (ix: number): void => {
    const spec = interfaces?.byIx.get(ix)
    const value = failsafe.get(ix)
    if (isStopped || !spec || value === undefined || driven.has(ix) || holds.has(ix)) return
    fallen.set(ix, value)
    write(spec, value, 'rule').then(
      () => fell(spec, value),
      (error: unknown) => {
        log('error', `${spec.address} could not be made safe: ${reason(error)}`)
        clock.after(AGAIN, () => fall(ix))
      },
    )
  }

  return {
    configure: (next, values, by) => {
      interfaces = next
      failsafe = values
      driven = by
      for (const ix of by) fallen.delete(ix)
      for (const [ix, value] of values) if (fallen.get(ix) !== value) fall(ix)
    },
    byRule: async (spec, value) => {
      const why = interlock(spec, value) ?? (await attempt(spec, value))
      if (why !== null && troubles.get(spec.ix) !== why) log('warn', `${spec.address} is not set to ${String(value)}: ${why}`)
      if (why === null) troubles.delete(spec.ix)
      else troubles.set(spec.ix, why)
      return why === null
    },
    byHand: async (spec, value, hold, stillWanted) => {
      const back = await write(spec, value, 'command', stillWanted)
      if (back === null) return null
      const { ix } = spec
      fallen.delete(ix)
      holds.get(ix)?.cancel()
      holds.delete(ix)
      const end = () => {
        holds.delete(ix)
        fall(ix)
      }
      if (hold > 0) holds.set(ix, { cancel: clock.after(hold, end) })
      return back
    },
    stop: () => {
      isStopped = true
      for (const { cancel } of holds.values()) cancel()
      holds.clear()
    },
  }
}
