import type { Browser, CDPSession, Page } from 'playwright-core'
import { signIn } from '../../e2e/screen.ts'
import { watchCalls } from './calls.ts'
import type { Calls } from './calls.ts'

/** A page whose clock the bench moves, with what it costs its browser. */
export interface WatchedPage {
  readonly page: Page
  readonly calls: Calls
  /** Processor time of the main thread since the page was opened, ms: other work on the machine does not count. */
  taskTime(): Promise<number>
  /** Bytes of the heap after a garbage collection. */
  heap(): Promise<number>
  close(): Promise<void>
}

export interface Visitor {
  readonly url: string
  readonly name: string
  readonly password: string
}

/** Signs somebody in, in a browser without anything of the product, and installs a virtual clock. */
export async function openWatched(browser: Browser, { url, name, password }: Visitor): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 4000 } })
  const page = await context.newPage()
  await signIn(page, url, name, password)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.clock.install()
  const calls = watchCalls(page)
  return { page, calls, taskTime: () => taskTime(cdp), heap: () => heapOf(cdp), close: () => context.close() }
}

async function taskTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize
}
