import { sessions } from '@steading/contract/users/sessions'
import { api, data } from '../../platform/api/api.ts'
import { clock } from '../../platform/page/clock.ts'
import { isOffline } from '../../platform/session/online.ts'
import { lapsed, session } from '../../platform/session/session.ts'

/** Age of a token at which user activity renews it (ms). */
export const tokenAge = 30 * 60_000

const calls = api(sessions)

/** Runs in one tab of the browser at a time; `navigator.locks` exists only in secure contexts. */
const inOneTab = (act: () => Promise<void>): Promise<void> =>
  'locks' in navigator
    ? navigator.locks.request('steading.token', { ifAvailable: true }, lock => (lock ? act() : Promise.resolve()))
    : act()

/** Renews the token during user activity, so that no token lives as long as the session. Returns a function to stop. */
export function extendWhileWorking(): () => void {
  let token = session.get()?.sessionToken
  let since = clock.now()
  let isPending = false
  const isDue = () => session.get() !== undefined && !lapsed.get() && !isOffline() && clock.now() - since >= tokenAge
  const unsubscribe = session.subscribe(() => {
    const next = session.get()?.sessionToken
    if (next === token) return
    token = next
    since = clock.now()
  })
  const extend = async () => {
    if (isDue()) await session.extend(() => data(calls.extend()))
  }
  const work = () => {
    if (isPending || !isDue()) return
    isPending = true
    inOneTab(extend)
      .catch((error: unknown) => console.warn('the session was not extended, trying again at the next touch', error))
      .finally(() => {
        isPending = false
      })
  }
  const kinds = ['pointerdown', 'keydown'] as const
  for (const kind of kinds) addEventListener(kind, work, { capture: true, passive: true })
  return () => {
    unsubscribe()
    for (const kind of kinds) removeEventListener(kind, work, { capture: true })
  }
}
