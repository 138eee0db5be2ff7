import { MAX_INTERFACES } from '@steading/contract/readings'
import type { LiveMessage } from '@steading/contract/live'

/** `connecting` at first and after a break; `live` once the server said hello; `off` while nobody wants it. */
/** Does a stream in this state carry the values of so many interfaces? */
export const carriesAll = (state: StreamState, watched: number): boolean => state === 'live' && watched <= MAX_INTERFACES

export type StreamState = 'off' | 'connecting' | 'live'

export interface StreamOptions {
  /** Opens a stream of these interfaces; ends when the signal does. */
  readonly open: (interfaceIds: readonly string[], signal: AbortSignal) => Promise<AsyncIterable<LiveMessage>>
  readonly onMessage: (message: LiveMessage) => void
  readonly onState: (state: StreamState) => void
  /** Hello at first or after a break: whatever changed since something was fetched before was not heard. */
  readonly onJoin: () => void
  /** 0 to 1. */
  readonly random: () => number
}

export interface Stream {
  /** Listens, or stops listening. */
  run(on: boolean): void
  /** What to hear values of; streams are opened anew only when something is missing in the present one. */
  want(interfaceIds: readonly string[]): void
  /** Tries at once instead of when the pause is over. */
  hurry(): void
}

/** A stream that says nothing for this long is dead, whatever the network believes; the server pings more often. */
export const silenceMs = 50_000
const settleMs = 150
/** What the server is just about to say on a stream that another one takes over from is still heard for so long. */
export const leavingMs = 5_000
const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** Full jitter: anywhere between nothing and a bound that doubles, so that a thousand tabs do not come back at once. */
export const pauseAfter = (failures: number, random: number): number =>
  random * Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 10))

interface Connection {
  readonly ids: ReadonlySet<string>
  readonly end: AbortController
}

/** One live stream: reconnects by itself, and takes over without a gap when other values are wanted. */
export function liveStream({ open, onMessage, onState, onJoin, random }: StreamOptions): Stream {
  let on = false
  let wanted: readonly string[] = []
  let present: Connection | undefined
  let next: Connection | undefined
  let leaving: Connection | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(connect, ms)
  }
  const covered = () => wanted.every(id => (next ?? present)?.ids.has(id))

  function connect() {
    clearTimeout(timer)
    if (!on) return
    next?.end.abort()
    const made = { ids: new Set(wanted), end: new AbortController() }
    next = made
    void listen(made)
  }

  async function listen(connection: Connection) {
    const { signal } = connection.end
    let silence: ReturnType<typeof setTimeout> | undefined
    const heard = () => {
      clearTimeout(silence)
      silence = setTimeout(() => connection.end.abort(tooQuiet), silenceMs)
    }
    heard()
    try {
      for await (const message of await open([...connection.ids], signal)) {
        if (signal.aborted) break
        heard()
        if (message.type === 'hello') takeOver(connection)
        else {
          failures = 0
          if (message.type !== 'ping') onMessage(message)
        }
      }
    } catch (error) {
      if (!signal.aborted) console.info('live stream lost', error) // it comes back by itself
    } finally {
      clearTimeout(silence)
    }
    if (signal.aborted && signal.reason !== tooQuiet) return
    lost(connection)
  }

  function takeOver(connection: Connection) {
    if (connection !== next) return
    const gap = present === undefined
    leave(present)
    present = connection
    next = undefined
    onState('live')
    if (gap) onJoin()
    if (!covered()) later(settleMs)
  }

  function leave(connection: Connection | undefined) {
    leaving?.end.abort()
    leaving = connection
    if (connection) setTimeout(() => connection.end.abort(), leavingMs)
  }

  function lost(connection: Connection) {
    connection.end.abort()
    if (connection === present) {
      present = undefined
      onState('connecting')
      // Another one is on its way already.
      if (next) return
    } else if (connection === next) next = undefined
    else return
    later(pauseAfter(failures++, random()))
  }

  return {
    run(wish) {
      if (on === wish) return
      on = wish
      if (on) {
        onState('connecting')
        later(settleMs)
        return
      }
      clearTimeout(timer)
      for (const one of [present, next, leaving]) one?.end.abort()
      present = next = leaving = undefined
      failures = 0
      onState('off')
    },
    want(interfaceIds) {
      wanted = interfaceIds
      if (on && !covered() && (present ?? next)) later(settleMs)
    },
    hurry() {
      if (!on || present || next) return
      failures = 0
      later(0)
    },
  }
}

const tooQuiet = 'silence'
