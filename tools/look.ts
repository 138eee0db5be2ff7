// npm run look: every built page with the demo's data, at four widths, light and dark, into .look/, with what axe finds,
// what overflows, and what the console says. Narrow it: npm run look -- --pages /events,/rules --widths 320,1440
// It looks at the demo that runs at --url, the one on HTTP_PORT of this machine unless said otherwise.
import { AxeBuilder } from '@axe-core/playwright'
import { CallFailed, client } from '@steading/contract/http/client'
import { contracts } from '@steading/contract/contracts'
import { languages } from '@steading/locales/languages'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openBrowser } from './process/browser.ts'
import { asked, each, refuse, whole } from './process/command.ts'
import { builtPages } from './web/pages.ts'
import { parametersOf, realPath } from './web/realPath.ts'
import type { Sample } from './web/realPath.ts'

const usage = `usage: npm run look -- [--url http://127.0.0.1:8080] [--pages /events,/rules] [--widths 320,1440] [--schemes light,dark]
           [--person root@steading.example] [--password …] [--tenant 1] [--language en-US] [--out .look]`
const { values } = asked(usage, {
  options: {
    url: { type: 'string', default: `http://127.0.0.1:${process.env.HTTP_PORT ?? 8080}` },
    pages: { type: 'string', default: '' },
    widths: { type: 'string', default: '320,768,1440,1920' },
    schemes: { type: 'string', default: 'light,dark' },
    person: { type: 'string', default: 'root@steading.example' },
    password: { type: 'string', default: process.env.DEMO_PASSWORD ?? '' },
    tenant: { type: 'string', default: process.env.TENANT_ID ?? '1' },
    language: { type: 'string', default: 'en-US' },
    out: { type: 'string', default: '.look' },
  },
})
const built = builtPages()
const pages = values.pages === '' ? built : each('pages', values.pages, built)
const widths = values.widths.split(',').map(width => whole('widths', width, 200, 8000))
const schemes = each('schemes', values.schemes, ['light', 'dark'])
const language =
  languages.find(one => one === values.language) ?? refuse(`--language ${values.language}: there are ${languages.join(', ')}`)
if (!URL.canParse(values.url) || !/^https?:/.test(values.url))
  refuse(`--url ${values.url}: an address like http://127.0.0.1:8080`)
const url = values.url.replace(/\/+$/, '')

const wire = (token?: string) => ({
  base: `${url}/services`,
  headers: () => ({ 'x-tenant': values.tenant, ...(token && { authorization: `Bearer ${token}` }) }),
})
const session = { ...(await signIn()), language }
mkdirSync(values.out, { recursive: true })

const paths = await realPaths(pages)
const jobs = paths.flatMap(path => widths.flatMap(width => schemes.map(scheme => ({ path, width, scheme }))))
const report: string[] = []
let bad = 0
const browser = await openBrowser().catch((error: unknown) => refuse(error instanceof Error ? error.message : String(error)))
// Asked to end: the browser goes, and what it leaves half done is no finding.
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    stopping = true
    void browser.close().finally(() => process.exit(signal === 'SIGINT' ? 130 : 0))
  })
await Promise.all([work(browser), work(browser)]).catch(async (error: unknown) => {
  if (!stopping) throw error
  await new Promise(() => undefined)
})
await browser.close()
writeFileSync(`${values.out}/report.txt`, `${report.toSorted().join('\n')}\n`)
console.log(`${paths.length} pages, ${report.length} pictures in ${values.out}/, ${bad} with findings`)
process.exitCode = bad > 0 ? 1 : 0

async function work(browser: Browser) {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const line = await picture(browser, job)
    report.push(line)
    console.log(line)
  }
}

async function picture(
  browser: Browser,
  { path, width, scheme }: { path: { name: string; url: string }; width: number; scheme: 'light' | 'dark' },
) {
  const context = await browser.newContext({
    viewport: { width, height: width > 800 ? 900 : 800 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.text().includes('Content Security')) problems.push(message.text().slice(0, 200))
  })
  page.on('pageerror', error => problems.push(`page: ${error.message.slice(0, 200)}`))
  await page.addInitScript(
    ({ session, language, open }) => {
      if (!open) sessionStorage.setItem('steading.session', JSON.stringify(session))
      localStorage.setItem('steading.language', language)
    },
    { session, language, open: ['login', 'setup'].includes(path.name) },
  )
  await page.goto(url + path.url, { waitUntil: 'load' })
  await page.waitForSelector('h1:visible', { timeout: 15_000 }).catch(() => problems.push('no heading after 15 s'))
  await page
    .waitForFunction(() => document.querySelectorAll('[role=status][aria-label], .sk').length === 0, undefined, { timeout: 8000 })
    .catch(() => problems.push('still loading after 8 s'))
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(700)
  const over = await page.evaluate(() => {
    const wide = [...document.querySelectorAll<HTMLElement>('body *')].filter(element => {
      const { width, right } = element.getBoundingClientRect()
      return width > 0 && right > innerWidth + 1 && !element.closest('.scroll-x, .filters, svg, [class*=skip]')
    })
    const page = document.documentElement.scrollWidth > innerWidth ? [`page ${document.documentElement.scrollWidth}`] : []
    return [
      ...page,
      ...wide
        .slice(0, 4)
        .map(
          element => `${(element.getAttribute('class') ?? '').slice(0, 40)} ${Math.round(element.getBoundingClientRect().right)}`,
        ),
    ]
  })
  const axe = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(Math.max(height, width > 800 ? 900 : 800), 6000) })
  await page.waitForTimeout(250)
  const file = `${values.out}/${path.name}-${width}-${scheme}.png`
  await page.screenshot({ path: file })
  await context.close()
  const found = [
    ...axe.violations.map(
      ({ id, nodes }) =>
        `axe ${id} (${nodes.length}): ${nodes
          .slice(0, 2)
          .map(node => node.target.join(' '))
          .join(' | ')}`,
    ),
    ...over.map(one => `overflow ${one}`),
    ...new Set(problems),
  ]
  if (found.length > 0) bad++
  return `${found.length > 0 ? '✗' : '✓'} ${file}${found.map(one => `\n    ${one}`).join('')}`
}

