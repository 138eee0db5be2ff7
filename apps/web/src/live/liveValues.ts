import type { Command, Interface, Value } from '@steading/contract/devices/interfaces'

export interface LiveValue {
  readonly value: Value
  readonly timestampUtc: string
  readonly good: boolean
}

/** What the stream said of one interface: the last value, those before it, and the last command. */
export interface LiveState {
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

export const withReading = (liveState: LiveState | undefined, reading: LiveValue): LiveState => {
  const { last, tail = [] } = liveState ?? {}
  if (last && reading.timestampUtc <= last.timestampUtc) return liveState ?? { tail }
  return { ...liveState, last: reading, tail: [...tail.slice(1 - tailLength), reading] }
}

export const withCommand = (liveState: LiveState | undefined, command: Command): LiveState =>
  isNewer(command, liveState?.command) ? { ...liveState, tail: liveState?.tail ?? [], command } : (liveState ?? { tail: [] })

/** An interface as the server told it, with whatever the stream has said since. */
export function overlay(iface: Interface, liveState: LiveState | undefined): Interface {
  if (!liveState) return iface
  const { last, command } = liveState
  const fresh = last && (iface.lastReadingTimestampUtc === null || last.timestampUtc > iface.lastReadingTimestampUtc)
  const ordered = command && isNewer(command, iface.lastCommand)
  if (!fresh && !ordered) return iface
  return {
    ...iface,
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
  readonly get: (interfaceId: string) => LiveState | undefined
  readonly set: (interfaceId: string, change: (liveState: LiveState | undefined) => LiveState) => void
  /** Watches until the answer is called; `changed` comes once for each change of one of them. */
  readonly watch: (interfaceIds: readonly string[], changed: () => void) => () => void
  readonly watched: () => readonly string[]
}

export function liveValues(onWatched: () => void): LiveValues {
  const liveState = new Map<string, LiveState>()
  const watchers = new Map<string, Set<() => void>>()
  return {
    get: id => liveState.get(id),
    set(id, change) {
      const all = watchers.get(id)
      if (!all) return
      const before = liveState.get(id)
      const after = change(liveState.get(id))
      if (before === after) return
      liveState.set(id, after)
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
          liveState.delete(id)
        }
        onWatched()
      }
    },
    watched: () => [...watchers.keys()],
  }
}
