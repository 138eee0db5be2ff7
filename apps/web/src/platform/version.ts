import { VERSION } from '@steading/contract/version'
import { isBackground } from './activity.ts'
import { queryClient } from './queries.ts'
import { tab } from './remember.ts'

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

/** Which version the server has now, past every cache; undefined while it does not say. */
async function versionThere(): Promise<string | undefined> {
  try {
    const answer = await fetch(`/meta.json?t=${Date.now()}`, { cache: 'no-store' })
    const { version }: { version?: unknown } = answer.ok ? await answer.json() : {}
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined // no network is told elsewhere
  }
}

/**
 * Loads these screens anew, from the login on, when the server has newer ones; what was kept of the old is dropped. Once for
 * each version: a cache on the way that goes on giving the old ones must not turn this into a circle.
 */
export async function followVersion(): Promise<void> {
  const there = await versionThere()
  if (!there || !isNewer(there, VERSION) || tab.read('version') === there) return
  tab.write('version', there)
  queryClient.clear()
  if ('caches' in window) await Promise.all((await caches.keys()).map(name => caches.delete(name)))
  location.replace('/login')
}

const hour = 3_600_000

/** At the start, and each hour on screens that nobody is using: a wall in an office stays open for weeks. */
export function watchVersion(): void {
  void followVersion()
  setInterval(() => {
    if (isBackground()) void followVersion()
  }, hour)
}
