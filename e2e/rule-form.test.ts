// What a farm manager does with rules, from the screen: a thermostat, an alarm and a schedule are made by the form, which opens
// the tab where something is wrong; they are put in service on a simulated box, changed while somebody else changes them too,
// copied, renamed and deleted. Real programs, a real browser.
import { readFile } from 'node:fs/promises'
import { languages } from '@steading/locales/languages'
import { translator } from '@steading/locales/text'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { ruleForm } from './rule-form.ts'
import { aPage, closePages, isClean, sharedBrowser, signIn } from './screen.ts'
import { aStage } from './stage.ts'
import type { Stage } from './stage.ts'

let stage: Stage
let browser: Browser
let page: Page
const complaints: string[] = []
beforeAll(async () => {
  stage = await aStage()
  browser = await sharedBrowser()
  page = await aPage(browser, complaints, { reducedMotion: 'reduce' })
  await signIn(page, stage.url, 'manager', stage.password)
})
afterAll(async () => {
  await closePages(browser)
  await stage?.close()
})

const { heading, button, entry, dialog, tab, told, answer, idNow, choose, basics } = ruleForm(() => page)
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id)

test('what is filled in while the template is on its way stays', { tags: ['nightly'] }, async () => {
  const slow = /\/rules\/template\/\d+$/
  await page.route(slow, async route => {
    await new Promise(wait => setTimeout(wait, 2000))
    await route.continue()
  })
  await page.goto(`${stage.url}/rules/create`)
  await basics('On a slow line', 'Thermostat')
  await tab(/2 Sensors/).click()
  await choose('Add a sensor', /Temperature north/)
  await tab(/1 Basic/).click()
  expect(await page.getByRole('combobox', { name: 'Smart box' }).first().inputValue()).toContain('QPL-01')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a thermostat by the form, put in service on its box, changed by two people at once', async () => {
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  await page.goto(`${stage.url}/rules`)
  await heading('Rules').waitFor()
  await isClean(page, 'rules')
  await button('New rule').click()
  await heading('New rule').waitFor()

  // Nothing is filled in: the first entry has the focus.
  await button('Add').click()
  await told('This field is required.')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  await isClean(page, 'new rule')
  await basics('Warn when cold', 'Thermostat')

  // What is missing on other tabs is marked there, and the first of them is opened.
  await button('Add').click()
  await page.getByRole('tab', { name: /2 Sensors.*has an error/, selected: true }).waitFor()
  await page.getByRole('tab', { name: /3 Control.*has an error/ }).waitFor()
  await expect.poll(focused).toBe('Add a sensor')
  await choose('Add a sensor', /Temperature north/)
  // By the keyboard: the first that is found is marked, and Enter takes it; the form stays.
  await page.getByRole('combobox', { name: 'Add a sensor' }).fill('ture south')
  await page.keyboard.press('Enter')
  await page
    .locator('.picked-list')
    .getByText(/Temperature south/)
    .waitFor()
  await isClean(page, 'sensors')
  await tab(/3 Control/).click()
  await page.getByRole('radio', { name: 'Heat' }).check({ force: true })
  await entry('Setpoint').fill('61')
  await tab(/4 Devices/).click()
  await choose('Add a device', /Siren/)
  await button('Add').click()
  await page.getByRole('tab', { name: /3 Control.*has an error/, selected: true }).waitFor()
  await told('Enter a value of at most 60.')
  await entry('Setpoint').fill('15.5')
  await button('Add').click()
  await dialog()
    .getByText(/^2 sensors of this rule have no alarm: Temperature/)
    .waitFor()
  await isClean(page, 'question')
  await answer('Save')
  await heading('Warn when cold').waitFor()
  await told('Out of service')
  const id = idNow()
  const now = async () => data(await of('rules').details({ params: { id } }))
  expect(Object.fromEntries((await now()).inputs.map(input => [input.id, input.value]))).toMatchObject({
    mode: 'HEAT',
    setPoint: 15.5,
    differential: 1,
    aggregation: 'AVG',
    staleAfter: 300,
  })
  await isClean(page, 'rule')
  await tab(/2 Sensors/).click()
  expect(await page.getByRole('link', { name: 'Temperature north' }).getAttribute('href')).toContain('/system/terminals/details/')
  await button('About the template').click()
  await dialog()
    .getByText(/around a setpoint/)
    .waitFor()
  await answer('Close')

  // Somebody else saves meanwhile: what was typed stays, theirs is shown.
  await button('Edit').click()
  await tab(/3 Control/).click()
  await entry('Setpoint').fill('16')
  data(
    await of('rules').editInputs({
      params: { id },
      body: { inputs: [{ id: 'differential', value: 2 }], version: (await now()).version },
    }),
  )
  await button('Save and put in service').click()
  await answer('Put in service')
  await page.getByRole('heading', { name: 'Changes by others' }).waitFor()
  await page.getByRole('button', { name: /Use theirs.*Differential/ }).click()
  await isClean(page, 'conflict of a rule')
  await button('Save and put in service').click()
  await answer('Put in service')
  await button('Take out of service').waitFor()
  const running = await eventually('the box runs it', now, rule => rule.deploymentStatus === 'DEPLOYED')
  expect(running.runningVersion).toBe(running.ruleVersion)
  expect(Object.fromEntries(running.inputs.map(input => [input.id, input.value]))).toMatchObject({
    setPoint: 16,
    differential: 2,
  })

  // In service it is saved only together with its deployment, and not deleted.
  await page.locator('.page-title').getByText('In service', { exact: true }).waitFor()
  await button('Edit').click()
  await button('Save and put in service').waitFor()
  expect(await button('Save').count()).toBe(0)
  expect(await page.getByRole('combobox', { name: 'Smart box' }).first().isDisabled()).toBe(true)
  await button('Cancel').click()
  await button('Delete').click()
  await dialog().getByText('Take it out of service before deleting it.', { exact: false }).waitFor()
  await answer('Close')
  // By keyboard alone: the button goes with what it did, the place on the page does not.
  await button('Take out of service').press('Enter')
  await dialog().getByText('These devices are then no longer controlled').waitFor()
  await isClean(page, 'the question before it leaves')
  await dialog().getByRole('button', { name: 'Take out of service' }).press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await eventually('the box lets go of it', now, rule => rule.deploymentStatus === 'UNDEPLOYED')
  await button('Put in service').waitFor()
  const tag = () => page.evaluate(() => document.activeElement?.tagName)
  await eventually('the place on the page stays', tag, name => name !== 'BODY')
  await button('Delete').click()
  await answer('Delete')
  await heading('Rules').waitFor()
  await page.goto(`${stage.url}/rules/${id}/details`)
  await told(/^Deleted on/)
  expect(await button('Edit').count()).toBe(0)
  expect(await button('Put in service').count()).toBe(0)
})

