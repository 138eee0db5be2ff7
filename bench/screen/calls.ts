import type { Page, Request } from 'playwright-core'

/** Calls of a page to its platform; the live stream, which never ends, is left out. */
export interface Calls {
  /** Paths of the calls since the last reset. */
  paths(): readonly string[]
  reset(): void
  /** Resolves once no call has been pending for `checks` checks in a row, an interval (ms) apart. */
  answered(checks: number, interval: number): Promise<void>
}

/** Checks until calls count as answered, whatever is pending. */
const MOST_CHECKS = 200

export function watchCalls(page: Page): Calls {
  let paths: string[] = []
  const pending = new Set<Request>()
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/services/') || pathname.includes('/live')) return
    paths.push(pathname)
    pending.add(request)
  })
  const settle = (request: Request) => void pending.delete(request)
  page.on('requestfinished', settle)
  page.on('requestfailed', settle)
  return {
    paths: () => paths,
    reset: () => void (paths = []),
    async answered(checks, interval) {
      for (let calm = 0, left = MOST_CHECKS; calm < checks && left > 0; left--) {
        await page.waitForTimeout(interval)
        calm = pending.size === 0 ? calm + 1 : 0
      }
    },
  }
}

/** How many calls of each kind there are; a kind is a path without its ids. */
export function countKinds(paths: readonly string[]): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>()
  for (const path of paths) {
    const kind = path.replaceAll(/\/\d+(?=\/|$)/g, '/{id}')
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return kinds
}

export const describeKinds = (paths: readonly string[]): string =>
  [...countKinds(paths)].map(([kind, count]) => `${count} ${kind}`).join(', ')
