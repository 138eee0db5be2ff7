// The connection breaks while somebody works: the last screen stays, what cannot be done is said, nothing is sent later
// behind anybody's back, and when the connection is back the work goes on where it was.
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { aStage } from './stage.ts'
import type { Stage } from './stage.ts'
import { PATIENCE } from '../tools/testing/patience.ts'
import { closePages, sharedBrowser } from './screen.ts'

let stage: Stage
let browser: Browser
let page: Page
beforeAll(async () => {
  stage = await aStage()
  browser = await sharedBrowser()
  page = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage()
  page.setDefaultTimeout(PATIENCE.page)
})
afterAll(async () => {
  await closePages(browser)
  await stage?.close()
})

test('an action and a page in an outage', async () => {
  await page.goto(`${stage.url}/`)
  await page.getByLabel('Email').fill('stock@steading.example')
  await page.getByLabel('Password').first().fill(stage.password)
  await page.locator('button[type=submit]').click()
  const home = page.getByRole('heading', { level: 1, name: 'Broiler watch' })
  await home.waitFor()
  const fans = page.getByRole('slider', { name: /Fans/ })
  await fans.waitFor()

  const { of } = await apiAs(stage.url, 'stock', stage.password)
  const outputs = async () =>
    data(await of('interfaces').search({ query: { itemsPerPage: 50, search: 'Fans' } })).content.map(one => one.lastCommand?.id)
  const orders = await eventually('the fans', outputs, found => found.length > 0)

  // Overlays are fetched ahead: the error dialog is here before it is needed.
  const built = JSON.parse(readFileSync('apps/web/dist/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>
  const errorDialog = built['src/ui/overlay/Dialog.tsx']!.file
  await eventually(
    'the dialog ahead of time',
    () => page.evaluate(() => performance.getEntriesByType('resource').map(performanceEntry => performanceEntry.name)),
    names => names.some(name => name.endsWith(errorDialog)),
  )
  const offline = page.getByText(/Offline since/)
  await page.context().setOffline(true)
  // Before anything is asked for: the bar claims no longer to be live than it is.
  await offline.waitFor()
  expect(await page.locator('.topbar .live').textContent()).toContain('Offline')
  // Nothing can be operated, and the controls say why.
  await page.getByText('Offline, commands unavailable').first().waitFor()
  // Each widget renders by itself: the first that says so is not the last.
  await expect.poll(() => page.getByRole('switch', { name: /Cooling pads/ }).isDisabled()).toBe(true)
  await expect.poll(() => fans.count()).toBe(0)
  await offline.waitFor()
  expect(await home.isVisible()).toBe(true)
  expect(await page.getByText('Fans', { exact: true }).first().isVisible()).toBe(true)

  // A page that was never opened says why it is not here, inside the shell.
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await page.getByText('This part is not loaded yet.').waitFor()
  expect(await page.getByText('Something went wrong on this page').count()).toBe(0)
  expect(await page.getByRole('navigation').first().isVisible()).toBe(true)
  await page.goBack()
  await home.waitFor()
  await page.goForward()
  await page.getByText('This part is not loaded yet.').waitFor()

  // Back: the page comes by itself, with its style, and work goes on.
  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Alarms' }).waitFor()
  await offline.waitFor({ state: 'detached' })
  await page
    .getByRole('row', { name: /Temperature/ })
    .first()
    .waitFor()
  // A sheet that did not come cannot be read.
  const lost = () =>
    page.evaluate(() =>
      [...document.styleSheets].flatMap(styleSheet => {
        try {
          return styleSheet.cssRules.length ? [] : [styleSheet.href]
        } catch {
          return [styleSheet.href]
        }
      }),
    )
  await expect.poll(lost).toEqual([])
  expect(await page.locator('.table').evaluate(table => getComputedStyle(table).borderCollapse)).toBe('collapse')
  await page.goBack()
  await home.waitFor()
  expect(await outputs()).toEqual(orders)
  await fans.focus()
  await page.keyboard.press('End')
  await eventually('the order', outputs, now => now.some((id, at) => id !== orders[at]))

  // A nervous hand: two clicks are one order.
  const sent: { value: boolean }[] = []
  page.on('request', request => {
    if (request.url().endsWith('/actuate')) sent.push(request.postDataJSON())
  })
  const pads = page.getByRole('switch', { name: /Cooling pads/ })
  await page.locator('.ctl-switch', { has: pads }).locator('.mantine-Switch-track').dblclick()
  const [first] = await eventually(
    'the first order',
    async () => sent,
    orders => orders.length > 0,
  )
  await eventually(
    'the pads',
    () => pads.isChecked(),
    on => on === first?.value,
  )
  expect(sent).toHaveLength(1)

  await page
    .getByRole('link', { name: /Cooling pads/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Operate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('radio')
    .nth(first?.value ? 1 : 0)
    .check({ force: true })
  await dialog.getByRole('button', { name: 'Send' }).dblclick()
  await eventually(
    'the second order',
    async () => sent.length,
    count => count > 1,
  )
  await page.waitForTimeout(1000)
  expect(sent.map(({ value }) => value)).toEqual([first?.value, !first?.value])
})