test('an alarm by the form: its event, who is told, and what is asked before', async () => {
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  await page.goto(`${stage.url}/rules/alarms/create`)
  await basics('Humid', 'Alarm only')
  await tab(/2 Conditions/).click()
  await button('Add condition').press('Enter')
  const sensor = page.getByRole('combobox', { name: /^Sensor or device/ })
  await expect.poll(() => sensor.evaluate(one => one === document.activeElement)).toBe(true)
  expect(await entry('Minimum duration').inputValue()).toBe('00:00')
  await button('Add').click()
  await told('Condition 1: choose a sensor or device.')
  await choose('Sensor or device', /Humidity/)
  await choose('Comparison', /^above$/)
  await entry('Value').fill('85')
  await entry('Minimum duration').fill('15')
  await entry('Minimum duration').press('Tab')
  // A figure alone is minutes: an alarm that waits fifteen hours is one that nobody meant.
  expect(await entry('Minimum duration').inputValue()).toBe('00:15')
  await isClean(page, 'conditions')
  await button('Add').click()
  await page.getByRole('tab', { name: /3 Event.*has an error/, selected: true }).waitFor()
  await entry('Title').fill('Too humid')
  await choose('Category', /^Climate$/)
  await choose('Severity', /^Major$/)
  await page.getByRole('switch', { name: 'Close automatically when back to normal' }).uncheck({ force: true })
  await isClean(page, 'event of a rule')
  await tab(/4 Notifications/).click()
  // What is typed is never lost: Enter takes it, so does leaving the field; what is no address keeps the rule from being saved.
  const others = page.getByRole('combobox', { name: /^Other email addresses/ })
  const addresses = page.locator('.multi').filter({ has: others })
  await others.fill('Vet@Farm.Example')
  await others.press('Enter')
  await addresses.getByText('vet@farm.example', { exact: true }).waitFor()
  expect(await others.inputValue()).toBe('')
  expect(page.url()).toContain('/create')
  await others.fill('nobody')
  await button('Add and put in service').click()
  await told('Invalid email address: nobody. Remove it and enter it again.')
  await expect.poll(() => others.evaluate(one => one === document.activeElement)).toBe(true)
  // On another tab it is wrong still.
  await tab(/1 Basic/).click()
  await button('Add').click()
  await page.getByRole('tab', { name: /4 Notifications.*has an error/, selected: true }).waitFor()
  expect(page.url()).toContain('/create')
  await addresses.getByText('nobody', { exact: true }).locator('xpath=..').getByRole('button', { includeHidden: true }).click()
  // Of the users the marked one; a name that is nobody's is not taken, and said.
  const users = page.getByRole('combobox', { name: /^Users/ }).first()
  await users.fill('xyz')
  await users.press('Enter')
  expect(page.url()).toContain('/create')
  await button('Add and put in service').click()
  await told('“xyz” is not a valid option. Choose from the list.')
  await expect.poll(() => users.evaluate(one => one === document.activeElement)).toBe(true)
  expect(page.url()).toContain('/create')
  // It is there again, for whoever wants to mend it.
  expect(await users.inputValue()).toBe('xyz')
  await users.fill('')
  const somebody = (await page.getByRole('option').first().innerText()).trim()
  await users.fill(somebody.slice(0, 4))
  await users.press('Enter')
  const chosen = page.locator('.multi').filter({ has: users }).locator('.mantine-Pill-root')
  await expect.poll(() => chosen.count()).toBe(1)
  await chosen.getByRole('button', { includeHidden: true }).click()
  // The last one is left typed when the button is pressed that saves.
  await page.getByRole('switch', { name: 'Notify people in charge' }).first().uncheck({ force: true })
  await addresses
    .getByText('vet@farm.example', { exact: true })
    .locator('xpath=..')
    .getByRole('button', { includeHidden: true })
    .click()
  await others.fill('Vet@Farm.Example')
  await page.keyboard.press('Escape')
  await isClean(page, 'who is told')
  await button('Add and put in service').click()
  await dialog().getByText('The event stays open until it is closed manually.').waitFor()
  expect(await dialog().innerText()).not.toContain('recipients')
  await answer('Put in service')
  await heading('Humid').waitFor()
  const id = idNow()
  const rule = await eventually(
    'the box watches',
    async () => data(await of('rules').details({ params: { id } })),
    one => one.deploymentStatus === 'DEPLOYED',
  )
  expect(rule.autoClose).toBe(false)
  expect(rule.eventConfiguration?.actionConfigurations).toMatchObject([
    { type: 'MAIL', status: 'ACTIVE', notifyResponsible: false, properties: { contactsList: ['vet@farm.example'] } },
  ])
  expect(rule.inputs.find(input => input.id === 'lines')?.value).toMatchObject([
    { logicOperator: 'GREATER', inputValue: 85, permanenceTime: '00:15', notificationLimit: 3 },
  ])
  await tab(/2 Conditions/).click()
  await told('above 85.0 %')
  await isClean(page, 'alarm')

  // A copy from the list, with another name.
  await page.goto(`${stage.url}/rules/alarms?search=Humid`)
  await page.getByRole('checkbox', { name: 'Select Humid', exact: true }).check({ force: true })
  await button('Duplicate').click()
  await page.getByRole('checkbox', { name: 'Select Humid (2)', exact: true }).check({ force: true })
  await button('Rename').click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Humid, by night')
  await isClean(page, 'rename')
  await answer('Save')
  await page.getByRole('checkbox', { name: 'Select Humid, by night', exact: true }).waitFor()
})

