import { afterEach, beforeEach, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { button, openPage, tileOf } from './editorStage.tsx'

interface Point {
  readonly x: number
  readonly y: number
}
type Session = { send: (method: string, params: object) => Promise<unknown> }
const browser = () => cdp() as unknown as Session // safe: of a Chromium

beforeEach(async () => {
  await page.viewport(768, 900)
  await browser().send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
})
afterEach(async () => {
  await browser().send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await page.viewport(1280, 900)
})

async function openEditor() {
  await openPage()
  await button('Edit dashboard').click()
  await expect.element(button('Move Above')).toBeVisible()
}

/** A finger that touches a point of this page and goes. */
async function tap({ x, y }: Point) {
  const frame = window.frameElement!.getBoundingClientRect()
  const touchPoints = [{ x: frame.left + x, y: frame.top + y }]
  await browser().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await browser().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
const centreOf = (element: Element): Point => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
const handle = () => button('Move Above').element()
const tools = () => [...tileOf('Above').querySelectorAll<HTMLElement>('.edit-tool:not(.edit-handle)')]
const areShown = () => tools().every(tool => tool.checkVisibility())
const isUnchanged = () => button('Undo').element().getAttribute('aria-disabled') === 'true'

test('the tools of a narrow widget come when its handle is touched', async () => {
  await openEditor()
  expect(matchMedia('(pointer: coarse)').matches).toBe(true)
  expect(tools().some(tool => tool.checkVisibility())).toBe(false)
  await tap(centreOf(handle()))
  await expect.poll(areShown).toBe(true)
  expect(tools().every(tool => tool.offsetWidth >= 40 && tool.offsetHeight >= 40)).toBe(true)
})

test('no tool of a narrow widget lies under the finger that brings it', async () => {
  await openEditor()
  const finger = centreOf(handle())
  await tap(finger)
  await expect.poll(areShown).toBe(true)
  expect(document.elementFromPoint(finger.x, finger.y)?.closest('button')).toBe(handle())
  await tap(finger)
  expect(isUnchanged()).toBe(true)
  expect(page.getByRole('dialog').query()).toBeNull()
  await tap(centreOf(button('Remove: Above').element()))
  await expect.poll(() => page.getByText('Above', { exact: true }).query()).toBeNull()
})

test('a touch where hidden tools will be does nothing', async () => {
  await openEditor()
  await tap(centreOf(handle()))
  await expect.poll(areShown).toBe(true)
  const places = tools().map(centreOf)
  await tap(centreOf(button('Move Below').element()))
  await expect.poll(areShown).toBe(false)
  for (const place of places) await tap(place)
  expect(isUnchanged()).toBe(true)
  expect(page.getByRole('dialog').query()).toBeNull()
  expect(areShown()).toBe(false)
})

/** A finger that goes up by so many px. */
async function swipe({ x, y }: Point, distance: number) {
  const frame = window.frameElement!.getBoundingClientRect()
  const at = (moved: number) => [{ x: frame.left + x, y: frame.top + y - moved }]
  await browser().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let moved = 10; moved <= distance; moved += 10)
    await browser().send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(moved) })
  await browser().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
const topOf = () => tileOf('Above').getBoundingClientRect().top

test('a finger on the body of a widget scrolls while the dashboard is arranged', async () => {
  await page.viewport(768, 260)
  await openEditor()
  const before = topOf()
  const { left, top, width, height } = tileOf('Above').getBoundingClientRect()
  await swipe({ x: left + width / 2, y: top + height - 12 }, 100)
  await expect.poll(topOf).toBeLessThan(before - 50)
  expect(isUnchanged()).toBe(true)
})
