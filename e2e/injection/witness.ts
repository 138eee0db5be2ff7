import type { Browser, BrowserContext, Page } from 'playwright-core'
import { shown } from './payloads.ts'

/** What payloads did in a browser. */
export interface Seen {
  /** Numbers of those that ran. */
  readonly ran: number[]
  readonly dialogs: string[]
  /** Addresses of others that a page asked for. */
  readonly outside: string[]
  /** What the content policy refused. */
  readonly violations: string[]
  /** Elements and attributes that only a payload can have brought in, with their page. */
  readonly planted: string[]
  /** Pages that broke, with what they said. */
  readonly broke: string[]
  /** Of each page, how many payloads could be read on it. */
  readonly read: Map<string, ReadonlySet<number>>
}

export const nothing = (): Seen => ({
  ran: [],
  dialogs: [],
  outside: [],
  violations: [],
  planted: [],
  broke: [],
  read: new Map(),
})

/** A browser's context in which nothing that a payload does goes unseen. */
export async function watched(
  browser: Browser,
  url: string,
  seen: Seen,
  { obeys = true }: { /** Its pages keep to the content policy. */ readonly obeys?: boolean } = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    reducedMotion: 'reduce',
    bypassCSP: !obeys,
  })
  await context.exposeBinding('hit', (_, n: number) => void seen.ran.push(n))
  await context.exposeBinding('violated', (_, what: string) => void seen.violations.push(what))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      const { violated } = window as unknown as { violated: (what: string) => void } // safe: exposed above
      violated(`${event.effectiveDirective} ${event.blockedURI} on ${location.pathname}`)
    })
  })
  // Nobody is there: what leads away leads nowhere.
  await context.route(
    address => /^https?:/.test(address.href) && !address.href.startsWith(`${url}/`),
    route => {
      seen.outside.push(route.request().url())
      return route.abort('aborted')
    },
  )
  context.on('request', request => {
    // A page that breaks says so to the server.
    if (request.url().endsWith('/services/error/fe')) seen.broke.push(`${request.frame().url()}: ${request.postData() ?? ''}`)
  })
  context.on('page', page => {
    page.on('dialog', dialog => {
      seen.dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('pageerror', error => seen.broke.push(`${page.url()}: ${error.message}`))
  })
  return context
}

/** Waits until a page stays as it is, and takes down what stands on it. */
export async function look(page: Page, name: string, seen: Seen): Promise<void> {
  await page.evaluate(async () => {
    const isBusy = () =>
      document.querySelector('h1') === null || document.querySelector('.sk, [role=status][aria-label]') !== null
    let last = -1
    for (let calm = 0, until = performance.now() + 8000; calm < 3 && performance.now() < until;) {
      await new Promise(done => setTimeout(done, 40))
      const now = document.body.innerHTML.length
      calm = now === last && !isBusy() ? calm + 1 : 0
      last = now
    }
  })
  await takeDown(page, name, seen)
}

/** Takes down what stands on a page now. */
export async function takeDown(page: Page, name: string, seen: Seen): Promise<void> {
  const { planted, text } = await page.evaluate(() => {
    const planted: string[] = []
    for (const one of document.querySelectorAll('*')) {
      const tag = one.tagName.toLowerCase()
      if (['iframe', 'object', 'embed', 'base', 'math', 'animate', 'video', 'frame'].includes(tag)) planted.push(tag)
      if (tag === 'script' && !one.getAttribute('src')?.startsWith('/')) planted.push('script')
      for (const { name, value } of one.attributes)
        if (
          name.startsWith('on') ||
          name === 'srcdoc' ||
          (/^\s*(javascript|vbscript|data:text)/i.test(value) && /^(href|src|action|formaction|data|xlink:href)$/.test(name)) ||
          (name === 'style' && value.includes('a.example')) ||
          (/^(href|src|content)$/.test(name) && /^(0;)?\/\/a\.example/.test(value))
        )
          planted.push(`${tag} ${name}=${value}`)
    }
    const entered = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
      hTMLInputElement => hTMLInputElement.value,
    )
    return { planted, text: [document.body.innerText, document.title, ...entered].join('\n') }
  })
  seen.planted.push(...planted.map(one => `${name}: ${one}`))
  seen.read.set(name, new Set([...(seen.read.get(name) ?? []), ...shown(text)]))
}

/** Takes every text that a page is given for HTML: what the product never does. */
export const credulous = () => {
  const propertyDescriptor = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')!
  Object.defineProperty(Node.prototype, 'textContent', {
    ...propertyDescriptor,
    set(this: Node, text: string | null) {
      if (this instanceof Element && typeof text === 'string' && text.includes('<')) this.innerHTML = text
      else propertyDescriptor.set!.call(this, text)
    },
  })
}