/** An alarm as far as its last tab, who is told. */
async function anAlarm(name: string) {
  await page.goto(`${stage.url}/rules/alarms/create`)
  await basics(name, 'Alarm only')
  await tab(/2 Conditions/).click()
  await button('Add condition').click()
  await choose('Sensor or device', /Humidity/)
  await choose('Comparison', /^above$/)
  await entry('Value').fill('85')
  await tab(/3 Event/).click()
  await entry('Title').fill('Too humid')
  await choose('Category', /^Climate$/)
  await choose('Severity', /^Major$/)
  await tab(/4 Notifications/).click()
}

test('what is left typed in a search list keeps a rule from being saved, from every tab', { tags: ['nightly'] }, async () => {
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  const made = async () => data(await of('rules').search({ query: { kind: 'ALARM', search: 'Left typed' } })).totalElements
  const hasFocus = async (field: Locator) => {
    await expect.poll(() => field.evaluate(one => one === document.activeElement)).toBe(true)
  }
  await anAlarm('Left typed')
  const users = page.getByRole('combobox', { name: /^Users/ }).first()
  await users.fill('xyz')
  await tab(/1 Basic/).click()
  await page.getByRole('tab', { name: /4 Notifications.*has an error/ }).waitFor()
  // Twice: that it was said once is no reason to save then.
  for (let time = 0; time < 2; time++) {
    await button('Add').click()
    await page.getByRole('tab', { name: /4 Notifications.*has an error/, selected: true }).waitFor()
    await told('“xyz” is not a valid option. Choose from the list.')
    await hasFocus(users)
    expect(await users.inputValue()).toBe('xyz')
    expect(await page.getByRole('listbox').count()).toBe(0)
    await tab(/1 Basic/).click()
  }
  // Of two the first, before what is wrong on a later tab; the sensor of before is not saved in its place.
  await tab(/2 Conditions/).click()
  const sensor = page.getByRole('combobox', { name: 'Sensor or device' }).first()
  await sensor.fill('zzz')
  await tab(/3 Event/).click()
  await entry('Title').fill('')
  await button('Add').click()
  await page.getByRole('tab', { name: /2 Conditions.*has an error/, selected: true }).waitFor()
  await told('“zzz” is not a valid option. Choose from the list.')
  await hasFocus(sensor)
  expect(await sensor.inputValue()).toBe('zzz')
  await sensor.fill('humid')
  await page.keyboard.press('Enter')
  await button('Add').click()
  await page.getByRole('tab', { name: /3 Event.*has an error/, selected: true }).waitFor()
  await entry('Title').fill('Too humid')
  await button('Add').click()
  await page.getByRole('tab', { name: /4 Notifications.*has an error/, selected: true }).waitFor()
  await hasFocus(users)
  await page.keyboard.press('Escape')
  await isClean(page, 'left typed')
  expect(await made()).toBe(0)
  expect(await dialog().count()).toBe(0)

  // Nothing is left once it is taken away, and a tab that is not open is gone again.
  await users.fill('')
  await tab(/1 Basic/).click()
  expect(await page.getByRole('combobox', { name: /^Users/, includeHidden: true }).count()).toBe(0)
  expect(await page.getByRole('tab', { name: /has an error/ }).count()).toBe(0)
})

