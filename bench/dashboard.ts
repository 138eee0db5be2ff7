// What a dashboard of 30 live widgets, 10 of them charts over 30 days, costs a browser: the demo in a production build, in Chromium.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../apps/server/src/platform/network/freePort.ts'
import { apiAs, data } from '../e2e/api.ts'
import { signIn } from '../e2e/screen.ts'
import { openBrowser } from '../tools/process/browser.ts'
import { median, ratio, whole } from './rounds.ts'
import { describeKinds } from './screen/calls.ts'
import { measureDay } from './screen/dashboardDay.ts'
import { measureMapEditing } from './screen/mapEditing.ts'
import { openWatched } from './screen/watchedPage.ts'

const PASSWORD = 'Bench-horse-7'
const CHARTS = 10
const VALUES = 20
const REFRESHES = 60
const MINUTE = 60_000
/** s that the demo may take until it answers: it makes up its past. */
const DEMO_WITHIN = 900
/** Refreshes before the heap is measured first: what the page loads ahead is there, and every cache has its content. */
const WARM_UP = 6
/** Minutes of all timers of the page, one after another. */
const MINUTES = 5
const GOALS = { interactive: 2000, refresh: 200, heap: 1.1 }

export async function benchDashboard({ rounds }: { readonly rounds: number }): Promise<void> {
  const demo = await startDemo()
  const browser = await openBrowser()
  try {
    const address = await createDashboard(demo.url)
    console.log(`dashboard: ${CHARTS} charts over 30 days and ${VALUES} values`)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await openedIn(browser, demo.url, address))
    console.log(`  until all widgets are drawn, a fresh browser ${whole(median(times))} ms (${times.map(whole).join(', ')})`)
    ratio('until all widgets are drawn: of 2 s', median(times) / GOALS.interactive, 1)
    await refreshed(browser, demo.url, address)
    await measureMapEditing(browser, { url: demo.url, name: 'manager', password: PASSWORD })
  } finally {
    await browser.close()
    await demo.stop()
  }
}

