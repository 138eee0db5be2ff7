import type { PublicDashboardWidgets } from '@steading/contract/widgets/publicDashboards'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { reloadForVersion } from '../../src/platform/session/version.ts'
import { clock } from '../../src/platform/page/clock.ts'
import PublicDashboard from '../../src/publicDashboards/PublicDashboard.tsx'
import { sampleFans } from '../interface.sample.ts'
import { isClean } from './axe.ts'
import { type Call, openStage } from './stage.tsx'

vi.mock('../../src/platform/session/version.ts', { spy: true })

const LINK = 'a'.repeat(22)
type Turn = readonly PublicDashboardWidgets['turn'][number][]
const boardOf = (id: string, kind: 'KIOSK' | 'PUBLIC', turn: Turn): PublicDashboardWidgets => ({
  id,
  displayName: `House ${id}`,
  subtitle: null,
  kind,
  language: 'en-US',
  timeZone: 'Pacific/Kiritimati',
  turn: [...turn],
  houses: [],
  layout: [{ id: `7${id}`, x: 0, y: 0, w: 3, h: 2 }],
  widgets: {
    [`7${id}`]: {
      id: `7${id}`,
      dashboardId: id,
      type: 'TITLE',
      configs: { text: `Heading ${id}`, position: 'LEFT', line: false },
      isBroken: false,
      files: [],
    },
  },
})
const inTurn = (...alarms: Turn[number]['alarm'][]): Turn =>
  alarms.map((alarm, at) => ({
    id: String(at + 1),
    displayName: `House ${at + 1}`,
    alarm,
    alarmPlace: alarm && 'Broiler house 7',
  }))
const moveClock = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

const release = vi.fn<() => Promise<void>>(async () => undefined)
const request = vi.fn<() => Promise<{ release: typeof release }>>(async () => ({ release }))
const wakeLock = Object.getOwnPropertyDescriptor(Navigator.prototype, 'wakeLock')
beforeEach(() => {
  vi.clearAllMocks()
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  window.location.hash = LINK
})
afterEach(() => {
  vi.useRealTimers()
  delete (navigator as { wakeLock?: unknown }).wakeLock
  if (wakeLock) Object.defineProperty(Navigator.prototype, 'wakeLock', wakeLock)
  window.location.hash = ''
})

type Reply = (call: Call) => Response
const silent: Reply = () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } })

/** A public page of these dashboards, by the text behind the # of its address. */
const open = (kind: 'KIOSK' | 'PUBLIC', turnOf: () => Turn, watch = silent) =>
  openStage(<PublicDashboard />, {
    replies: {
      'GET /public-dashboard/watch': watch,
      'GET /public-dashboard/:id/true': ({ path }: Call) => boardOf(path.split('/')[2]!.split('.')[1] ?? '1', kind, turnOf()),
    },
  })

test('a kiosk shows its dashboards in turn and stays on the one with an open alarm', async () => {
  moveClock()
  let turn = inTurn(null, null)
  await open('KIOSK', () => turn)
  await expect.element(heading('House 1')).toBeVisible()
  await vi.advanceTimersByTimeAsync(31_000)
  await expect.element(heading('House 2')).toBeVisible()
  await vi.advanceTimersByTimeAsync(31_000)
  await expect.element(heading('House 1')).toBeVisible()
  turn = inTurn(null, 'CRITICAL')
  await vi.advanceTimersByTimeAsync(61_000)
  await expect.element(heading('House 2')).toBeVisible()
  await expect.element(page.getByText(/^Open alarm \(Broiler house 7\)/)).toBeVisible()
  await vi.advanceTimersByTimeAsync(95_000)
  await expect.element(heading('House 2')).toBeVisible()
})

/** A board of so many rows, a heading in every second one. */
const longBoard = (rows: number, turn: Turn): PublicDashboardWidgets => {
  const ids = Array.from({ length: rows / 2 }, (_, at) => String(at + 1))
  const widget = (id: string) => ({
    id,
    dashboardId: '1',
    type: 'TITLE' as const,
    configs: { text: `Row ${id}`, position: 'LEFT', line: false },
    isBroken: false,
    files: [],
  })
  return {
    ...boardOf('1', 'KIOSK', turn),
    layout: ids.map((id, at) => ({ id, x: 0, y: 2 * at, w: 12, h: 2 })),
    widgets: Object.fromEntries(ids.map(id => [id, widget(id)])),
  }
}
const openLong = (rows: number, turn: Turn = []) =>
  openStage(<PublicDashboard />, {
    replies: { 'GET /public-dashboard/watch': silent, 'GET /public-dashboard/:id/true': () => longBoard(rows, turn) },
  })
/** Rows that the screen shows whole. */
const shownRows = () =>
  [...document.querySelectorAll('.kiosk-screen .tile')]
    .map(tile => ({ tile, place: tile.getBoundingClientRect() }))
    .filter(({ place }) => place.top >= 0 && place.bottom <= window.innerHeight)
    .map(({ tile }) => Number(/\d+/.exec(tile.textContent)?.[0]))

