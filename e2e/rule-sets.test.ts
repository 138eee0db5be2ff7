// @module-tag nightly
// What rules are made of and how they are kept together, from the screen: a narrower template is made of one of the product's,
// its bounds are refused where they are wider, two people change it at once; a group is made, filled, put in service with a
// result for each rule, and refused where its boxes are not there. Real programs, real boxes, a real browser.
import { beforeAll, expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { opens, page, screen, stage } from './opened.ts'
import { isClean, signIn } from './screen.ts'

opens()
beforeAll(async () => {
  await signIn(page, stage.url, 'root', stage.password)
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const entry = (name: string) => page.getByRole('textbox', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const input = (id: string) => page.locator(`[data-input="${id}"]`)

test('a template is made narrower than the product’s, and changed by two people at once', async () => {
  const { of } = await apiAs(stage.url, 'root', stage.password)
  await page.goto(`${stage.url}/rules/template/`)
  await heading('Rule templates').waitFor()
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('Thermostat')
  await page
    .getByRole('row', { name: /^Thermostat Thermostat/ })
    .getByRole('link', { name: 'Details of Thermostat' })
    .click()
  await heading('Thermostat').waitFor()
  await page.getByText('−20 °C to 60 °C').first().waitFor()
  await isClean(page, 'template of the product')
  expect(await button('Edit').count()).toBe(0)

  // All of it, to begin with; then less, under a name of its own, and wider than it may be.
  await button('Duplicate').click()
  await heading('New template').waitFor()
  expect(await entry('Name').inputValue()).toBe('Thermostat (copy)')
  await entry('Name').fill('House cooling')
  expect(await input('sensors').getByRole('checkbox', { name: 'Sensors' }).isDisabled()).toBe(true)
  await input('staleAfter').getByRole('checkbox').uncheck()
  await input('staleAfter').getByText('Hidden: fixed at 5 min in every rule').waitFor()
  await button('Limits and labels: Setpoint').click()
  await input('setPoint').getByLabel('Maximum value').fill('61')
  await input('setPoint').getByLabel('Default value').fill('21')
  await isClean(page, 'new template')
  await button('Create').click()
  await input('setPoint').getByText('Enter a value of at most 60.').waitFor()
  await input('setPoint').getByLabel('Maximum value').fill('30')
  await button('Create').click()
  await heading('House cooling').waitFor()
  await page.getByText('−20 °C to 30 °C').waitFor()
  await isClean(page, 'own template')
  const [made] = data(await of('templates').search({ query: { search: 'House cooling' } })).content
  const raw = data(await of('templates').raw({ params: { id: made!.id } }))
  expect(raw.inputs.map(one => one.id)).not.toContain('staleAfter')
  expect(raw.inputs.find(one => one.id === 'setPoint')).toMatchObject({ min: -20, max: 30, defaultValue: 21 })

  // As it is written down.
  await button('Source (JSON)').click()
  await dialog().getByText('"engine": "THERMOSTAT"').waitFor()
  await isClean(page, 'raw template')
  await dialog().getByRole('button', { name: 'Close' }).last().click()

  // Somebody else is faster: what was typed stays, theirs is shown, the second save is made over it.
  await button('Edit').click()
  await entry('Name').fill('Cooling of houses')
  data(await of('templates').edit({ params: { id: made!.id }, body: { ...raw, name: 'Summer cooling', version: 1 } }))
  await button('Save').click()
  await page.getByRole('alert').getByText('Summer cooling').waitFor()
  expect(await entry('Name').inputValue()).toBe('Cooling of houses')
  await button('Save').click()
  await heading('Cooling of houses').waitFor()

  await button('Delete').click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await heading('Rule templates').waitFor()
  expect(data(await of('templates').search({ query: { search: 'Cooling of houses' } })).totalElements).toBe(0)
})

test('a group is made, filled, put in service as one, and refused where its boxes are not there', async () => {
  const { of } = await apiAs(stage.url, 'root', stage.password)
  const lights = await eventually(
    'the boxes are there',
    async () => data(await of('rules').search({ query: { kind: 'SCHEDULER', itemsPerPage: 50 } })).content,
    rules => rules.length > 1 && rules.every(rule => rule.terminal?.connected),
  )
  await page.goto(`${stage.url}/rules/groups`)
  await heading('Rule groups').waitFor()
  await isClean(page, 'groups')
  await button('New').click()
  await dialog().getByLabel('Name').fill('Night lights')
  await isClean(page, 'new group')
  await dialog().getByRole('button', { name: 'Create' }).click()

  // It opens by itself, empty; rules are found by typing and ticked.
  await page.getByText('No rules in this group yet').waitFor()
  await button('Choose rules').last().click()
  await dialog().getByRole('searchbox', { name: 'Search rules' }).fill('light')
  await dialog().getByText(`of ${lights.length}`).waitFor()
  for (const locator of await dialog().getByRole('checkbox').all()) await locator.check()
  await dialog().getByText(`${lights.length} to add, none to remove`).waitFor()
  await isClean(page, 'rules of a group')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Steading · ${lights.length} rules`).waitFor()

  const status = async () =>
    data(await of('rules').search({ query: { kind: 'SCHEDULER', itemsPerPage: 50 } })).content.map(one => one.deploymentStatus)
  const waiting = (await status()).filter(one => one === 'UNDEPLOYED').length
  await button('Put all in service').click()
  await dialog().getByRole('button', { name: 'Put in service' }).click()
  const result = page.getByRole('region', { name: 'Results by rule' })
  await result.getByText(`${waiting} of ${waiting}`).waitFor()
  await result.getByText('Going into service').first().waitFor()
  await eventually('all are in service', status, all => all.every(one => one === 'DEPLOYED'))
  await result.getByText('Going into service').first().waitFor({ state: 'detached' })
  await result.getByText('In service').first().waitFor()
  await isClean(page, 'group in service')

  // One leads to its page and back to the group as it stood open.
  await page
    .getByRole('link', { name: /^Details of Light programme/ })
    .first()
    .click()
  await heading('Light programme').waitFor()
  await page.getByRole('link', { name: 'Rule groups' }).first().click()
  await button('Take all out of service').waitFor()

  // Without their boxes every one is refused, and says why.
  await stage.stop('boxes')
  await eventually(
    'the boxes are gone',
    async () => data(await of('rules').search({ query: { kind: 'SCHEDULER', itemsPerPage: 50 } })).content,
    rules => rules.every(rule => rule.terminal?.connected === false),
  )
  await button('Take all out of service').click()
  await dialog()
    .getByText(/offline and will refuse/)
    .waitFor()
  await dialog().getByText('These devices are then no longer controlled').waitFor()
  await isClean(page, 'taking a group out of service')
  // Who backs out is where they were.
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Take all out of service')
  await button('Take all out of service').click()
  await dialog().getByRole('button', { name: 'Take out of service' }).click()
  await result.getByText(`0 done, ${lights.length} failed`).waitFor()
  expect(new Set(await status())).toEqual(new Set(['DEPLOYED']))
  await isClean(page, 'refused group')

  // Its name, one rule less, and gone; the rules stay.
  await button('Rename group').click()
  await dialog().getByLabel('Name').fill('Lights')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await button('Lights').waitFor()
  await page
    .getByRole('checkbox', { name: /^Select Light programme/ })
    .first()
    .check()
  await button('Remove from group').click()
  await page.getByText(`Steading · ${lights.length - 1} rules`).waitFor()
  await button('Delete').click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await button('Lights').waitFor({ state: 'detached' })
  expect(await status()).toHaveLength(lights.length)
  expect(screen.complaints.filter(complaint => !complaint.includes('status of 4'))).toEqual([])
})
