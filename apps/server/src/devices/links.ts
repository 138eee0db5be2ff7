import type { Clock } from '../platform/clock.ts'
import type { Holder } from './credentials.ts'

/** What this process knows of a box since it started. */
export interface Link extends Holder {
  readonly uid: string
  /** Where its terminal stands; a terminal may be moved. */
  entityId: string
  /** Of the session that said hello; null while there is none. */
  sid: string | null
  connected: boolean
  /** The last number of its readings that its hello named, and in which epoch. */
  tail: { readonly epoch: number; readonly last: number }
  /** Optional features that it says it has. */
  feat: readonly string[]
  /** It still runs what was made for another place: what it measures is not of this one. */
  isForeign: boolean
  /** When the last packet came, by the clock that no change moves. */
  heardAt: number
  /** When that was last written to the database. */
  noted: number
  /** What the box says is taken in order, except readings. */
  turn: Promise<unknown>
}

/** The boxes that this server has heard of, by uid and by terminal. */
export function links(clock: Clock) {
  const byUid = new Map<string, Link>()
  const byTerminal = new Map<string, Link>()
  return {
    all: () => byUid.values(),
    byUid: (uid: string) => byUid.get(uid),
    byTerminal: (terminalId: string) => byTerminal.get(terminalId),
    /** The link of this holder, new or as it was. */
    open(uid: string, { terminalId, entityId, box }: Holder): Link {
      const held = byUid.get(uid)
      if (held && held.terminalId === terminalId && held.entityId === entityId && held.box === box) return held
      // Of another box that had this name nothing goes on.
      const same = held && held.terminalId === terminalId && held.box === box ? held : undefined
      if (held && byTerminal.get(held.terminalId) === held) byTerminal.delete(held.terminalId)
      const link: Link = {
        uid,
        terminalId,
        entityId,
        box,
        sid: same?.sid ?? null,
        connected: same?.connected ?? false,
        tail: same?.tail ?? { epoch: 0, last: 0 },
        feat: same?.feat ?? [],
        isForeign: same?.isForeign ?? false,
        heardAt: clock.mono(),
        noted: -Infinity,
        turn: held?.turn ?? Promise.resolve(),
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
export type Links = ReturnType<typeof links>

/** Does it after what the box said before; a failure of one stops no other. */
export function inTurn<T>(link: Link, act: () => Promise<T>): Promise<T> {
  const done = link.turn.then(act)
  link.turn = done.catch(() => undefined)
  return done
}
