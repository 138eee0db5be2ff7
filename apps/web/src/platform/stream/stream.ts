import { MAX_INTERFACES } from '@steading/contract/devices/readings'
import type { LiveMessage } from '@steading/contract/devices/live'

/** Whether a stream in this state carries the values of so many interfaces. */
export const carriesAll = (state: StreamState, watched: number): boolean => state === 'live' && watched <= MAX_INTERFACES

/** `connecting` at first and after a break; `live` after the hello of the server; `off` without a subscriber. */
export type StreamState = 'off' | 'connecting' | 'live'

export interface StreamOptions {
  /** Opens a stream of these interfaces until the signal aborts. */
  readonly open: (interfaceIds: readonly string[], signal: AbortSignal) => Promise<AsyncIterable<LiveMessage>>
  readonly onMessage: (message: LiveMessage) => void
  readonly onState: (state: StreamState) => void
  /** The stream was (re)connected: changes since the last fetch were missed. */
  readonly onJoin: () => void
  /** 0 to 1. */
  readonly random: () => number
}

export interface Stream {
  /** Starts or stops the stream. */
  run(on: boolean): void
  /** Interfaces to stream; reconnects only if the current stream lacks one. */
  subscribe(interfaceIds: readonly string[]): void
  /** Reconnects at once, without waiting for the backoff. */
  reconnectNow(): void
}

/** Timeout of a silent stream (ms); the server pings more often. */
export const silenceMs = 50_000
const settleMs = 150
/** Overlap of two streams (ms): messages in flight on the old stream still arrive. */
export const leavingMs = 5_000
const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** Exponential backoff with full jitter, so that many tabs do not reconnect at once. */
export const pauseAfter = (failures: number, random: number): number =>
  random * Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 10))

interface Connection {
  readonly ids: ReadonlySet<string>
  readonly end: AbortController
}

/** A live stream that reconnects by itself, and switches to other interfaces without a gap. */
export function liveStream({ open, onMessage, onState, onJoin, random }: StreamOptions): Stream {
  let on = false
  let subscribedIds: readonly string[] = []
  let present: Connection | undefined
  let next: Connection | undefined
  let leaving: Connection | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(connect, ms)
  }
  const covered = () => subscribedIds.every(id => (next ?? present)?.ids.has(id))

  function connect() {
    clearTimeout(timer)
    if (!on) return
    next?.end.abort()
    const connection = { ids: new Set(subscribedIds), end: new AbortController() }
    next = connection
    void listen(connection)
  }

  async function listen(connection: Connection) {
    const { signal } = connection.end
    let silence: ReturnType<typeof setTimeout> | undefined
    const noteActivity = () => {
      clearTimeout(silence)
      silence = setTimeout(() => connection.end.abort(tooQuiet), silenceMs)
    }
    noteActivity()
    try {
      for await (const message of await open([...connection.ids], signal)) {
        if (signal.aborted) break
        noteActivity()
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
      for (const connection of [present, next, leaving]) connection?.end.abort()
      present = next = leaving = undefined
      failures = 0
      onState('off')
    },
    subscribe(interfaceIds) {
      subscribedIds = interfaceIds
      if (on && !covered() && (present ?? next)) later(settleMs)
    },
    reconnectNow() {
      if (!on || present || next) return
      failures = 0
      later(0)
    },
  }
}

const tooQuiet = 'silence'
