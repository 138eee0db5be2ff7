import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'vitest'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../tools/process/browser.ts'
import { PATIENCE } from '../tools/testing/patience.ts'
import { LANDING_VARIABLE } from '../tools/testing/tags.ts'

/** A browser with one page, and what went wrong on it. */
export interface Screen {
  readonly browser: Browser
  readonly page: Page
  /** Errors of the console and of scripts, and what the content policy refused. */
  readonly complaints: readonly string[]
}

export type Desk = BrowserContextOptions & {
  /** How long anything may take to appear, ms. */
  readonly patience?: number
}

/** A page of a context of its own, as a browser's that nobody has used; what goes wrong on it is noted. */
export async function aPage(
  browser: Browser,
  complaints: string[],
  { patience = PATIENCE.page, ...options }: Desk = {},
): Promise<Page> {
  // Nobody judges how things move here, and to draw it is a tenth of the work.
  const desk = { viewport: { width: 1440, height: 1000 }, reducedMotion: 'reduce', ...options } as const
  const page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(patience)
  page.on('console', message => {
    if (message.type() === 'error' || message.text().includes('Content Security Policy')) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  return page
}

let browserOfProcess: Promise<Browser> | undefined

/** The browser that files of tests share which run one after another. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await browserOfProcess?.catch(() => undefined)
  if (browser?.isConnected()) return browser
  browserOfProcess = openBrowser()
  return browserOfProcess
}

/** Closes every page: the next file finds a browser that nobody has used. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  for (const context of browser?.contexts() ?? []) await context.close()
}

/** Opens a page in the browser of this process. */
export async function aScreen(desk: Desk = {}): Promise<Screen> {
  const browser = await sharedBrowser()
  const complaints: string[] = []
  return { browser, page: await aPage(browser, complaints, desk), complaints }
}

/** Signs somebody in, by mail address or by the name of a demo person, up to a page: one that asks little of a machine, as a rule. */
export async function signIn(page: Page, url: string, who: string, password: string, at = '/settings/profile'): Promise<void> {
  await page.goto(`${url}/login?next=${encodeURIComponent(at)}`)
  await page.getByLabel('Email').fill(who.includes('@') ? who : `${who}@steading.example`)
  await page.getByLabel('Password').first().fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(`**${at}**`)
}

/** Within the page, as a link does: it is one page to the browser. The one before stands there until the next one is fetched. */
export const follow = (page: Page, address: string) =>
  page.evaluate(
    async ([to, limit]) => {
      interface Router {
        readonly state: { readonly status: string; readonly resolvedLocation: unknown }
      }
      // safe: where the router of every page says where it is
      const router = (window as unknown as { readonly __TSR_ROUTER__: Router }).__TSR_ROUTER__
      const before = router.state.resolvedLocation
      history.pushState({}, '', to)
      for (const until = performance.now() + limit; performance.now() < until;) {
        await new Promise(done => setTimeout(done, 10))
        const { status, resolvedLocation } = router.state
        if (status === 'idle' && resolvedLocation !== before) return
      }
      throw new Error(`the page of ${to} is not shown`)
    },
    [address, PATIENCE.page] as const,
  )

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing on the page keeps anybody out. A landing leaves the look at it to the night: it takes a tenth of the time of these tests. */
export async function isClean(page: Page, where: string): Promise<void> {
  if (process.env[LANDING_VARIABLE]) return
  // Our pages have no frames of others, and what holds need not be told: that takes a third of the time.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: TAGS, resultTypes: ['violations'], preload: false })
    .setLegacyMode()
    .analyze()
  const found = violations.map(violation => `${violation.id}: ${violation.nodes.map(node => node.target.join(' ')).join(', ')}`)
  expect({ where, found }).toEqual({ where, found: [] })
}
