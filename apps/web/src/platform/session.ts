import type { Permission } from '@steading/contract/permissions'
import { may, permissionOf } from '@steading/contract/permissions'
import { Session } from '@steading/contract/sessions'
import { useMemo } from 'react'
import { tab } from './remember.ts'
import { store, useStore } from './store.ts'

const read = (): Session | undefined => {
  const text = tab.read('session')
  if (!text) return undefined
  const parsed = Session.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : undefined
}

const current = store<Session | undefined>(read())
/** True after the server has ended a session, until the next login: the login page says so. */
export const sessionEnded = store(false)

export const session = {
  get: current.get,
  /** A login, or a token that replaces the old one. */
  begin(next: Session): void {
    tab.write('session', JSON.stringify(next))
    sessionEnded.set(false)
    current.set(next)
  },
  /** The only ways out: the person's own wish, or a server that rejects the token. */
  end(rejected: boolean): void {
    if (!current.get()) return
    tab.write('session', undefined)
    sessionEnded.set(rejected)
    current.set(undefined)
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
