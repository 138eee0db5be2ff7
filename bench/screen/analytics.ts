// What the analytics page costs: 20 houses over 90 days in a production build, in Chromium, until its first picture
// and until all is drawn; and its calls alone.
import { analytics } from '@steading/contract/entities/analytics'
import { client } from '@steading/contract/http/client'
import { batchFigures } from '@steading/contract/production/batchFigures'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { buildApp } from '../../apps/server/src/app/app.ts'
import { signIn } from '../../e2e/screen.ts'
import { openBrowser } from '../../tools/process/browser.ts'
import { buildWeb } from '../../tools/web/web.ts'
import { durableWorld } from '../cluster.ts'
import { PERSON, wireOf } from '../person.ts'
import { interleaved, median, ratio, whole } from '../rounds.ts'
import { fillAnalyzedFarm } from './analyzedFarm.ts'
import { countKinds, describeKinds, watchCalls } from './calls.ts'

const DAY = 86_400_000
/** Days of the range; the one before is compared with it. */
const DAYS = 90
const HOUSES = 20
/** ms until the first picture, and until everything is drawn. */
const GOAL = 2000
/** Tables of the page: environment, consumption, events, mortality, batches; the first two always have a chart. */
const TABLES = 5
const CHARTS = 2

export async function benchAnalytics({ rounds }: { readonly rounds: number }): Promise<void> {
  buildWeb(() => undefined)
  const { world, stop } = await durableWorld()
  const { ids, readings } = await fillAnalyzedFarm(world, { houses: HOUSES, days: 2 * DAYS + 1 })
  const app = await buildApp(world)
  await app.start()
  const browser = await openBrowser()
  try {
    const { port } = app.http.server.address() as AddressInfo // safe: it listens on TCP
    const wire = await wireOf(world.owner, port)
    console.log(`analytics: ${ids.length} houses over ${DAYS} days, ${readings} readings`)
    // As the task of the platform does before.
    const figures = client(batchFigures, wire)
    const { rows } = await world.owner.query<{ id: string }>('select id from batches')
    for (const { id } of rows) await figures.kpis({ params: { id } })
    const url = `http://127.0.0.1:${port}`
    const address = `/analytics?days=${DAYS}${ids.map(id => `&entityIds=${id}`).join('')}`
    await opened(browser, url, address)
    const visits: Visit[] = []
    for (let round = 0; round < rounds; round++) visits.push(await opened(browser, url, address))
    printVisits(visits)
    await printCalls(wire, ids, rounds)
  } finally {
    await browser.close()
    await app.stop()
    await stop()
  }
}

interface Visit {
  /** ms until one chart is drawn, with its figures of every house. */
  readonly firstPicture: number
  /** ms until all is drawn. */
  readonly drawn: number
  readonly paths: readonly string[]
}

/** A visit in a browser that has nothing of the product but its session. */
async function opened(browser: Browser, url: string, address: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
  const page = await context.newPage()
  await signIn(page, url, PERSON.email, PERSON.password)
  const calls = watchCalls(page)
  const began = performance.now()
  await page.goto(url + address)
  await hasPicture(page)
  const firstPicture = performance.now() - began
  await isDrawn(page)
  const drawn = performance.now() - began
  await calls.answered(3, 50)
  await context.close()
  return { firstPicture, drawn, paths: calls.paths() }
}

/** A chart is drawn, and a table has a row for each house. */
const hasPicture = (page: Page) =>
  page.waitForFunction(
    houses =>
      document.querySelector('main .time-chart .chart canvas') !== null &&
      [...document.querySelectorAll('main .table')].some(table => table.querySelectorAll('tbody tr').length === houses),
    HOUSES,
    { timeout: 120_000 },
  )

/** Every table has a row for each house, and every chart is drawn. */
const isDrawn = (page: Page) =>
  page.waitForFunction(
    ([tables, charts, houses]) => {
      const shown = [...document.querySelectorAll('main .table')]
      return (
        shown.length === tables &&
        shown.every(table => table.querySelectorAll('tbody tr').length === houses) &&
        document.querySelectorAll('main .time-chart .chart canvas').length >= charts! &&
        document.querySelector('main .sk') === null
      )
    },
    [TABLES, CHARTS, HOUSES],
    { timeout: 120_000 },
  )

function printVisits(visits: readonly Visit[]): void {
  for (const [name, times] of [
    ['until the first picture', visits.map(({ firstPicture }) => firstPicture)],
    ['until all is drawn', visits.map(({ drawn }) => drawn)],
  ] as const) {
    console.log(`  ${name}, a fresh browser ${whole(median(times))} ms (${times.map(whole).join(', ')})`)
    ratio(`${name}: of 2 s`, median(times) / GOAL, 1)
  }
  const { paths } = visits.at(-1)!
  console.log(`  calls ${paths.length}: ${describeKinds(paths)}`)
  ratio('most calls of a kind', Math.max(...countKinds(paths).values()), 1)
}

/** The calls of the page alone, without a browser, and the sizes of their answers. */
async function printCalls(wire: Awaited<ReturnType<typeof wireOf>>, entityIds: string[], rounds: number): Promise<void> {
  const api = client(analytics, wire)
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  const range = { entityIds, fromDay: dayOf(Date.now() - (DAYS - 1) * DAY), toDay: dayOf(Date.now()) }
  const sizes = new Map<string, number>()
  const timed = (name: string, call: () => Promise<unknown>) => ({
    name,
    run: async () => {
      const began = performance.now()
      sizes.set(name, JSON.stringify(await call()).length)
      return performance.now() - began
    },
  })
  await interleaved(
    [
      timed('call of the overview', () => api.overview({ query: range })),
      timed('call of the batches', () => api.batches({ query: range })),
    ],
    rounds,
    'ms',
  )
  for (const [name, size] of sizes) console.log(`  ${name}: ${whole(size / 1000)} kB`)
}