/** Parameters become the id of the first thing that there is. */
async function realPaths(patterns: readonly string[]) {
  const token = session.sessionToken
  const first = { query: {} }
  const samples: Record<string, () => Promise<Sample | undefined>> = {
    terminalId: async () =>
      firstOf(
        await client(contracts.terminals, wire(token)).search({
          query: { sortProperty: 'displayName', sortDirection: 'DESC', search: 'QPL' },
        }),
      ),
    interfaceId: async () => firstOf(await client(contracts.interfaces, wire(token)).search(first)),
    eventId: async () => firstOf(await client(contracts.events, wire(token)).search(first)),
    auditid: async () => firstOf(await client(contracts.audit, wire(token)).search({ query: { action: 'UPDATE' } })),
    entityid: async () => session.rootEntity,
    userid: async () => ({ id: session.userId }),
    ruleTemplateId: async () => firstOf(await client(contracts.templates, wire(token)).search(first)),
    batchId: async () => firstOf(await client(contracts.batches, wire(token)).search({ query: { status: ['OPEN'] } })),
    animalMovementId: async () => firstOf(await client(contracts.animalMovements, wire(token)).search(first)),
    feedMovementId: async () => firstOf(await client(contracts.feedMovements, wire(token)).search(first)),
    manualWeighingId: async () => firstOf(await client(contracts.weighings, wire(token)).search(first)),
    curveId: async () => firstOf(await client(contracts.curves, wire(token)).search(first)),
    geneticId: async () => firstOf(await client(contracts.genetics, wire(token)).search(first)),
    feedTypeId: async () => firstOf(await client(contracts.feedTypes, wire(token)).search(first)),
    feedFactoryId: async () => firstOf(await client(contracts.feedFactories, wire(token)).search(first)),
    deathReasonsId: async () => firstOf(await client(contracts.deathReasons, wire(token)).search(first)),
    taskId: async () => firstOf(await client(contracts.tasks, wire(token)).search(first)),
    taskTemplateId: async () => firstOf(await client(contracts.taskTemplates, wire(token)).search(first)),
    roleid: async () => firstOf(await client(contracts.roles, wire(token)).search({ query: { sortDirection: 'DESC' } })),
  }
  /** Each page of a rule shows one of its kind, in service. */
  const ruleOf = async (pattern: string) => {
    const kind = pattern.includes('/alarms/') ? 'ALARM' : pattern.includes('/scheduler/') ? 'SCHEDULER' : 'CONTROL'
    return firstOf(await client(contracts.rules, wire(token)).search({ query: { kind, deploymentStatus: 'DEPLOYED' } }))
  }
  const found: { name: string; url: string }[] = []
  for (const pattern of patterns) {
    const ofPage: Record<string, Sample | undefined> = {}
    for (const name of parametersOf(pattern)) ofPage[name] = await (name === 'ruleId' ? ruleOf(pattern) : samples[name]?.())
    const address = realPath(pattern, ofPage)
    if (address === undefined) console.log(`– ${pattern}: there is none to look at`)
    else found.push({ name: pattern.replaceAll(/[/{}]+/g, '-').replaceAll(/^-|-$/g, '') || 'root', url: address })
  }
  return found
}

function firstOf(answer: { readonly data: { readonly content: readonly Sample[] } } | { readonly refused: string }) {
  return 'data' in answer ? answer.data.content[0] : undefined
}

async function signIn() {
  const password = values.password || demoPassword()
  const login = await client(contracts.sessions, wire())
    .login({ body: { email: values.person, password } })
    .catch((error: unknown) => {
      if (error instanceof CallFailed) return refuse(`${values.person} cannot sign in at ${url}: ${error.message}`)
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      return refuse(`Nothing answers at ${url} (${cause}): start the demo with npm start, or say where it runs with --url`)
    })
  return 'data' in login ? login.data : refuse(`${values.person} cannot sign in at ${url}: ${login.message}`)
}

function demoPassword(): string {
  const file = join(process.env.DATA_DIR ?? '.steading', 'secrets/demo-password')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return refuse(`No demo password in ${file}: set DATA_DIR to where the demo keeps its data, or give --password`)
  }
}
