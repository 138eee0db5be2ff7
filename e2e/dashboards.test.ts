// Dashboards from the screen: widgets are added, undone, copied and saved; a public link shows them without a session, until it
// is revoked. A real program, a real browser.
import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import { expect, test } from 'vitest'
import { apiAs, data } from './api.ts'
import { desk } from './desk.ts'
import { sharesStage, page, screen, stage } from './opened.ts'
import { aPage, isClean, signIn } from './screen.ts'

sharesStage()

const { heading, button, entry, dialog, confirm } = desk(() => page)
const menu = async (action: string) => {
  await button('Dashboard actions').click()
  await page.getByRole('button', { name: action, exact: true }).click()
}
const isFullScreen = () => page.evaluate(() => document.fullscreenElement !== null)
/** Whether it is what a finger on its middle meets: nothing covers it, and a full-screen element does not leave it out. */
const isOnTop = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}
const widget = (name: string) => page.getByRole('article', { name })

test('a dashboard is created, arranged with undo, and saved', async () => {
  await signIn(page, stage.url, 'manager', stage.password)
  await page.goto(`${stage.url}/farmview`)
  await page.getByRole('article').first().waitFor()
  await page.locator('.board-pick').click()
  await button('New dashboard').click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Gate screen')
  await dialog().getByRole('button', { name: 'Create' }).click()
  await page.getByText('No widgets yet').waitFor()
  await isClean(page, 'empty dashboard')

  await button('Add widget').click()
  await dialog().waitFor()
  await isClean(page, 'choice of a widget')
  await dialog().getByRole('button', { name: /^Note/ }).click()
  await dialog().getByRole('textbox', { name: /^Text/ }).fill('Visitors wait here')
  await isClean(page, 'settings of a widget')
  await dialog().getByRole('button', { name: 'Add widget' }).click()
  await page.getByText('Visitors wait here', { exact: true }).waitFor()

  await page.getByRole('button', { name: /^Duplicate/ }).click()
  await expect.poll(() => page.getByText('Visitors wait here', { exact: true }).count()).toBe(2)
  await button('Undo').click()
  await expect.poll(() => page.getByText('Visitors wait here', { exact: true }).count()).toBe(1)
  await button('Redo').click()
  await expect.poll(() => page.getByText('Visitors wait here', { exact: true }).count()).toBe(2)
  await isClean(page, 'dashboard that is arranged')
  await button('Save layout').click()
  await button('Edit dashboard').waitFor()
  await isClean(page, 'dashboard')

  await menu('Add to favorites')
  await page.getByText('Added to favorites').waitFor()
  await menu('Full screen')
  await expect.poll(isFullScreen).toBe(true)
  await expect.poll(() => page.locator('.rail, .topbar').filter({ visible: true }).count()).toBe(0)
  await page.getByRole('article').first().waitFor()
  await menu('Rename')
  await expect.poll(() => entry('Name').evaluate(isOnTop)).toBe(true)
  await expect.poll(() => dialog().evaluate(root => root.contains(document.activeElement))).toBe(true)
  await isClean(page, 'dialog in full screen')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.evaluate(() => document.exitFullscreen())
  await page.locator('.rail').waitFor()

  await menu('Rename')
  await entry('Name').fill('Gate')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await heading('Gate, Choose dashboard')
    .or(page.locator('.board-pick', { hasText: 'Gate' }))
    .first()
    .waitFor()
})

test('a public link shows the dashboard without a session until it is revoked', async () => {
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  const boards = of('dashboards')
  const { id } = data(await boards.create({ body: { displayName: 'Public gate' } }))
  const [sensor] = data(await of('interfaces').search({ query: { category: 'TEMPERATURE' } })).content
  const configs = { interfaceId: sensor!.id, title: 'Air in the house' }
  const add = async (type: WidgetTypeName, of: object) =>
    data(await boards.addWidget({ body: { dashboardId: id, type, configs: { ...of } }, files: [] }))
  await add('DIRECT_VALUE', configs)
  await add('COUNTER', { type: 'EVENTS', title: 'Alarms now' })
  await add('COUNTER', { type: 'RULES', title: 'Rules here' })
  await add('SIMPLE_BATCH_INFO', { option: 'OPEN', title: 'Batches now' })
  await add('MAP', { title: 'Farms' })
  await add('SIMPLE_SEARCH_TABLE', { subject: 'BATCHES', title: 'All batches' })
  await page.goto(`${stage.url}/farmview?dashboard=${id}`)
  await widget('Air in the house').waitFor()
  await menu('Public link')
  await dialog().waitFor()
  await isClean(page, 'public link')
  const share = dialog().getByRole('region', { name: 'Link to share' })
  const includesAll = share.getByRole('switch')
  expect(await includesAll.isChecked()).toBe(false)
  await includesAll.check()
  await share.getByRole('button', { name: 'Create link' }).click()
  const address = await dialog().locator('code').first().innerText()
  expect(address).toContain(`${stage.url}/farmview/public-dashboard#`)

  const visitor = await aPage(screen.browser, screen.complaints as string[], {})
  await visitor.goto(address)
  await visitor.getByRole('article', { name: /Air in the house/ }).waitFor()
  const shown = (name: string) => visitor.getByRole('article', { name })
  for (const name of ['Alarms now', 'Rules here', 'Batches now']) await shown(name).getByText(/^\d+$/).first().waitFor()
  await shown('All batches').getByRole('row').nth(1).waitFor()
  await shown('Farms').locator('.pin').first().waitFor()
  await isClean(visitor, 'public dashboard')
  expect(await visitor.getByRole('link').count()).toBe(0)
  await page.keyboard.press('Escape')
  await menu('Public link')
  expect(await includesAll.isChecked()).toBe(true)
  await share.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Link revoked. It no longer works.').waitFor()
  // Without a reload, before the page asks by itself.
  await visitor.getByText('This link no longer works').waitFor()
  expect(await visitor.getByRole('article').count()).toBe(0)
  await visitor.context().close()
  await page.keyboard.press('Escape')
  await menu('Delete dashboard')
  await confirm('Delete')
  await page.getByText('Dashboard deleted').waitFor()
})
