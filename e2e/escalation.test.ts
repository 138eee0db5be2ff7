// @module-tag nightly
// Who is told when nobody acts: what is wrong in the list stands at its entry, whoever found it, in the units of the field; and
// whoever switches all ways off is told what still comes. Real programs, a real browser.
import { expect, test } from 'vitest'
import { apiAs, data } from './api.ts'
import { opens, page, stage } from './opened.ts'
import { isClean, signIn } from './screen.ts'

opens({ boxes: false })

const button = (name: string) => page.getByRole('button', { name, exact: true })
const marked = (field: string) => page.locator(`[aria-invalid=true][aria-label="${field}"]`)
const outOfRange = () => page.getByText('Enter a time from 1 min to 2 h.')
const noRoster = () => page.getByText('No one is on call here')

test('what is wrong with a list of people stands at its entry, before it is sent and when the server finds it', async () => {
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  const { content } = data(await of('entities').search({ query: { itemsPerPage: 50 } }))
  const farm = content.find(one => one.type === 'FARM')!
  const { version } = data(await of('escalation').of({ params: { id: farm.id } }))
  await of('escalation').set({ params: { id: farm.id }, body: { steps: [], shifts: [], version } })
  await signIn(page, stage.url, 'manager', stage.password, `/system/entities/${farm.id}/details?tab=escalation`)
  await button('Edit').click()
  await button('Add a step').click()
  await page.getByRole('switch', { name: 'On call' }).click()
  const delay = page.getByRole('group', { name: 'Response time' })
  await delay.getByLabel('Hours').fill('5')
  await button('Save').click()
  await outOfRange().waitFor()
  await noRoster().waitFor()
  expect(await marked('Hours').count()).toBe(1)
  expect(await page.getByRole('switch', { name: 'On call' }).getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await isClean(page, 'a list with errors')

  // Each goes as it is put right: the roster is there with its first shift.
  await delay.getByLabel('Hours').fill('')
  await outOfRange().waitFor({ state: 'detached' })
  await delay.getByLabel('Minutes').fill('')
  await button('Save').click()
  await outOfRange().waitFor()
  await delay.getByLabel('Minutes').fill('10')
  await outOfRange().waitFor({ state: 'detached' })
  await button('Add a shift').click()
  await noRoster().waitFor({ state: 'detached' })
  await button('Remove shift 1').click()
  await page.getByRole('switch', { name: 'On call' }).click()
  await page.getByRole('combobox', { name: 'Step 1: people' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')

  // What the server alone finds.
  const fields = [
    { field: 'body.steps.0.delay', code: 'tooSmall', message: 'Enter a value of at least 60.' },
    { field: 'steps.0.userIds.0', code: 'inactivePerson', message: 'An inactive user can’t be in charge.' },
  ]
  const json = { code: 'INVALID_INPUT', message: 'Not all of it holds.', requestId: 'r', fields }
  await page.route('**/escalation', (route, request) =>
    request.method() === 'PUT' ? route.fulfill({ status: 400, json }) : route.fallback(),
  )
  await button('Save').click()
  await outOfRange().waitFor()
  await page.getByText('An inactive user').waitFor()
  expect(await page.getByText('at least 60').count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.unroute('**/escalation')
  await button('Save').click()
  await page.getByText('No response', { exact: false }).or(page.getByText('Last step.')).first().waitFor()
  expect(data(await of('escalation').of({ params: { id: farm.id } })).steps).toMatchObject([{ delay: 600, onDuty: false }])

  // The steps are counted; on the narrowest phone the open tab is in sight.
  expect(await page.locator('ol.ladder').evaluate(one => getComputedStyle(one).listStyleType)).toBe('decimal')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.reload()
  const open = page.getByRole('tab', { selected: true })
  await open.waitFor()
  await expect
    .poll(async () => {
      const tab = await open.boundingBox()
      const strip = await page.getByRole('tablist').boundingBox()
      return tab!.x >= strip!.x - 1 && tab!.x + tab!.width <= strip!.x + strip!.width + 1
    })
    .toBe(true)
  await page.setViewportSize({ width: 1440, height: 1000 })
})

test('with no channel on, a person is told that only critical alarms come', async () => {
  await page.goto(`${stage.url}/settings/profile?tab=notifications`)
  const alone = page.getByText('No channel is turned on: you only receive critical alarms.')
  const channels = page.locator('.entries').first().getByRole('switch', { checked: true, disabled: false })
  const quiet = page.getByRole('switch', { name: 'Quiet hours' })
  await quiet.waitFor()
  expect(await alone.count()).toBe(0)
  for (const name of ['Email', 'SMS', 'Voice call', 'WhatsApp']) {
    const locator = page.getByRole('switch', { name })
    if (await locator.and(channels).count()) await locator.click()
  }
  await alone.waitFor()
  await isClean(page, 'no channel')
  await page.getByRole('switch', { name: 'Email' }).click()
  await alone.waitFor({ state: 'detached' })
})