test('Enter in a search list takes what is typed, and never sends the form', { tags: ['nightly'] }, async () => {
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  const made = async () => data(await of('rules').search({ query: { kind: 'ALARM', search: 'Entered early' } })).totalElements
  await anAlarm('Entered early')
  const users = page.getByRole('combobox', { name: /^Users/ }).first()
  await users.focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(500)
  expect.soft(await dialog().count()).toBe(0)
  expect.soft(await made()).toBe(0)

  // Enter before the hits are there takes the first of them, once it comes.
  const people = /\/users\/choices\?.*search=/
  await page.route(people, async route => {
    await new Promise(wait => setTimeout(wait, 800))
    await route.continue()
  })
  const chosen = page.locator('.multi').filter({ has: users }).locator('.mantine-Pill-root')
  const marked = page.getByRole('option', { name: /^Farm/ }).and(page.locator('[data-combobox-selected]'))
  await users.fill('Farm')
  await marked.waitFor()
  // Never the one that was marked for the text before.
  await users.fill('Stoc')
  await page.keyboard.press('Enter')
  await expect.poll(() => chosen.allInnerTexts()).toEqual([expect.stringMatching(/^Stoc/)])
  expect(await users.inputValue()).toBe('')
  // Nor where one went on typing.
  await users.fill('Farx')
  await page.keyboard.press('Enter')
  await users.fill('Farm')
  await marked.waitFor()
  await page.waitForTimeout(500)
  expect(await chosen.count()).toBe(1)
  await users.fill('')
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  // An address that is there already is taken as that.
  const others = page.getByRole('combobox', { name: /^Other email addresses/ })
  const addresses = page.locator('.multi').filter({ has: others }).locator('.mantine-Pill-root')
  for (const typed of ['vet@farm.example', 'vet@farm.example', 'VET@farm.example']) {
    await others.fill(typed)
    await others.press('Enter')
    await expect.poll(() => others.inputValue()).toBe('')
    expect(await addresses.allInnerTexts()).toEqual(['vet@farm.example'])
  }
})