/** The demo as one starts it, with its past, in a folder of its own. */
async function startDemo() {
  const dataDir = mkdtempSync(join(tmpdir(), 'steading-bench-'))
  chmodSync(dataDir, 0o711)
  const httpPort = await freePort()
  const child = spawn(process.execPath, ['tools/start.ts'], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATA_DIR: dataDir,
      HTTP_PORT: String(httpPort),
      MQTT_PORT: String(await freePort()),
      DEMO_PASSWORD: PASSWORD,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = new Promise<void>(done => child.once('exit', () => done()))
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
    rmSync(dataDir, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${httpPort}`
  for (const until = performance.now() + DEMO_WITHIN * 1000; performance.now() < until;) {
    if (child.exitCode !== null) throw new Error(`the demo ended with ${child.exitCode}`)
    if ((await fetch(`${url}/services/health`).catch(() => undefined))?.ok) return { url, stop }
    await new Promise(done => setTimeout(done, 500))
  }
  await stop()
  throw new Error(`the demo did not answer in ${DEMO_WITHIN} s`)
}

/** A dashboard of the manager's own; answers its path. */
async function createDashboard(url: string): Promise<string> {
  const { of } = await apiAs(url, 'manager', PASSWORD)
  const found = [
    ...data(await of('interfaces').search({ query: { category: 'TEMPERATURE', itemsPerPage: 50 } })).content,
    ...data(await of('interfaces').search({ query: { category: 'HUMIDITY', itemsPerPage: 50 } })).content,
  ]
  if (found.length === 0) throw new Error('the demo has no sensors')
  const at = (index: number) => found[index % found.length]!.id
  const boards = of('dashboards')
  const { id } = data(await boards.create({ body: { displayName: 'Bench' } }))
  const add = async (type: string, configs: object) =>
    data(await boards.addWidget({ body: { dashboardId: id, type, configs } as never, files: [] })) // safe: as the contract of its type
  for (let index = 0; index < CHARTS; index++)
    await add(index % 2 === 0 ? 'SIMPLE_MULTI_LINE_CHART' : 'COMPLEX_CHART', {
      title: `Chart ${index}`,
      interfaceIds: [at(index), at(index + 1)],
      hours: 720,
    })
  for (let index = 0; index < VALUES; index++)
    await add(index % 2 === 0 ? 'DIRECT_VALUE' : 'GAUGE', {
      title: `Value ${index}`,
      interfaceId: at(index),
      ...(index % 2 === 1 && { min: 0, max: 100 }),
    })
  return `/farmview?dashboard=${id}`
}

/** All widgets are there, none waits, and each chart is drawn. */
const isDrawn = (page: Page) =>
  page.waitForFunction(
    ([widgets, charts]) =>
      document.querySelectorAll('main article').length >= widgets! &&
      document.querySelector('main .sk') === null &&
      document.querySelectorAll('main article canvas, main article svg.chart').length >= charts!,
    [CHARTS + VALUES, CHARTS],
    { timeout: 120_000 },
  )

/** ms from the address to the last widget, in a browser that has nothing of the product but its session. */
async function openedIn(browser: Browser, url: string, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
  const page = await context.newPage()
  await signIn(page, url, 'manager', PASSWORD)
  const began = performance.now()
  await page.goto(url + address)
  // Widgets below the fold load once they are near: all of them are looked at.
  await page.setViewportSize({ width: 1440, height: 4000 })
  await isDrawn(page)
  const took = performance.now() - began
  await context.close()
  return took
}

/**
 * An hour of refreshes: main thread and requests of each, and the heap before and after. The page's clock leaps a minute, so each
 * timer that is due fires once: that is one update of all values, since the stream has been silent for too long and joins anew.
 * Some minutes in which every timer of the page runs are measured apart: they are an upper bound, since most of them is the
 * virtual clock itself. A day of refreshes follows on the same page.
 */
async function refreshed(browser: Browser, url: string, address: string) {
  const watched = await openWatched(browser, { url, name: 'manager', password: PASSWORD })
  const { page, calls } = watched
  const answered = () => calls.answered(3, 50)
  /** Task time and requests of what passes in the page. */
  const measured = async (pass: () => Promise<void>) => {
    calls.reset()
    const before = await watched.taskTime()
    await pass()
    await answered()
    // The stream joins after a pause, and what it has missed is asked for.
    await page.clock.runFor(1000)
    await answered()
    return { task: (await watched.taskTime()) - before, requests: calls.paths() }
  }
  const refresh = () => measured(() => page.clock.fastForward(MINUTE))
  await page.goto(url + address)
  await isDrawn(page)
  for (let round = 0; round < WARM_UP; round++) await refresh()
  const heapBefore = await watched.heap()
  const rounds: Awaited<ReturnType<typeof measured>>[] = []
  for (let round = 0; round < REFRESHES; round++) rounds.push(await refresh())
  const heapAfter = await watched.heap()
  const minutes: number[] = []
  for (let round = 0; round < MINUTES; round++) minutes.push((await measured(() => page.clock.runFor(MINUTE))).task)
  const tasks = rounds.map(round => round.task)
  console.log(`  main thread of a refresh ${whole(median(tasks))} ms, at most ${whole(Math.max(...tasks))} ms`)
  console.log(`  main thread of a refresh and a virtual minute of all timers ${whole(median(minutes))} ms`)
  ratio('main thread of a refresh: of 200 ms', median(tasks) / GOALS.refresh, 1)
  const counts = rounds.map(round => round.requests.length)
  // Of one refresh with as many requests as most have.
  const usual = rounds.find(round => round.requests.length === median(counts)) ?? rounds[0]!
  console.log(`  requests of a refresh ${median(counts)}: ${describeKinds(usual.requests)}`)
  console.log(`  heap ${(heapBefore / 1e6).toFixed(1)} MB, after ${REFRESHES} refreshes ${(heapAfter / 1e6).toFixed(1)} MB`)
  ratio(`heap after ${REFRESHES} refreshes: of the heap before`, heapAfter / heapBefore, GOALS.heap)
  await measureDay(watched)
  await watched.close()
}
