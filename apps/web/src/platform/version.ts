import { VERSION } from '@steading/contract/version'
import { isBackground } from './activity.ts'
import { queryClient } from './queries.ts'
import { tab } from './remember.ts'
import { store } from './store.ts'
import { z } from 'zod'

/** 3.5.91 is newer than 3.5.9; what is no version is newer than nothing. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map(text => text.split('.').map(Number))
  if (!a || !b || [...a, ...b].some(Number.isNaN)) return false
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [mine = 0, theirs = 0] = [a[at], b[at]]
    if (mine !== theirs) return mine > theirs
  }
  return false
}

/** What the server says of its version and the day of it. */
export interface Release {
  readonly version: string
  /** ISO day (UTC); undefined: the server does not say. */
  readonly date: string | undefined
}

const Meta = z.object({ version: z.string(), date: z.iso.date().optional().catch(undefined) })

/** The release that the server runs; undefined while it does not say. */
export const release = store<Release | undefined>(undefined)

/** Asks for the version that the server has now, past every cache. */
async function readRelease(): Promise<Release | undefined> {
  try {
    const answer = await fetch(`/meta.json?t=${Date.now()}`, { cache: 'no-store' })
    const meta = answer.ok ? Meta.safeParse(await answer.json()).data : undefined
    return meta && { version: meta.version, date: meta.date }
  } catch {
    return undefined // no network is told elsewhere
  }
}

/**
 * Loads these screens anew, from the login on, when the server has newer ones; what was kept of the old is dropped. Once for
 * each version: a cache on the way that goes on giving the old ones must not turn this into a circle.
 */
export async function followVersion(): Promise<void> {
  const found = await readRelease()
  if (!found) return
  release.set(found)
  const there = found.version
  if (!isNewer(there, VERSION) || tab.read('version') === there) return
  tab.write('version', there)
  queryClient.clear()
  if ('caches' in window) await Promise.all((await caches.keys()).map(name => caches.delete(name)))
  location.replace('/login')
}

const hour = 3_600_000

/**
 * At the start, and each hour on screens that nobody is using: a wall in an office stays open for weeks. `stays`: the page is not
 * to be left for the login, as an alarm that is answered by its link.
 */
export function watchVersion(stays: () => boolean): void {
  const follow = () => {
    if (!stays()) void followVersion()
  }
  follow()
  setInterval(() => {
    if (isBackground()) follow()
  }, hour)
}