test('a second Enter in a list of sensors saves nothing', { tags: ['nightly'] }, async () => {
  await page.goto(`${stage.url}/rules/create`)
  await basics('Entered twice', 'Thermostat')
  await tab(/3 Control/).click()
  await page.getByRole('radio', { name: 'Heat' }).check({ force: true })
  await entry('Setpoint').fill('15')
  await tab(/4 Devices/).click()
  await choose('Add a device', /Siren/)
  await tab(/2 Sensors/).click()
  await page.getByRole('combobox', { name: 'Add a sensor' }).fill('north')
  await page.keyboard.press('Enter')
  await page
    .locator('.picked-list')
    .getByText(/Temperature north/)
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForTimeout(500)
  expect(await dialog().count()).toBe(0)
  await page.getByRole('combobox', { name: 'Add a sensor' }).fill('zzz')
  await tab(/1 Basic/).click()
  await button('Add').click()
  await page.getByRole('tab', { name: /2 Sensors.*has an error/, selected: true }).waitFor()
  await told('“zzz” is not a valid option. Choose from the list.')
  expect(await dialog().count()).toBe(0)
})

test('what is done with marked rules can be read on a phone, in every language', { tags: ['nightly'] }, async () => {
  const words = ['deploy.action', 'deploy.undo', 'rule.rename', 'ui.duplicate'] as const
  const texts = await Promise.all(
    languages.map(async language => {
      const t = await translator(language)
      return words.map(key => t(key))
    }),
  )
  await page.goto(`${stage.url}/rules/alarms`)
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .check({ force: true })
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Rename' }).waitFor()
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const text of texts) {
      const cut = await bar.evaluate((section, translations) => {
        const labels = [...section.querySelectorAll<HTMLElement>('.mantine-Button-label')]
        for (const [at, label] of labels.entries()) label.textContent = translations[at] ?? ''
        return labels
          .filter(label => {
            const { left, right } = label.getBoundingClientRect()
            const button = label.closest('button')!.getBoundingClientRect()
            return (
              label.scrollWidth > label.clientWidth || left < button.left || right > button.right || button.right > innerWidth
            )
          })
          .map(label => label.textContent)
      }, text)
      expect({ width, cut }).toEqual({ width, cut: [] })
    }
  }
  await page.setViewportSize({ width: 1440, height: 1000 })
})