test('a kiosk draws a dashboard smaller that is little longer than its screen', async () => {
  await openLong(12)
  await expect.poll(shownRows).toEqual([1, 2, 3, 4, 5, 6])
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(window.innerHeight)
})

test('a kiosk shows a dashboard that is much longer than its screen page by page', async () => {
  moveClock()
  await openLong(20)
  await expect.poll(shownRows).toEqual([1, 2, 3, 4])
  await vi.advanceTimersByTimeAsync(16_000)
  await expect.poll(shownRows).toEqual([5, 6, 7, 8])
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.poll(() => shownRows().at(-1)).toBe(10)
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.poll(shownRows).toEqual([1, 2, 3, 4])
})

test('a kiosk shows the last page of a long dashboard before it goes on to the next one', async () => {
  moveClock()
  await openLong(20, inTurn(null, null))
  await expect.poll(shownRows).toEqual([1, 2, 3, 4])
  await vi.advanceTimersByTimeAsync(11_000)
  await expect.poll(shownRows).toEqual([5, 6, 7, 8])
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(() => shownRows().at(-1)).toBe(10)
})

/** Fans that somebody set by hand, and a heating: operable for who may operate them. */
const controls = (() => {
  const fans = sampleFans({
    id: '8',
    lastConvertedReading: 40,
    lastCommand: {
      id: '01',
      interfaceId: '8',
      value: 40,
      state: 'DONE',
      issuedUtc: new Date().toISOString(),
      answeredUtc: new Date().toISOString(),
      reason: null,
      readBack: 40,
      verifiedUtc: null,
      holdUntilUtc: new Date(Date.now() + 3_600_000).toISOString(),
      by: null,
    },
  })
  const heating = sampleFans({
    id: '9',
    displayName: 'Heating',
    category: 'HEATING_RELAY',
    terminalInterfaceDataType: 'BOOLEAN',
    unit: null,
    lastConvertedReading: true,
  })
  return [fans, heating]
})()

test('a controller of a public page shows its state and operates nothing, whoever is signed in', async () => {
  const board = boardOf('1', 'PUBLIC', [])
  const widgets = controls.map(({ id }) => ({
    id,
    dashboardId: '1',
    type: 'CONTROLLER' as const,
    configs: { interfaceId: id },
    isBroken: false,
    files: [],
  }))
  await openStage(<PublicDashboard />, {
    replies: {
      'GET /public-dashboard/watch': silent,
      'GET /public-dashboard/:id/true': () => ({
        ...board,
        layout: widgets.map(({ id }, at) => ({ id, x: 3 * at, y: 0, w: 3, h: 2 })),
        widgets: Object.fromEntries(widgets.map(widget => [widget.id, widget])),
      }),
      'GET /interfaces/public': () => controls,
    },
  })
  const fans = page.getByRole('article', { name: 'Fans, House 2' })
  const heating = page.getByRole('article', { name: 'Heating, House 2' })
  await expect.element(fans.getByText('40%')).toBeVisible()
  await expect.element(fans.getByText(/^Confirmed/)).toBeVisible()
  await expect.element(heating.getByRole('switch')).toBeDisabled()
  await expect.element(heating.getByRole('switch')).toBeChecked()
  expect([...page.getByRole('main').element().querySelectorAll('.widget :is(a, button)')]).toEqual([])
  await expect.element(fans.getByRole('slider')).not.toBeInTheDocument()
})

test('a kiosk fetches tasks every 30 s, and other lists every minute', async () => {
  moveClock()
  const table = (id: string, subject: 'EVENTS' | 'TASKS') => ({
    id,
    dashboardId: '1',
    type: 'SIMPLE_SEARCH_TABLE' as const,
    configs: { subject },
    isBroken: false,
    files: [],
  })
  const widgets = [table('8', 'TASKS'), table('9', 'EVENTS')]
  const { calls } = await openStage(<PublicDashboard />, {
    replies: {
      'GET /public-dashboard/watch': silent,
      'GET /public-dashboard/:id/true': () => ({
        ...boardOf('1', 'KIOSK', []),
        layout: widgets.map(({ id }, at) => ({ id, x: 6 * at, y: 0, w: 6, h: 3 })),
        widgets: Object.fromEntries(widgets.map(widget => [widget.id, widget])),
      }),
      'GET /widgets/public/content/8': () => ({
        table: { total: 1, content: { subject: 'TASKS', rows: [{ name: 'Clean the house', place: 'House 2' }] } },
      }),
      'GET /widgets/public/content/9': () => ({
        table: { total: 1, content: { subject: 'EVENTS', rows: [{ name: 'Door open', place: 'House 2' }] } },
      }),
    },
  })
  await expect.element(page.getByText('Clean the house')).toBeVisible()
  await expect.element(page.getByText('Door open')).toBeVisible()
  const asked = (id: string) => calls.filter(({ path }) => path === `/widgets/public/content/${id}`).length
  await vi.advanceTimersByTimeAsync(31_000)
  await expect.poll(() => asked('8')).toBe(2)
  expect(asked('9')).toBe(1)
  await vi.advanceTimersByTimeAsync(30_000)
  await expect.poll(() => [asked('8'), asked('9')]).toEqual([3, 2])
})

