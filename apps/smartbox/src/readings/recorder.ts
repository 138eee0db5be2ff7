import type { AnyRuleEffect } from '@steading/contract/box/messages'
import type { Clock } from '../platform/clock.ts'
import { reason } from '../platform/log.ts'
import type { Log } from '../platform/log.ts'
import type { Item } from '../platform/record.ts'
import type { Store } from '../platform/store.ts'
import type { BoxTime } from '../platform/time.ts'
import type { Sampled } from './sampler.ts'

/** Writes down what shall reach the platform. */
export interface Recorder {
  readings(samples: readonly Sampled[]): void
  /** @param ts UTC ms; answers whether the store took it */
  event(event: AnyRuleEffect, ts: number): boolean
  /** Another configuration: every value counts as changed again. */
  forget(): void
  /** The platform may hold an older value: says again what outputs without feedback were told, and all else when it is read. */
  resend(): void
  stop(): void
}

/** ms that readings may stand unforced on disk. */
const SYNC_WITHIN = 2000

export interface RecorderParts {
  readonly store: Store
  readonly time: BoxTime
  readonly clock: Clock
  readonly log: Log
  readonly isOnline: () => boolean
  readonly appended: () => void
}

export const createRecorder = ({ store, time, clock, log, isOnline, appended }: RecorderParts): Recorder => {
  const last = new Map<number, Sampled>()
  let cancel: (() => void) | null = null
  let isFailing = false

  const sync = () => {
    cancel?.()
    cancel = null
    store.sync().catch((error: unknown) => log('error', `the store: ${reason(error)}`))
  }

  const append = (items: readonly Omit<Item, 'seq'>[]): boolean => {
    if (items.length === 0) return true
    try {
      store.append(items)
      if (isFailing) log('info', 'the store takes readings again')
      isFailing = false
      appended()
    } catch (error) {
      // A full or broken disk must not stop the control of the barn.
      if (!isFailing) log('error', `readings are lost: ${reason(error)}`)
      isFailing = true
    }
    return !isFailing
  }

  const readings = (samples: readonly Sampled[]) => {
    const ts = time.utc()
    const q = time.quality()
    const changed = samples.filter(({ spec, value }) => {
      if (spec.hist === 'NO_HISTORY') return isOnline()
      return spec.hist !== 'DIFFERENT_VALUES' || last.get(spec.ix)?.value !== value
    })
    if (!append(changed.map(({ spec, value }) => ({ ts, q, ix: spec.ix, value, isEvent: false })))) return
    for (const sampled of changed) last.set(sampled.spec.ix, sampled)
    if (changed.length > 0) cancel ??= clock.after(SYNC_WITHIN, sync)
  }

  return {
    readings,
    event: (event, ts) => {
      const item = { ts: Math.max(0, Math.round(ts)), q: time.quality(), ix: 0, value: JSON.stringify(event), isEvent: true }
      const isKept = append([item])
      sync()
      return isKept
    },
    forget: () => last.clear(),
    resend: () => {
      const outputs = [...last.values()].filter(({ spec }) => spec.dir === 'OUT')
      last.clear()
      readings(outputs)
    },
    stop: () => cancel?.(),
  }
}
