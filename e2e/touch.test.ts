// @module-tag nightly
// A phone in a barn: a swipe over a slider scrolls, a drag of its handle commands, and a command can be undone.
import type { CDPSession, Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opens, screen, stage } from './opened.ts'
import { aPage, signIn } from './screen.ts'

opens()

const PHONE = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true }
let phone: Page
let touch: CDPSession
const commands: unknown[] = []

beforeAll(async () => {
  phone = await aPage(screen.browser, [], PHONE)
  await phone.clock.install()
  touch = await phone.context().newCDPSession(phone)
  phone.on('request', request => {
    if (request.method() === 'POST' && request.url().includes('/actuate')) commands.push(request.postDataJSON())
  })
  await signIn(phone, stage.url, 'manager', stage.password, '/farmview')
})
beforeEach(() => void commands.splice(0))

interface Point {
  readonly x: number
  readonly y: number
}

/** A finger goes down, moves to another point within a second, rests and goes up: so that no fling swallows the next tap. */
async function swipe(from: Point, to: Point): Promise<void> {
  const began = Date.now() / 1000
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number) => {
    const at = {
      x: from.x + ((to.x - from.x) * Math.min(step, 20)) / 20,
      y: from.y + ((to.y - from.y) * Math.min(step, 20)) / 20,
    }
    return touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [at],
      timestamp: began + step * 0.05,
    })
  }
  await send('touchStart', 0)
  for (let step = 1; step <= 30; step++) await send('touchMove', step)
  await send('touchEnd', 31)
}
const centre = async (locator: Locator): Promise<Point> => {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}
/** Waits until the page has drawn its widgets and this element stands where it stays: a finger does not follow it. */
async function settle(locator: Locator): Promise<void> {
  await expect.poll(() => phone.locator('.widget[aria-hidden="true"]').count()).toBe(0)
  const boxes: string[] = []
  const isStill = async () => {
    boxes.push(JSON.stringify(await locator.boundingBox()))
    return boxes.length > 3 && new Set(boxes.slice(-4)).size === 1
  }
  await expect.poll(isStill, { interval: 250 }).toBe(true)
}
/** The first device with a slider, in the middle of the screen: there is room to swipe. */
async function control(): Promise<Locator> {
  const widget = phone.locator('.widget', { has: phone.getByRole('slider') }).first()
  const { handle } = parts(widget)
  await handle.waitFor()
  await settle(handle)
  await handle.evaluate(of => of.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await settle(handle)
  return widget
}
const parts = (locator: Locator) => ({ handle: locator.getByRole('slider'), track: locator.locator('.mantine-Slider-track') })
const valueOf = (locator: Locator) => parts(locator).handle.getAttribute('aria-valuenow')
const scrolled = () => phone.evaluate(() => document.scrollingElement!.scrollTop)

/** A finger drags the handle a third of the track towards its middle. */
async function drag(locator: Locator): Promise<void> {
  const { handle, track } = parts(locator)
  const from = await centre(handle)
  const { width } = (await track.boundingBox())!
  const direction = Number(await valueOf(locator)) > 50 ? -1 : 1
  await swipe(from, { x: from.x + (direction * width) / 3, y: from.y + 3 })
}
/** Longer than a command waits. */
const pass = () => phone.clock.runFor(10_000)
const undo = (locator: Locator) => locator.getByRole('button', { name: /Undo$/ })

test.each(['handle', 'track'] as const)(
  'a swipe up from the %s of a slider scrolls and sends no command',
  { tags: ['nightly'] },
  async part => {
    const widget = await control()
    const before = await scrolled()
    const from = await centre(parts(widget)[part])
    await swipe(from, { x: from.x + 4, y: from.y - 250 })
    await expect.poll(scrolled).toBeGreaterThan(before + 100)
    await pass()
    expect(commands).toEqual([])
  },
)

test('a tap on the track of a slider sends no command', async () => {
  const { track } = parts(await control())
  const { x, y, width, height } = (await track.boundingBox())!
  await phone.touchscreen.tap(x + width * 0.5, y + height / 2)
  await pass()
  expect(commands).toEqual([])
})

test('a drag of the handle waits, and undoing it sends no command', async () => {
  const widget = await control()
  const before = await valueOf(widget)
  await drag(widget)
  await undo(widget).tap()
  await expect.poll(() => valueOf(widget)).toBe(before)
  await pass()
  expect(commands).toEqual([])
})

test('a drag of the handle commands its value once, and the device goes back to automatic', async () => {
  const widget = await control()
  await drag(widget)
  await undo(widget).waitFor()
  const value = Number(await valueOf(widget))
  expect(commands).toEqual([])
  await pass()
  await expect.poll(() => commands).toEqual([{ value, hold: 1_800_000 }])

  const release = widget.getByRole('button', { name: /Return to automatic$/ })
  await release.waitFor()
  expect(await release.innerText()).toContain('Return to automatic')
  await release.tap()
  await expect.poll(() => commands.at(-1)).toMatchObject({ hold: 0 })
})

test('a command that waits is cancelled with a notice when the dashboard is arranged', async () => {
  const widget = await control()
  await drag(widget)
  await undo(widget).waitFor()
  const viewport = phone.viewportSize()!
  // A tablet: on a phone nothing is arranged.
  await phone.setViewportSize({ width: 1024, height: 800 })
  await phone.getByRole('button', { name: 'Edit dashboard' }).tap()
  await phone.getByText(/was not sent$/).waitFor()
  await pass()
  expect(commands).toEqual([])
  await phone.setViewportSize(viewport)
  await phone.goto(`${stage.url}/farmview`)
})

test('a command that waits is sent when the page is left', async () => {
  const widget = await control()
  await drag(widget)
  await undo(widget).waitFor()
  await phone.getByRole('link', { name: 'Events' }).first().tap()
  await expect.poll(() => commands.length).toBe(1)
})