test(
  'a phone marks all rules of a page at once, takes them along as a file, and says where each runs',
  { tags: ['nightly'] },
  async () => {
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(`${stage.url}/rules/alarms`)
    const cards = page.getByRole('list', { name: 'Alarms' }).getByRole('listitem')
    await cards.first().waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check({ force: true })
    await page
      .getByRole('region', { name: 'Selection' })
      .getByText(`${await cards.count()} selected`)
      .waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), button('Export').click()])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
    expect(lines.length).toBeGreaterThan(await cards.count())
    for (const card of await cards.all()) expect(await card.innerText()).toMatch(/Cloud rule|[A-Z]{3}-\d\d/)
    await page.setViewportSize({ width: 1440, height: 1000 })
  },
)

test(
  'a curve by age, by the keyboard: the day that is wrong is opened, and the focus is never lost',
  { tags: ['nightly'] },
  async () => {
    await page.goto(`${stage.url}/rules/create`)
    await basics('Warm chicks', 'Thermostat with age curve')
    await tab(/2 Sensors/).click()
    await choose('Add a sensor', /Temperature north/)
    await tab(/\d Devices/).click()
    await choose('Add a device', /Siren/)
    await tab(/\d Control/).click()
    await page.getByRole('radio', { name: 'Heat' }).check({ force: true })
    await page.getByRole('tab', { name: /Age curve/ }).click()
    const day = (name: string | RegExp) => page.getByRole('tab', { name }).last()
    for (const name of ['Pre-arrival', 'Day one', 'Last day, 35']) {
      await day(name).click()
      await entry('Setpoint').fill('30')
    }
    const adds = button('Add day')
    await adds.focus()
    await page.keyboard.press('Enter')
    await dialog().getByRole('textbox', { name: 'Day of age' }).fill('7')
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)).toBe('7')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('9')
    await page.keyboard.press('Tab')
    await page.getByRole('tab', { name: 'Day 9', selected: true }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    expect(await page.evaluate(() => document.activeElement?.closest('.ages') !== null)).toBe(true)
    await adds.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(() => adds.evaluate(one => one === document.activeElement)).toBe(true)

    // What is missing on a day is opened from another tab, has the focus, and stands in the place of the curve.
    await entry('Setpoint').fill('')
    await page.getByText('No curve yet. Day 9, Setpoint: This field is required.').waitFor()
    await day('Day one').click()
    await tab(/1 Basic/).click()
    await button('Add').click()
    await page.getByRole('tab', { name: /Day 9.*has an error/, selected: true }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
    await told('This field is required.')
    await entry('Setpoint').fill('29')
    await button('Remove this day').click()
    await expect.poll(() => day('Day one').evaluate(one => one === document.activeElement)).toBe(true)
  },
)

test('a new curve by age counts from the open batch of its house, and warns of another day', async () => {
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  const [house] = data(await of('entities').search({ query: { search: 'Pavilhão 1' } })).content
  const [batch] = data(await of('batches').search({ query: { placeId: house!.id, status: ['OPEN'] } })).content
  const arrival = batch!.dayOne.split('-').toReversed().join('-')
  await page.goto(`${stage.url}/rules/create`)
  await basics('Warm chicks', 'Thermostat with age curve')
  await page.getByRole('tab', { name: /Age curve/ }).click()
  const dayOne = entry('Date of day one')
  expect(await dayOne.inputValue()).toBe(arrival)
  const warning = page.getByText(`Day one of batch ${batch!.code} is ${arrival}`)
  expect(await warning.count()).toBe(0)
  await dayOne.fill('01-01-2026')
  await dayOne.press('Tab')
  await warning.waitFor()
  await button(`Count from ${arrival}`).click()
  await warning.waitFor({ state: 'detached' })
  expect(await dayOne.inputValue()).toBe(arrival)

  // What follows the batch has no date to enter.
  const follow = page.getByRole('switch', { name: 'Follows the open batch' })
  await follow.click({ force: true })
  await page.getByText(`Follows batch ${batch!.code}: day one is ${arrival}`).waitFor()
  await dayOne.waitFor({ state: 'detached' })
  await isClean(page, 'cycle that follows the batch')
  await follow.click({ force: true })
  expect(await dayOne.inputValue()).toBe(arrival)
})

