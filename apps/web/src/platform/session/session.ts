import type { Permission } from '@steading/contract/users/permissions'
import { may, permissionOf } from '@steading/contract/users/permissions'
import { Session } from '@steading/contract/users/sessions'
import { useMemo } from 'react'
import { tab } from '../storage.ts'
import { store, useStore } from '../store.ts'
import { browserChannel, tabs } from './tabs.ts'
import { isUnsaved } from '../navigation/unsaved.ts'

const read = (): Session | undefined => {
  const text = tab.read('session')
  if (!text) return undefined
  const parsed = Session.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : undefined
}

const current = store<Session | undefined>(read())
/**
 * Whether the session has ended while unsaved changes are on the screen: until the same user signs in again, here or in another
 * tab, or discards them. Meanwhile the screens show the old session.
 */
export const lapsed = store(false)
/** Whether the server ended the session; the login page shows it until the next login. */
export const sessionEnded = store(false)

const keep = (next: Session | undefined) => {
  tab.write('session', next && JSON.stringify(next))
  current.set(next)
}
const take = (next: Session) => {
  // Unsaved changes of one user are never shown to another.
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
/** Session ended by the server or in another tab: unsaved changes stay on the screen. */
const lapse = (rejected: boolean) => {
  if (!isUnsaved()) return lose(rejected)
  tab.write('session', undefined)
  lapsed.set(true)
}

/** The running renewal of the token, or the last one. */
let extension: Promise<unknown> = Promise.resolve()
const channel = browserChannel()
const others = channel && tabs(channel, { get: () => (lapsed.get() ? undefined : current.get()), take, lose: lapse })

export const session = {
  get: current.get,
  /** Takes over the session of another tab of this browser, if there is one. */
  join: (): Promise<void> => others?.join() ?? Promise.resolve(),
  /** Begins a session or replaces its token, in all open tabs. */
  begin(next: Session): void {
    take(next)
    others?.begun(next)
  },
  /** Renews the token. Refused calls wait for it. If the session ended meanwhile, the answer is dropped. */
  async extend(renew: () => Promise<Session>): Promise<void> {
    const before = current.get()?.sessionToken
    const extending = renew().then(next => {
      if (before !== undefined && before === current.get()?.sessionToken) session.begin(next)
    })
    extension = extending.catch(() => undefined)
    return extending
  },
  /** The token that replaced `token`, here or in another tab; undefined if none did. */
  async replacementOf(token: string): Promise<string | undefined> {
    await extension
    if (current.get()?.sessionToken === token) await others?.renew()
    const now = lapsed.get() ? undefined : current.get()?.sessionToken
    return now === token ? undefined : now
  },
  /** Updates data of the user in the session. */
  note(news: Partial<Session>): void {
    const was = current.get()
    if (was && !lapsed.get()) session.begin({ ...was, ...news })
  },
  /** Ends the session in all open tabs: by the user, or because the server rejects the token (`rejected`). */
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

/** Session of a page that requires one, which the router guarantees. */
export function useSignedIn(): Session {
  const found = useSession()
  if (!found) throw new Error('this page needs a session')
  return found
}

const permissionsOf = (session: Session | undefined): ReadonlySet<Permission> =>
  new Set((session?.permissions ?? []).map(permissionOf).filter(one => one !== undefined))

/** Whether a session has a permission. Screens check permissions, never roles. */
export const sessionMay = (of: Session | undefined, asked: Permission | readonly Permission[]) => may(permissionsOf(of), asked)

export function useMay(): (asked: Permission | readonly Permission[]) => boolean {
  const found = useSession()
  return useMemo(() => {
    const all = permissionsOf(found)
    return asked => may(all, asked)
  }, [found])
}

/** Time zone of a page that has one of its own, whoever looks at it; a public dashboard sets it. */
export const pageZone = store<string | undefined>(undefined)

/** Time zone of the page, else of the user. */
export function useZone(): string {
  const zone = useStore(pageZone)
  const found = useSession()
  return zone ?? found?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}