test('a kiosk asks the device to keep its screen on', async () => {
  const { screen } = await open('KIOSK', () => [])
  await expect.element(heading('House 1')).toBeVisible()
  await expect.poll(() => request.mock.calls).toEqual([['screen']])
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => request.mock.calls.length).toBe(2)
  await isClean(screen.container)
  await screen.unmount()
  await expect.poll(() => release.mock.calls.length).toBe(1)
})

test('a shared link leaves the screen of the device alone', async () => {
  await open('PUBLIC', () => [])
  await expect.element(heading('House 1')).toBeVisible()
  expect(request).not.toHaveBeenCalled()
})

test('a public page says times by the zone of its dashboard', async () => {
  await open('PUBLIC', () => [])
  await expect.element(heading('House 1')).toBeVisible()
  const local = new Intl.DateTimeFormat('en-GB', { timeZone: 'Pacific/Kiritimati', hour: '2-digit', minute: '2-digit' })
  await expect.element(page.getByText(new RegExp(`Updated ${local.format(Date.now()).slice(0, 2)}`))).toBeVisible()
})

test('a public page says since when it has no new values', async () => {
  await open('PUBLIC', () => [])
  await expect.element(page.getByText(/^Updated/)).toBeVisible()
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + 200_000)
  await expect.element(page.getByText(/^No new values since/)).toBeVisible()
  expect(clock.now()).toBe(now + 200_000)
})

test('after a sleep of its device a public page fetches at once, and marks its values as old until new ones come', async () => {
  moveClock()
  let isAwake = true
  let answer = () => {}
  const board = boardOf('1', 'PUBLIC', [])
  const { calls } = await openStage(<PublicDashboard />, {
    replies: {
      'GET /public-dashboard/watch': silent,
      'GET /public-dashboard/:id/true': () =>
        isAwake
          ? board
          : new Response(
              new ReadableStream({
                start(body) {
                  answer = () => {
                    body.enqueue(new TextEncoder().encode(JSON.stringify(board)))
                    body.close()
                  }
                },
              }),
              { headers: { 'content-type': 'application/json' } },
            ),
    },
  })
  await expect.element(page.getByText(/^Updated/)).toBeVisible()
  const asked = () => calls.filter(({ path }) => path.endsWith('/true')).length
  const before = asked()
  isAwake = false
  vi.setSystemTime(Date.now() + 8 * 3_600_000)
  await vi.advanceTimersByTimeAsync(11_000)
  await expect.poll(asked).toBeGreaterThan(before)
  await expect.element(page.getByText(/^No new values since/)).toBeVisible()
  answer()
  await expect.element(page.getByText(/^Updated/)).toBeVisible()
})

test('a public page opens its stream again once it is silent for 30 s', async () => {
  moveClock()
  const streams: { signal: AbortSignal; body: ReadableStreamDefaultController }[] = []
  await open(
    'PUBLIC',
    () => [],
    ({ signal }) =>
      new Response(
        new ReadableStream({
          start(body) {
            streams.push({ signal, body })
            signal.addEventListener('abort', () => body.error(signal.reason))
          },
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      ),
  )
  await expect.element(heading('House 1')).toBeVisible()
  const [first] = streams
  for (let times = 0; times < 3; times++) {
    const message = JSON.stringify({ type: 'alive', atUtc: new Date().toISOString() })
    first!.body.enqueue(new TextEncoder().encode(`data: ${message}\n\n`))
    // It was read.
    await expect.poll(() => first!.body.desiredSize).toBe(1)
    await vi.advanceTimersByTimeAsync(20_000)
  }
  expect([streams.length, first!.signal.aborted]).toEqual([1, false])
  await vi.advanceTimersByTimeAsync(11_000)
  await expect.poll(() => streams.length).toBe(2)
  expect([first!.signal.aborted, streams[1]!.signal.aborted]).toEqual([true, false])
})

/** How often a page has asked for a newer version after these minutes. */
async function versionChecks(kind: 'KIOSK' | 'PUBLIC', minutes: readonly number[]) {
  moveClock()
  vi.mocked(reloadForVersion).mockResolvedValue()
  await open(kind, () => [])
  await expect.element(heading('House 1')).toBeVisible()
  const checks: number[] = []
  let passed = 0
  for (const minute of minutes) {
    await vi.advanceTimersByTimeAsync((minute - passed) * 60_000)
    passed = minute
    checks.push(vi.mocked(reloadForVersion).mock.calls.length)
  }
  return checks
}

test('a kiosk loads a newer version in place, asked for every ten minutes', async () => {
  expect(await versionChecks('KIOSK', [9, 10.1, 20.1])).toEqual([0, 1, 2])
})

test('a public page loads a newer version in place, asked for every ten minutes', { tags: ['nightly'] }, async () => {
  expect(await versionChecks('PUBLIC', [9, 10.1, 20.1])).toEqual([0, 1, 2])
})