test('a schedule, drawn and typed', { tags: ['nightly'] }, async () => {
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  await page.goto(`${stage.url}/rules/scheduler/create`)
  await basics('Air at noon', 'Schedule')
  await tab(/3 Devices/).click()
  await page.getByRole('combobox', { name: 'Add a device' }).click()
  // The lights have a schedule already.
  const lights = page.getByRole('option', { name: /Lights.*has schedule Light programme/ })
  await lights.waitFor()
  expect(await lights.getAttribute('data-combobox-disabled')).toBe('true')
  await page.getByRole('option', { name: /Inlets/ }).click()
  await tab(/2 Week/).click()
  await button('Add').click()
  await told('Add at least one time slot.')

  // Drawn on Monday from six to twelve, moved by keys, its other days ticked.
  await page.locator('.week-column').first().scrollIntoViewIfNeeded()
  const monday = (await page.locator('.week-column').first().boundingBox())!
  await page.mouse.move(monday.x + 20, monday.y + monday.height * 0.25)
  await page.mouse.down()
  await page.mouse.move(monday.x + 20, monday.y + monday.height * 0.5, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('button', { name: /^Monday 06:00–11:59:59: 100/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', { name: /^Monday 06:15–12:29:59/ }).waitFor()
  await page.getByRole('checkbox', { name: 'Tuesday' }).first().check({ force: true })
  await page.getByRole('button', { name: 'Add time slot on Sunday' }).click()
  expect(await page.getByRole('checkbox', { name: 'Monday' }).nth(1).isDisabled()).toBe(true)
  await isClean(page, 'week')

  // Typed: an end before its start follows it; one that runs into another is told with its line.
  await page.getByRole('button', { name: 'Add time slot', exact: true }).first().click()
  const starts = page.getByRole('textbox', { name: 'Start', exact: true })
  await starts.nth(1).fill('12:00')
  await starts.nth(1).press('Tab')
  await button('Add').click()
  await told('Line 1: the start must be after 12:29:59, the end of the previous slot.')
  await page.getByRole('button', { name: /^Remove 12:00/ }).click()
  await entry('Value after the slot').fill('10')
  await button('Add and put in service').click()
  await answer('Put in service')
  await heading('Air at noon').waitFor()
  const id = idNow()
  const rule = await eventually(
    'the box goes by the clock',
    async () => data(await of('rules').details({ params: { id } })),
    one => one.deploymentStatus === 'DEPLOYED',
  )
  const inputs = Object.fromEntries(rule.inputs.map(input => [input.id, input.value]))
  expect(inputs['callbackValue']).toBe(10)
  expect(inputs['lines']).toMatchObject({ timeZone: 'Europe/Lisbon' })
  expect(rule.body).toMatchObject({
    inputs: {
      lines: [
        { weekdays: [0, 1], intervals: [{ startTime: '06:15:00', endTime: '12:29:59', action: 100 }] },
        { weekdays: [6], intervals: [{ startTime: '06:00:00', endTime: '06:59:59', action: 100 }] },
      ],
    },
  })
  await tab(/2 Week/).click()
  await isClean(page, 'schedule')

  // 409: the conflict that was meant.
  expect(complaints.filter(complaint => !/\b409\b/.test(complaint))).toEqual([])
})
