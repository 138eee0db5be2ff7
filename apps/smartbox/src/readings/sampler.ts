import type { InterfaceSpec } from '@steading/contract/box/messages'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Value } from '../platform/driver.ts'
import { fromRaw } from '../platform/interfaces.ts'
import type { Interfaces } from '../platform/interfaces.ts'
import { reason } from '../platform/log.ts'
import type { Log } from '../platform/log.ts'

export interface Sampled {
  readonly spec: InterfaceSpec
  readonly value: Value
}

/** Reads every input when its time has come, those of one instant together. */
export interface Sampler {
  configure(interfaces: Interfaces): void
  /** Reads these at once, whenever they would be due. */
  soon(which: (spec: InterfaceSpec) => boolean): void
  stop(): void
}

/** @param take called with the sound samples of one round */
export const createSampler = (bus: Bus, clock: Clock, log: Log, take: (samples: readonly Sampled[]) => void): Sampler => {
  let due = new Map<InterfaceSpec, number>()
  let cancel = () => {}
  let isReading = false
  let isFailing = false

  const plan = () => {
    cancel()
    const next = Math.min(...due.values())
    if (Number.isFinite(next) && !isReading) cancel = clock.after(next - clock.mono(), () => void round())
  }

  const round = async () => {
    const now = clock.mono()
    const specs = [...due].filter(([, at]) => at <= now).map(([spec]) => spec)
    for (const spec of specs) {
      const period = spec.every * 1000
      const at = due.get(spec) ?? now
      // Rounds that were missed are not made up for.
      due.set(spec, at + period * Math.max(1, Math.floor((now - at) / period) + 1))
    }
    isReading = true
    try {
      const samples = await bus.read([...new Set(specs.map(spec => spec.address))])
      if (isFailing) log('info', 'the devices answer again')
      isFailing = false
      const byAddress = new Map(samples.filter(sample => sample.good).map(sample => [sample.address, sample.value]))
      // Another configuration may have come meanwhile.
      take(specs.filter(spec => due.has(spec)).flatMap(spec => sampled(spec, byAddress.get(spec.address))))
    } catch (error) {
      if (!isFailing) log('warn', `the devices do not answer: ${reason(error)}`)
      isFailing = true
    } finally {
      isReading = false
      plan()
    }
  }

  return {
    configure: interfaces => {
      const now = clock.mono()
      due = new Map(interfaces.list.filter(spec => spec.dir !== 'OUT').map(spec => [spec, now]))
      plan()
    },
    soon: which => {
      const now = clock.mono()
      for (const spec of due.keys()) if (which(spec)) due.set(spec, now)
      plan()
    },
    stop: () => {
      due.clear()
      cancel()
    },
  }
}

const sampled = (spec: InterfaceSpec, raw: Value | undefined): Sampled[] => {
  const value = raw === undefined ? null : fromRaw(spec, raw)
  return value === null ? [] : [{ spec, value }]
}
