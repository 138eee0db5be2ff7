// @module-tag nightly
// What an installer does, from the screen: a smart box is added and its claim code shown once, it is changed while somebody else
// changes it too, it gets sensors and one that is calculated of them, what is needed stays, another box takes its place, and it
// goes again. Real programs, a real browser.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { aPage, closePages, isClean, sharedBrowser, signIn } from './screen.ts'
import { aStage } from './stage.ts'
import type { Stage } from './stage.ts'

let stage: Stage
let browser: Browser
let page: Page
const complaints: string[] = []
beforeAll(async () => {
  stage = await aStage({ boxes: false })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await stage?.close()
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const entry = (name: string) => page.getByRole('textbox', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const textShown = (text: string | RegExp) => page.getByText(text).first().waitFor()

async function enter(name: string, at?: string) {
  page = await aPage(browser, complaints, { reducedMotion: 'reduce' })
  await signIn(page, stage.url, name, stage.password, at)
}

/** Chooses from a list, which typing narrows where the server knows more. */
async function choose(field: string, option: string, typed = '') {
  const box = page.getByRole('combobox', { name: field, exact: false }).first()
  await box.click()
  if (typed) await box.fill(typed)
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function remove() {
  await button('Delete').first().click()
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click()
}

/** A refusal is told in a dialog, and closed. */
async function refused(text: string) {
  await textShown(text)
  await dialog().getByRole('button', { name: 'Close', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
}

test('who may only rename and give another place changes that alone', async () => {
  await enter('manager')
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  const [sensor] = data(await of('interfaces').search({ query: { category: 'HUMIDITY' } })).content
  await page.goto(`${stage.url}/system/interfaces/details/${sensor!.id}`)
  await button('Edit').click()
  await entry('Name').fill('Humidity of the house')
  expect(await entry('Address on the smart box').count()).toBe(0)
  expect(await page.getByRole('combobox', { name: /^Location/ }).count()).toBe(1)
  expect(await button('Delete').count()).toBe(0)
  await isClean(page, 'name alone')
  await button('Save').click()
  await heading('Humidity of the house').waitFor()
  await page.goto(`${stage.url}/system/terminals/details/${sensor!.terminal.id}`)
  await button('Rename').click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Box of the farm')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await heading('Box of the farm').waitFor()
  expect(await button('Edit').count()).toBe(0)
})

test('who may see smart boxes without their details finds their values', async () => {
  await enter('stock')
  await page.goto(`${stage.url}/system/terminals`)
  await heading('Smart boxes').waitFor()
  await page.getByRole('row').nth(1).click()
  await page.locator('.board > li').first().waitFor()
  expect(await button('Details').count()).toBe(0)
  await isClean(page, 'values for a stockperson')
})

test('a dashboard that is being arranged is not lost to a link without a question', async () => {
  await enter('integrator', '/farmview')
  const edit = button('Edit dashboard')
  const events = page.getByRole('link', { name: 'Events' }).first()
  await edit.click()
  await page.locator('.edit-handle').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await events.click()
  await dialog().getByRole('button', { name: 'Keep editing', exact: true }).click()
  expect(page.url()).toContain('/farmview')
  await events.click()
  await dialog().getByRole('button', { name: 'Discard changes', exact: true }).click()
  await page.waitForURL('**/events**')
})

test('a smart box with its sensors is added, changed, replaced and deleted', async () => {
  await enter('integrator')
  const { of } = await apiAs(stage.url, 'integrator', stage.password)
  const idNow = () => /\/(\d+)(?:\?|$)/.exec(page.url())![1]!
  const boxNow = async (id: string) => data(await of('terminals').details({ params: { id } }))
  const sensorNow = async (id: string) => data(await of('interfaces').details({ params: { id } }))

  // A box: what is missing is told at its entry, its place is found by typing, a number that another box has is told there.
  await page.goto(`${stage.url}/system/terminals/create`)
  await heading('New smart box').waitFor()
  await button('Create').click()
  await textShown('This field is required.')
  await entry('Name').fill('Barn box')
  await page.getByRole('button', { name: /^Location/ }).click()
  await page.getByRole('searchbox', { name: 'Search entities' }).fill('Quinta do Paul')
  await page.locator('.hit', { hasText: 'Quinta do Paul' }).first().click()
  await entry('Offline timeout').fill('43201')
  await button('Create').click()
  await textShown('Enter a value of at most 43,200.')
  await entry('Offline timeout').fill('600')
  const taken = data(await of('terminals').search({ query: {} })).content[0]!.uid
  await entry('Smart box ID').fill(taken)
  await isClean(page, 'new smart box')
  await button('Create').click()
  await textShown('A smart box with this ID already exists.')
  await entry('Smart box ID').fill('')
  await button('Create').click()
  await heading('Barn box was added').waitFor()
  await textShown('The code is shown only once.')
  await page.getByRole('img', { name: 'Pairing QR code' }).waitFor()
  await isClean(page, 'claim code')
  await button('Open smart box').click()
  await heading('Barn box').waitFor()
  const t = idNow()
  await page.getByRole('tab', { name: 'Details' }).click()
  await textShown('10 min')
  await isClean(page, 'smart box')

  // Two people at once: what was typed stays, theirs is shown and taken, a second save is one's own.
  await button('Edit').click()
  await entry('Name').fill('Barn box 1')
  const { displayName, profile, timeZone, version, rootEntity } = await boxNow(t)
  await of('terminals').edit({
    params: { id: t },
    body: { displayName, profile, timeZone, version, entityId: rootEntity.id, timeOut: 1800 },
  })
  await button('Save').click()
  await page.getByRole('heading', { name: 'Changes by others' }).waitFor()
  expect(await entry('Name').inputValue()).toBe('Barn box 1')
  await isClean(page, 'conflict of a smart box')
  await page.getByText('Applied to your form').waitFor()
  await button('Save').click()
  await heading('Barn box 1').waitFor()
  expect(await boxNow(t)).toMatchObject({ displayName: 'Barn box 1', timeOut: 1800, rootEntity: { name: 'Quinta do Paul' } })

  // Is it there? And what a box that is not set up cannot do is told.
  await button('Check connection').click()
  await textShown(/Checked at .*: Offline\. Never connected\./)
  await button('Renew password').click()
  await refused('The smart box is not set up yet. Set it up, then try again.')

  // A sensor on it, at a house below the place of the box.
  const added = async (name: string, address: string) => {
    await page.goto(`${stage.url}/system/interfaces/create?terminalId=${t}`)
    await heading('New sensor or device').waitFor()
    await entry('Name').fill(name)
    await choose('Category', 'Temperature')
    await choose('Location', 'Quinta do Paul | Pavilhão 1', 'Pavilhão 1')
    await entry('Address on the smart box').fill(address)
    await button('Create').click()
    await heading(name).waitFor()
    return idNow()
  }
  await page.goto(`${stage.url}/system/interfaces/create`)
  await heading('New sensor or device').waitFor()
  await choose('Smart box', 'Barn box 1', 'barn box')
  await button('Create').click()
  await textShown('This field is required.')
  await isClean(page, 'new sensor')
  await entry('Name').fill('x')
  await button('Cancel').click()
  await dialog().getByRole('button', { name: 'Discard changes' }).click()
  await heading('Sensors and devices').waitFor()
  await textShown('Never reported')
  await isClean(page, 'sensors')
  const north = await added('Air north', 'di0')
  const south = await added('Air south', 'di1')
  await textShown('Not used yet.')
  await isClean(page, 'sensor')

  // One that is calculated of both.
  await page.goto(`${stage.url}/system/interfaces/create?terminalId=${t}`)
  await heading('New sensor or device').waitFor()
  await page.getByRole('radio', { name: 'Calculated from other sensors' }).check()
  await entry('Name').fill('Air mean')
  await choose('Category', 'Temperature')
  await choose('Location', 'Quinta do Paul | Pavilhão 1', 'Pavilhão 1')
  await button('Create').click()
  await textShown('Choose or enter at least 1 item.')
  await choose('Source sensors', 'Air north')
  await page.getByRole('option', { name: 'Air south', exact: true }).click()
  await page.keyboard.press('Escape')
  await isClean(page, 'new calculated sensor')
  await button('Create').click()
  await heading('Air mean').waitFor()
  const mean = idNow()
  expect((await sensorNow(mean)).virtual).toEqual({ operation: 'AVG', sourceIds: [north, south] })
  await page.getByRole('link', { name: 'Air north' }).waitFor()
  await isClean(page, 'calculated sensor')
  await button('Edit').click()
  await choose('Calculation', 'First minus second')
  await textShown('the second is subtracted from it')
  await button('Save').click()
  await button('Edit').waitFor()
  expect((await sensorNow(mean)).virtual).toEqual({ operation: 'DIFF', sourceIds: [north, south] })

  // Two people at once on a sensor; what was cleared is as the category says.
  await page.goto(`${stage.url}/system/interfaces/details/${north}`)
  await heading('Air north').waitFor()
  await button('Edit').click()
  await entry('Name').fill('Air of the north')
  await entry('Lowest valid value').fill('-10')
  await choose('Recording', 'When the value changes')
  const seen = await sensorNow(north)
  await of('interfaces').edit({ params: { e: seen.entity.id, t, i: north }, body: { factor: 1.5, version: seen.version } })
  await button('Save').click()
  await page.getByRole('heading', { name: 'Changes by others' }).waitFor()
  await page.getByText('Applied to your form').waitFor()
  await isClean(page, 'conflict of a sensor')
  await button('Save').click()
  await heading('Air of the north').waitFor()
  expect(await sensorNow(north)).toMatchObject({ factor: 1.5, min: -10, historyConfiguration: 'DIFFERENT_VALUES' })
  await button('Edit').click()
  await entry('Lowest valid value').fill('')
  await button('Save').click()
  await button('Edit').waitFor()
  expect((await sensorNow(north)).min).toBe(-40)

  // What is needed stays, and says why: of a calculated sensor, as a default sensor; its box with all that is on it.
  await page.getByRole('link', { name: 'Air mean' }).waitFor()
  await remove()
  await refused('Calculated sensors use it. Change them first.')
  const farm = rootEntity.id
  const before = data(await of('interfaces').defaults({ params: { id: farm } }))
  const setDefaults = async (interfaceIds: string[]) => {
    const { version: now } = data(await of('interfaces').defaults({ params: { id: farm } }))
    data(await of('interfaces').setDefaults({ params: { id: farm }, body: { interfaceIds, version: now } }))
  }
  const others = before.defaults.filter(one => one.category !== 'TEMPERATURE').map(one => one.interface.id)
  await setDefaults([...others, south])
  await page.goto(`${stage.url}/system/interfaces/details/${south}`)
  await page.getByRole('link', { name: 'Quinta do Paul' }).last().waitFor()
  await remove()
  await refused('It is a default sensor. Choose another default sensor first.')
  await button('Edit').click()
  await choose('Location', 'Quinta do Paul | Pavilhão 2', 'Pavilhão 2')
  await button('Save').click()
  await refused('The location and category of a default sensor cannot be changed.')
  await button('Cancel').click()
  await dialog().getByRole('button', { name: 'Discard changes' }).click()
  await setDefaults(before.defaults.map(one => one.interface.id))
  // No box runs here: rules that are on their way to one count as much.
  const sensors = data(await of('interfaces').search({ query: { itemsPerPage: 50, category: 'TEMPERATURE' } })).content
  const ruled = sensors.find(sensor => sensor.activeRules + sensor.pendingRules > 0)!
  await page.goto(`${stage.url}/system/interfaces/details/${ruled.id}`)
  await remove()
  await refused('Rules in service use this sensor or device. Take them out of service first.')
  await page.goto(`${stage.url}/system/terminals/details/${ruled.terminal.id}`)
  await remove()
  await refused('Rules are in service on this smart box. Take them out of service first.')
  await page.goto(`${stage.url}/system/terminals/details/${t}`)
  await remove()
  await refused('The smart box still has sensors or devices and can’t be deleted. Delete these first.')
  await button('Edit').click()
  await page.getByRole('button', { name: /^Location/ }).click()
  await page.getByRole('searchbox', { name: 'Search entities' }).fill('Pavilhão 2')
  await page.locator('.hit', { hasText: 'Quinta do Paul' }).first().click()
  await button('Save').click()
  await refused('This can’t be changed while the smart box has sensors, devices or rules.')
  await button('Cancel').click()
  await dialog().getByRole('button', { name: 'Discard changes' }).click()

  // Its values side by side, and everything goes again: the calculated one first.
  await page.getByRole('tab', { name: /Sensors and devices/ }).click()
  await button('Live values').click()
  await page.getByRole('link', { name: 'Air of the north', exact: true }).waitFor()
  expect(await page.locator('.board > li').count()).toBe(3)
  await isClean(page, 'values')
  for (const id of [mean, north, south]) {
    await page.goto(`${stage.url}/system/interfaces/details/${id}`)
    await remove()
    await heading('Sensors and devices').waitFor()
  }
  expect((await boxNow(t)).interfaceCount).toBe(0)
  await page.goto(`${stage.url}/system/terminals/details/${t}`)
  await remove()
  await heading('Smart boxes').waitFor()
  expect((await boxNow(t)).deletedTimestampUtc).not.toBeNull()
  await page.goto(`${stage.url}/system/terminals/details/${t}`)
  await textShown(/^Deleted on/)
  expect(await button('Edit').count()).toBe(0)
  await isClean(page, 'a smart box that was deleted')

  // Another box takes the place of one of the demo: ids, sensors and rules stay, its new code is shown once. Then it is retired.
  await stage.start('boxes')
  const { content } = await eventually(
    'a box that is set up',
    async () => data(await of('terminals').search({ query: { provisionStatus: 'PROVISIONED' } })),
    found => found.content.length > 0,
  )
  const old = content[0]!
  await page.goto(`${stage.url}/system/terminals/details/${old.id}`)
  await button('Replace smart box').click()
  await dialog().getByRole('textbox', { name: 'Smart box ID' }).fill(old.uid)
  await isClean(page, 'replacing')
  await dialog().getByRole('button', { name: 'Replace', exact: true }).click()
  await textShown('A smart box with this ID already exists.')
  await dialog().getByRole('textbox', { name: 'Smart box ID' }).fill('abcdef123456')
  await dialog().getByRole('button', { name: 'Replace', exact: true }).click()
  await textShown('The code is shown only once.')
  // A key that slips does not end what is shown once.
  await page.keyboard.press('Escape')
  await textShown('The code is shown only once.')
  await isClean(page, 'code of the new one')
  await dialog().getByRole('button', { name: 'Close', exact: true }).last().click()
  await button('Pair smart box').waitFor()
  expect(await boxNow(old.id)).toMatchObject({
    uid: 'abcdef123456',
    provisionStatus: 'NOT_PROVISIONED',
    interfaceCount: old.interfaceCount,
  })
  await page.getByRole('tab', { name: 'Details' }).click()
  await button('Retire smart box').click()
  await dialog().getByRole('button', { name: 'Retire smart box' }).click()
  await heading('Smart boxes').waitFor()
  await page.goto(`${stage.url}/system/terminals/details/${old.id}`)
  await textShown(/^Retired on/)

  // 409: the conflicts that were meant.
  expect(complaints.filter(complaint => !/\b409\b/.test(complaint))).toEqual([])
})
