import type { Configuration, AnyRuleEffect } from '@steading/contract/box/messages'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import { loadJson, saveJson } from '../platform/files.ts'
import { reason } from '../platform/log.ts'
import type { Log } from '../platform/log.ts'

/** The box's own siren: it sounds while a serious alarm waits too long for the platform's word that it has it. */
export interface Siren {
  /** A configuration begins: how many seconds an alarm may wait; undefined: there is no siren. */
  configure(siren: Configuration['siren']): void
  /** A rule that is serious told of this. `seq`: its number in the store, null: the store did not take it. */
  reported(event: AnyRuleEffect, seq: number | null): void
  /** The platform gave its word; `holds` says for which numbers. */
  acknowledged(holds: (seq: number) => boolean): void
  sounds(): boolean
  stop(): void
}

export interface SirenParts {
  /** Where it keeps what waits. */
  readonly path: string
  readonly clock: Clock
  /** UTC now, as well as the box knows, ms. */
  readonly now: () => number
  readonly log: Log
  /** Sounds from now on, or no more. */
  readonly sound: (on: boolean) => void
}

const Saved = z.object({
  sounds: z.boolean(),
  /** By event, the first doing that nobody has, and when it was told, UTC ms. */
  waiting: z.record(z.string(), z.object({ seq: z.int().nullable(), at: z.number() })),
})
/** `since` counts on the clock that no setting of the time moves. */
type Waiting = z.infer<typeof Saved>['waiting'][string] & { readonly since: number }

/** More than a box has rules: each has one event that is open. */
const MAX_WAITING = 1000

const eventOf = ({ event, key }: AnyRuleEffect): string => (typeof event === 'string' ? event : key)

export const createSiren = ({ path, clock, now, log, sound }: SirenParts): Siren => {
  const saved = loadJson(path, Saved)
  const known = Object.entries(saved?.waiting ?? {})
  const waiting = new Map<string, Waiting>(
    known.map(([key, one]) => [key, { ...one, since: clock.mono() - Math.max(0, now() - one.at) }]),
  )
  let sounds = saved?.sounds ?? false
  let after: number | null = null
  let cancel = () => {}

  const save = () => {
    try {
      const entries = [...waiting].map(([key, { seq, at }]) => [key, { seq, at }] as const)
      saveJson(path, { sounds, waiting: Object.fromEntries(entries) } satisfies z.infer<typeof Saved>)
    } catch (error) {
      log('error', `what the siren waits for was not saved: ${reason(error)}`)
    }
  }

  /** ms until one of them has waited for too long. */
  const timeLeft = (may: number) => Math.min(...[...waiting.values()].map(({ since }) => since + may - clock.mono()))

  const update = () => {
    cancel()
    const left = after === null ? Infinity : timeLeft(after)
    if (left > 0 && left < Infinity && !sounds) cancel = clock.after(left, update)
    // Once it sounds it does so until the last alarm that it waited for is with the platform, or over.
    const should = after !== null && waiting.size > 0 && (sounds || left <= 0)
    if (should === sounds) return
    sounds = should
    log('warn', sounds ? 'the siren sounds: alarms did not reach the platform' : 'the siren is silent again')
    save()
    sound(sounds)
  }

  return {
    configure: siren => {
      after = siren ? siren.after * 1000 : null
      if (sounds && after !== null) sound(true)
      update()
    },
    reported: (event, seq) => {
      const key = eventOf(event)
      if (event.kind === 'EVENT_CLOSE') {
        if (!waiting.delete(key)) return
      } else if (event.kind.startsWith('EVENT_') && !waiting.has(key) && waiting.size < MAX_WAITING)
        waiting.set(key, { seq, at: now(), since: clock.mono() })
      else return
      save()
      update()
    },
    acknowledged: holds => {
      const acknowledgedEvents = [...waiting].filter(([, { seq }]) => seq !== null && holds(seq))
      if (acknowledgedEvents.length === 0) return
      for (const [key] of acknowledgedEvents) waiting.delete(key)
      save()
      update()
    },
    sounds: () => sounds,
    stop: () => cancel(),
  }
}
