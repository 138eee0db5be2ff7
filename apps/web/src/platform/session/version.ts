import { VERSION } from '@steading/contract/version'
import { queryClient } from '../api/queries.ts'
import { tab } from '../storage.ts'
import { store } from '../store.ts'
import { z } from 'zod'

/** Compares versions by number: 3.5.91 is newer than 3.5.9. An invalid version is never newer. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map(text => text.split('.').map(Number))
  if (!a || !b || [...a, ...b].some(Number.isNaN)) return false
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [mine = 0, other = 0] = [a[at], b[at]]
    if (mine !== other) return mine > other
  }
  return false
}

/** Version of the server and its date. */
export interface Release {
  readonly version: string
  /** ISO day (UTC); undefined if unknown. */
  readonly date: string | undefined
}

const VersionFile = z.object({ version: z.string(), date: z.iso.date().optional().catch(undefined) })

/** Release of the server; undefined if unknown. */
export const release = store<Release | undefined>(undefined)

/** Fetches the current version of the server, bypassing caches. */
async function readRelease(): Promise<Release | undefined> {
  try {
    const answer = await fetch(`/meta.json?t=${Date.now()}`, { cache: 'no-store' })
    const meta = answer.ok ? VersionFile.safeParse(await answer.json()).data : undefined
    return meta && { version: meta.version, date: meta.date }
  } catch {
    return undefined // no network is told elsewhere
  }
}

/**
 * Loads these screens anew, from the login on, when the server has newer ones; what was kept of the old is dropped. Once for
 * each version: a cache on the way that goes on giving the old ones must not turn this into a circle.
 */
export const followVersion = (): Promise<void> => leaveForVersion(() => location.replace('/login'))

/** The same in place, with the fragment of the address: of a page that stays open by itself, as a kiosk. */
export const reloadForVersion = (reload: () => void = () => location.reload()): Promise<void> => leaveForVersion(reload)

async function leaveForVersion(leave: () => void): Promise<void> {
  const version = await newerVersion()
  if (version === undefined) return
  tab.write('version', version)
  queryClient.clear()
  if ('caches' in window) await Promise.all((await caches.keys()).map(name => caches.delete(name)))
  leave()
}

/** Version of the server where it is newer than that of these screens and was not loaded before. */
async function newerVersion(): Promise<string | undefined> {
  const found = await readRelease()
  if (!found) return undefined
  release.set(found)
  return isNewer(found.version, VERSION) && tab.read('version') !== found.version ? found.version : undefined
}

/** Newer version that an open page offers; undefined: none. */
export const offeredVersion = store<string | undefined>(undefined)

/** Looks for a newer version, and offers it without leaving the page. */
export async function offerVersion(): Promise<void> {
  const version = await newerVersion()
  if (version !== undefined) offeredVersion.set(version)
}

/** Loads the offered version at the address of the page: a navigation takes it, whatever was typed before is decided. */
export function takeOfferedVersion(reload?: () => void): void {
  if (offeredVersion.get() === undefined) return
  offeredVersion.set(undefined)
  void reloadForVersion(reload)
}

const hour = 3_600_000

/**
 * A newer version leads to the login at the start alone, where nothing is typed yet; a page that is open offers it each hour.
 * `stays`: the page is not to be left for the login, as an alarm that is answered by its link.
 */
export function watchVersion(stays: () => boolean): void {
  if (!stays()) void followVersion()
  setInterval(() => {
    if (!stays()) void offerVersion()
  }, hour)
}
