// @module-tag nightly
// What is out of sight or out of service says so: places are found best first, and how many more there are; what a difference is
// taken from stays hidden at its place; a smart box that was retired, its question before, its lists and its sensors after. Real
// programs, a real browser.
import { beforeAll, expect, test } from 'vitest'
import { apiAs, data } from './api.ts'
import { opens, page, screen, stage } from './opened.ts'
import { aPage, isClean, signIn } from './screen.ts'

opens({ boxes: false })
let of: Awaited<ReturnType<typeof apiAs>>['of']
let sensor: Awaited<ReturnType<typeof temperatureAt>>
beforeAll(async () => {
  ;({ of } = await apiAs(stage.url, 'root', stage.password))
  sensor = await temperatureAt('Quinta do Paul | Pavilhão 1')
  await signIn(page, stage.url, 'root', stage.password)
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const entity = async (name: string) => {
  const { content } = data(await of('entities').search({ query: { search: name } }))
  return content.find(one => one.displayName === name)!
}
/** A temperature of a house of the demo. */
const temperatureAt = async (place: string) => {
  const { id } = await entity(place)
  const [first] = data(await of('interfaces').atEntity({ params: { id }, query: { category: 'TEMPERATURE' } }))
  return first!
}

test('parts of a place are found best first, and the cut is told', async () => {
  const paul = await entity('Quinta do Paul')
  const body = { parentId: paul.parentId!, type: 'FARM' as const }
  const add = async (name: string, code: string, barns: readonly number[]) => {
    const farm = data(await of('entities').create({ body: { ...body, name, code }, files: [] }))
    for (const barn of barns)
      data(await of('entities').create({ body: { type: 'SECTOR', parentId: farm.id, name: `Barn ${barn}` }, files: [] }))
  }
  await add('Farm 5', 'XF5', [12])
  await add(
    'Farm 12',
    'XFT',
    Array.from({ length: 25 }, (_, at) => at + 1),
  )
  const company = data(await of('entities').details({ params: { id: paul.parentId! } }))
  await page.goto(`${stage.url}/system/users/create`)
  await page.getByRole('button', { name: /Assigned location/ }).click()
  await page.getByRole('searchbox', { name: 'Search entities' }).fill(company.name)
  await page.locator('.hit', { hasText: company.name }).first().click()
  await page.getByRole('radio', { name: 'Selected parts only' }).check()
  const search = page.locator('.parts-search input')
  const hits = page.locator('.parts-hits li')
  await search.fill('Farm 12 barn 5')
  await expect.poll(async () => (await hits.allInnerTexts())[0]?.split('\n')[0]).toBe('Barn 5')
  expect(await hits.first().innerText()).toContain('Farm 12')
  await search.fill('Barn')
  await page.getByText('Showing the first 20 of 26. Type more to narrow the results.').waitFor()
  await isClean(page, 'parts found')
})

test('the first of a difference is out of sight, and it says so', async () => {
  const seen = sensor
  const above = await temperatureAt('Quinta do Paul | Pavilhão 2')
  const made = data(
    await of('interfaces').create({
      body: {
        displayName: 'Step',
        terminalId: seen.terminal.id,
        entityId: seen.entity.id,
        category: 'TEMPERATURE',
        virtual: { operation: 'DIFF', sourceIds: [above.id, seen.id] },
      },
    }),
  )
  const [one] = data(await of('users').search({ query: { search: 'integrator@' } })).content
  const whole = data(await of('users').details({ params: { id: one!.userId } }))
  const wish = {
    displayName: whole.displayName,
    shortName: whole.shortName,
    email: whole.email,
    phone: whole.phone,
    contacts: whole.contacts,
    language: whole.language,
    timeZone: whole.timeZone,
    status: whole.status,
    version: whole.version,
    roleId: whole.role.id,
    rootEntityId: seen.entity.id,
    accessEntityIds: [],
    kept: false,
  }
  data(await of('users').edit({ params: { id: whole.userId }, query: { confirm: true }, body: wish, files: [] }))
  const own = await aPage(screen.browser, [], { reducedMotion: 'reduce' })
  await signIn(own, stage.url, 'integrator', stage.password)
  await own.goto(`${stage.url}/system/interfaces/details/${made.id}?tab=details`)
  await own.getByText('First minus second').waitFor()
  const sources = own.locator('dd, .shown, div').filter({ hasText: /^Hidden sensor\s*Temperature/ })
  await sources.last().waitFor()
  await isClean(own, 'a difference, half in sight')
  await own.getByRole('button', { name: 'Edit', exact: true }).click()
  const hint = own.getByText('The first sensor is hidden from you. Your selection is the second and is subtracted from it.')
  await expect.poll(() => hint.isVisible()).toBe(true)
  await own.context().close()
})

test('the question of a retirement names the rules that end', async () => {
  const { terminal } = sensor
  const { content } = data(await of('rules').search({ query: { terminalId: terminal.id, itemsPerPage: 50 } }))
  const ending = content.filter(one => one.deploymentStatus !== 'UNDEPLOYED').map(one => one.displayName)
  await page.goto(`${stage.url}/system/terminals`)
  await page.getByRole('link', { name: terminal.displayName }).first().waitFor()
  expect(await page.getByText(/retired smart box/).count()).toBe(0)
  await page.goto(`${stage.url}/system/terminals/details/${terminal.id}?tab=details`)
  await button('Retire smart box').click()
  await dialog()
    .getByText(new RegExp(`^${ending.length} rules in service will stop, including \\d+ alarms:`))
    .waitFor()
  await isClean(page, 'the question of a retirement')
  await dialog().getByRole('button', { expanded: false }).click()
  expect((await dialog().getByRole('listitem').allInnerTexts()).toSorted()).toEqual(ending.toSorted())
  await isClean(page, 'the question of a retirement, all of it')
  await dialog().getByRole('button', { name: 'Retire smart box' }).click()
  await heading('Smart boxes').waitFor()
})

/** The box of the house, out of service. */
async function retiredBox() {
  const { terminal } = sensor
  const { retiredTimestampUtc, version } = data(await of('terminals').details({ params: { id: terminal.id } }))
  if (retiredTimestampUtc === null) data(await of('terminals').retire({ params: { id: terminal.id }, body: { version } }))
  return terminal
}

test('lists tell of the retired box that they leave out', async () => {
  const box = await retiredBox()
  await page.goto(`${stage.url}/system/terminals`)
  await page.getByText('1 retired smart box hidden').waitFor()
  await isClean(page, 'smart boxes without the retired one')
  await button('Show retired smart boxes').click()
  await page.getByRole('link', { name: box.displayName }).first().waitFor()
  expect(await page.getByText('1 retired smart box hidden').count()).toBe(0)
  await page.goto(`${stage.url}/system/interfaces`)
  await page.getByText('The sensors and devices of 1 retired smart box are not shown.').waitFor()
  await button('Show retired smart boxes').click()
  await heading('Smart boxes').waitFor()
  await page.getByRole('link', { name: box.displayName }).first().waitFor()
})

test('what a retired box said last is shown as what it is', async () => {
  const box = await retiredBox()
  await page.goto(`${stage.url}/system/terminals/${box.id}`)
  await heading(box.displayName).waitFor()
  const tiles = page.locator('.board-tile')
  await tiles.first().waitFor()
  expect(await page.getByText('Not set up').count()).toBe(0)
  expect(await page.getByText('Retired', { exact: true }).count()).toBeGreaterThan(0)
  expect(await tiles.filter({ hasText: 'Retired' }).count()).toBe(await tiles.count())
  await isClean(page, 'values of a retired box')
})

test('its sensors say so in its list', async () => {
  const box = await retiredBox()
  await page.goto(`${stage.url}/system/terminals/details/${box.id}?tab=interfaces`)
  const row = page.getByRole('row').filter({ hasText: 'Temperature' }).first()
  await expect.poll(() => row.innerText()).toContain('Retired')
})

test('and on dashboards', async () => {
  await retiredBox()
  const dashboard = data(await of('dashboards').create({ body: { displayName: 'Of one box' } }))
  for (const [type, configs] of [
    ['DIRECT_VALUE', { interfaceId: sensor.id, title: 'Value tile' }],
    ['GAUGE', { interfaceId: sensor.id, title: 'Gauge tile' }],
  ] as const)
    data(await of('dashboards').addWidget({ body: { dashboardId: dashboard.id, type, configs }, files: [] }))
  await page.goto(`${stage.url}/farmview?dashboard=${dashboard.id}`)
  const tile = (name: string) => page.getByRole('article', { name: new RegExp(name) })
  for (const name of ['Value tile', 'Gauge tile']) await expect.poll(() => tile(name).innerText()).toContain('Retired')
  await isClean(page, 'tiles of a retired box')
})
