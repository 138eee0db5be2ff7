import type { TimeSource } from '../../platform/time/clock.ts'
import type { AuthenticatedBox } from '../claims/credentials.ts'

/** In-memory state of a box since the server started. */
export interface Link extends AuthenticatedBox {
  readonly uid: string
  /** Entity of the terminal; changes when it is moved. */
  entityId: string
  /** Session id of the last hello; null without a session. */
  sid: string | null
  connected: boolean
  /** Epoch and last sequence number of the last hello. */
  tail: { readonly epoch: number; readonly last: number }
  /** Optional features that the box announced. */
  features: readonly string[]
  /** It still runs the configuration of another terminal: its readings are discarded. */
  isForeign: boolean
  /** Time of the last packet, monotonic clock. */
  heardAt: number
  /** When heardAt was last persisted, monotonic clock. */
  persistedAt: number
  /** Promise chain: messages other than readings are processed in order. */
  queue: Promise<unknown>
}

/** Registry of links, by uid and by terminal. */
export function createLinks(clock: TimeSource) {
  const byUid = new Map<string, Link>()
  const byTerminal = new Map<string, Link>()
  return {
    all: () => byUid.values(),
    byUid: (uid: string) => byUid.get(uid),
    byTerminal: (terminalId: string) => byTerminal.get(terminalId),
    /** Opens the link of an authenticated box, or answers the existing one. */
    open(uid: string, { terminalId, entityId, box }: AuthenticatedBox): Link {
      const existing = byUid.get(uid)
      if (existing && existing.terminalId === terminalId && existing.entityId === entityId && existing.box === box)
        return existing
      // A different box with the same uid starts without the old state.
      const previous = existing && existing.terminalId === terminalId && existing.box === box ? existing : undefined
      if (existing && byTerminal.get(existing.terminalId) === existing) byTerminal.delete(existing.terminalId)
      const link: Link = {
        uid,
        terminalId,
        entityId,
        box,
        sid: previous?.sid ?? null,
        connected: previous?.connected ?? false,
        tail: previous?.tail ?? { epoch: 0, last: 0 },
        features: previous?.features ?? [],
        isForeign: previous?.isForeign ?? false,
        heardAt: clock.mono(),
        persistedAt: -Infinity,
        queue: existing?.queue ?? Promise.resolve(),
      }
      byUid.set(uid, link)
      byTerminal.set(terminalId, link)
      return link
    },
    close(link: Link) {
      byUid.delete(link.uid)
      if (byTerminal.get(link.terminalId) === link) byTerminal.delete(link.terminalId)
    },
  }
}
export type Links = ReturnType<typeof createLinks>

/** Runs `act` after the earlier messages of the box; a failure does not stop later ones. */
export function runInOrder<T>(link: Link, act: () => Promise<T>): Promise<T> {
  const result = link.queue.then(act)
  link.queue = result.catch(() => undefined)
  return result
}
