import type { Command, Interface, Value } from '@steading/contract/interfaces'

export interface LiveValue {
  readonly value: Value
  readonly timestampUtc: string
  readonly good: boolean
}

/** What the stream said of one interface: the last value, those before it, and the last command. */
export interface Heard {
  readonly last?: LiveValue
  /** Oldest first, at most `tailLength`: what a chart appends to the series that it fetched. */
  readonly tail: readonly LiveValue[]
  readonly command?: Command
}

/** An hour of a sensor that is read every ten seconds. */
export const tailLength = 360

/** Command ids rise with time. An answer never gives way to the SENT that came before it. */
const isNewer = (command: Command, known: Command | null | undefined): boolean =>
  !known || (command.id === known.id ? known.state === 'SENT' || command.state !== 'SENT' : command.id > known.id)

export const withReading = (heard: Heard | undefined, reading: LiveValue): Heard => {
  const { last, tail = [] } = heard ?? {}
  if (last && reading.timestampUtc <= last.timestampUtc) return heard ?? { tail }
  return { ...heard, last: reading, tail: [...tail.slice(1 - tailLength), reading] }
}

export const withCommand = (heard: Heard | undefined, command: Command): Heard =>
  isNewer(command, heard?.command) ? { ...heard, tail: heard?.tail ?? [], command } : (heard ?? { tail: [] })

/** An interface as the server told it, with whatever the stream has said since. */
export function overlay(of: Interface, heard: Heard | undefined): Interface {
  if (!heard) return of
  const { last, command } = heard
  const fresh = last && (of.lastReadingTimestampUtc === null || last.timestampUtc > of.lastReadingTimestampUtc)
  const ordered = command && isNewer(command, of.lastCommand)
  if (!fresh && !ordered) return of
  return {
    ...of,
    ...(fresh && {
      lastConvertedReading: last.value,
      lastReadingTimestampUtc: last.timestampUtc,
      good: last.good,
      stale: false,
    }),
    ...(ordered && { lastCommand: command }),
  }
}

/** What is heard of the interfaces that somebody watches; of the others nothing is kept. */
export interface LiveValues {
  readonly get: (interfaceId: string) => Heard | undefined
  readonly set: (interfaceId: string, change: (heard: Heard | undefined) => Heard) => void
  /** Watches until the answer is called; `changed` comes once for each change of one of them. */
  readonly watch: (interfaceIds: readonly string[], changed: () => void) => () => void
  readonly watched: () => readonly string[]
}

export function liveValues(onWatched: () => void): LiveValues {
  const heard = new Map<string, Heard>()
  const watchers = new Map<string, Set<() => void>>()
  return {
    get: id => heard.get(id),
    set(id, change) {
      const all = watchers.get(id)
      if (!all) return
      const [before, after] = [heard.get(id), change(heard.get(id))]
      if (before === after) return
      heard.set(id, after)
      for (const changed of all) changed()
    },
    watch(ids, changed) {
      for (const id of ids) watchers.set(id, (watchers.get(id) ?? new Set()).add(changed))
      onWatched()
      return () => {
        for (const id of ids) {
          const all = watchers.get(id)
          all?.delete(changed)
          if (all?.size !== 0) continue
          watchers.delete(id)
          heard.delete(id)
        }
        onWatched()
      }
    },
    watched: () => [...watchers.keys()],
  }
}
