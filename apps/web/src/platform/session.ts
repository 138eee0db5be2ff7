import type { Permission } from '@steading/contract/permissions'
import { may, permissionOf } from '@steading/contract/permissions'
import { Session } from '@steading/contract/sessions'
import { useMemo } from 'react'
import { tab } from './remember.ts'
import { store, useStore } from './store.ts'
import { browserChannel, tabs } from './tabs.ts'
import { isUnsaved } from './unsaved.ts'

const read = (): Session | undefined => {
  const text = tab.read('session')
  if (!text) return undefined
  const parsed = Session.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : undefined
}

const current = store<Session | undefined>(read())
/**
 * True while a session has ended, but entries that are not saved are kept on the screen: until the same person is back, here or
 * in another tab, or gives them up. Meanwhile the screens show the session that was.
 */
export const lapsed = store(false)
/** True after the server has ended a session, until the next login: the login page says so. */
export const sessionEnded = store(false)

const keep = (next: Session | undefined) => {
  tab.write('session', next && JSON.stringify(next))
  current.set(next)
}
const take = (next: Session) => {
  // What somebody left is not another person's.
  if (lapsed.get() && current.get()?.userId !== next.userId) lose(false)
  sessionEnded.set(false)
  keep(next)
  lapsed.set(false)
}
const lose = (rejected: boolean) => {
  sessionEnded.set(rejected)
  keep(undefined)
  lapsed.set(false)
}
/** Ended by the server or in another tab: what was typed here is not lost with it. */
const lapse = (rejected: boolean) => {
  if (!isUnsaved()) return lose(rejected)
  tab.write('session', undefined)
  lapsed.set(true)
}

/** The renewal of the token that is under way, or the last one. */
let extension: Promise<unknown> = Promise.resolve()
const channel = browserChannel()
const others = channel && tabs(channel, { get: () => (lapsed.get() ? undefined : current.get()), take, lose: lapse })

export const session = {
  get: current.get,
  /** Takes over the session of another open tab of this browser, if there is one. */
  join: (): Promise<void> => others?.join() ?? Promise.resolve(),
  /** A login, or a token that replaces the old one; here and in every open tab. */
  begin(next: Session): void {
    take(next)
    others?.begun(next)
  },
  /** Replaces the token by what `renew` answers; calls that are refused meanwhile wait for it. Once it has ended, no session begins. */
  async extend(renew: () => Promise<Session>): Promise<void> {
    const before = current.get()?.sessionToken
    const extending = renew().then(next => {
      if (before !== undefined && before === current.get()?.sessionToken) session.begin(next)
    })
    extension = extending.catch(() => undefined)
    return extending
  },
  /** The token that has replaced `token`, here or in another tab; undefined: none has. */
  async replacementOf(token: string): Promise<string | undefined> {
    await extension
    if (current.get()?.sessionToken === token) await others?.renew()
    const now = lapsed.get() ? undefined : current.get()?.sessionToken
    return now === token ? undefined : now
  },
  /** What has become known of the person meanwhile. */
  note(news: Partial<Session>): void {
    const was = current.get()
    if (was && !lapsed.get()) session.begin({ ...was, ...news })
  },
  /** The only ways out: the person's own wish, or a server that rejects the token. It ends in every open tab. */
  end(rejected: boolean): void {
    const was = current.get()
    if (!was || (rejected && lapsed.get())) return
    if (rejected) lapse(rejected)
    else lose(rejected)
    others?.ended(was.sessionToken, rejected)
  },
  subscribe: current.subscribe,
}

export const useSession = (): Session | undefined => useStore(current)

/** The session of a page that needs one: the router has seen to it. */
export function useSignedIn(): Session {
  const found = useSession()
  if (!found) throw new Error('this page needs a session')
  return found
}

const held = (of: Session | undefined): ReadonlySet<Permission> =>
  new Set((of?.permissions ?? []).map(permissionOf).filter(one => one !== undefined))

/** Whether a session may; screens ask for permissions, never for a role. */
export const sessionMay = (of: Session | undefined, asked: Permission | readonly Permission[]) => may(held(of), asked)

export function useMay(): (asked: Permission | readonly Permission[]) => boolean {
  const found = useSession()
  return useMemo(() => {
    const all = held(found)
    return asked => may(all, asked)
  }, [found])
}

/** The zone in which this person reads times. */
export const useZone = (): string => useSession()?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
