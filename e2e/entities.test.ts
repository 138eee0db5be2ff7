// @module-tag nightly
// An organisation from the screen: a company is made, a farm in it gets a place and a boundary, it is changed while somebody else
// changes it too, it moves, and what is empty goes again. Real programs, a real browser.
import { beforeAll, expect, test } from 'vitest'
import { apiAs, data } from './api.ts'
import { opens, page, screen, stage } from './opened.ts'
import { signIn } from './screen.ts'

opens({ boxes: false })
beforeAll(async () => {
  await signIn(page, stage.url, 'root', stage.password)
})

const row = (name: string) => page.getByRole('treeitem', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const entry = (name: string) => page.getByRole('textbox', { name, exact: true })

test('an entity is made, seen, changed, moved and deleted', async () => {
  const { of } = await apiAs(stage.url, 'root', stage.password)

  // The tree by keys alone: open, down, by its first letters, Enter.
  await page.goto(`${stage.url}/system/entities`)
  await row('AgroTec Ibérica').focus()
  await page.keyboard.press('ArrowRight')
  await row('Grupo Lezíria').waitFor()
  await page.keyboard.type('grupo')
  await page.keyboard.press('ArrowRight')
  await row('Lezíria Suínos').waitFor()
  await page.keyboard.press('Enter')
  await heading('Grupo Lezíria').waitFor()

  // A page beyond the end of the list is its last one.
  await page.goto(`${stage.url}/system/entities?view=list&currentPage=500`)
  const ofPages = page.getByRole('navigation', { name: 'Pages' }).getByRole('button')
  expect(await ofPages.and(page.locator('[aria-current=page]')).textContent()).toBe(await ofPages.nth(-2).textContent())
  await page.goBack()
  await heading('Grupo Lezíria').waitFor()

  // A company below the group; its code is in capitals as it is typed.
  await button('Add sub-entity').click()
  await heading('New entity').waitFor()
  await entry('Name').fill('Aves do Norte')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Company' }).click()
  await entry('Code').fill('la')
  expect(await entry('Code').inputValue()).toBe('LA')
  await button('Create').click()
  await page.getByText('This code is already in use. Choose another.').waitFor()
  expect(await entry('Code').getAttribute('aria-invalid')).toBe('true')
  await entry('Code').fill('an')
  // What is no picture is told at the picture.
  const fake = { name: 'house.png', mimeType: 'image/png', buffer: Buffer.from('<html>') }
  await page.locator('input[type=file]').setInputFiles(fake)
  await button('Create').click()
  await page.getByText('Not a readable picture').waitFor()
  // What is wrong with a picture goes with it, whether another one takes its place or none.
  await page.locator('input[type=file]').setInputFiles({ ...fake, name: 'barn.png' })
  await page.getByText('barn.png', { exact: true }).waitFor()
  expect(await page.getByText('Not a readable picture').count()).toBe(0)
  await button('Create').click()
  await page.getByText('Not a readable picture').waitFor()
  await page.getByRole('button', { name: /Remove barn\.png/ }).click()
  expect(await page.getByText('Not a readable picture').count()).toBe(0)
  await button('Create').click()
  await heading('Aves do Norte').waitFor()

  // A farm in it: the only thing that may stand there. Its boundary is drawn, and its area is the drawing's.
  await button('Add sub-entity').click()
  await heading('New entity').waitFor()
  await entry('Name').fill('Quinta da Serra')
  await entry('Code').fill('qds')
  await page.getByLabel('Latitude').fill('41.5')
  await page.getByLabel('Longitude').fill('-8.3')
  const map = page.locator('.site-map[data-ready]')
  await map.waitFor()
  await button('Draw an area').click()
  await map.evaluate(element => element.scrollIntoView({ block: 'center' }))
  const box = (await map.boundingBox())!
  const corners = [
    [0.4, 0.4],
    [0.6, 0.4],
    [0.6, 0.7],
    [0.4, 0.7],
    [0.4, 0.4],
  ] as const
  for (const [x, y] of corners) {
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y)
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
    await page.waitForTimeout(350)
  }
  await page.getByRole('button', { name: /Use the drawn area/ }).click()
  await page.getByRole('combobox', { name: /Tags/ }).fill('mountain')
  await page.getByRole('option', { name: /Create tag/ }).click()
  await page.getByText('Tag “mountain” created').waitFor()
  await button('Create').click()
  await heading('Quinta da Serra').waitFor()
  await page.getByText('mountain').first().waitFor()
  const found = data(await of('entities').search({ query: { search: 'Quinta da Serra' } })).content[0]!
  const made = data(await of('entities').details({ params: { id: found.id } }))
  expect(made).toMatchObject({
    code: 'QDS',
    type: 'FARM',
    latitude: 41.5,
    longitude: -8.3,
    enterprise: { name: 'Aves do Norte' },
  })
  expect(made.areaBoundaries).toContain('Polygon')
  expect(made.area).toBeGreaterThan(1)

  // A house that is nowhere yet: its map shows the farm in which it stands.
  await button('Add sub-entity').click()
  await heading('New entity').waitFor()
  await page.locator('.draw-map .pin', { hasText: 'Quinta da Serra' }).waitFor()
  await page.goBack()
  await heading('Quinta da Serra').waitFor()

  // Two people at once: what was typed stays, theirs is shown, a second save is one's own.
  await button('Edit').click()
  await entry('Name').fill('Quinta da Serra Alta')
  // A tablet that is turned round keeps what was typed.
  await page.setViewportSize({ width: 800, height: 1100 })
  await page.getByRole('complementary', { name: 'Tree' }).waitFor({ state: 'detached' })
  expect(await entry('Name').inputValue()).toBe('Quinta da Serra Alta')
  await page.setViewportSize({ width: 1440, height: 1000 })
  expect(await entry('Name').inputValue()).toBe('Quinta da Serra Alta')
  const { code, version, latitude, longitude, areaBoundaries } = made
  await of('entities').edit({
    params: { id: made.id },
    query: {},
    body: { code, version, latitude, longitude, areaBoundaries, name: 'Quinta da Serra Nova', usableArea: 1234 },
    files: [],
  })
  await button('Save').click()
  await page.getByRole('heading', { name: 'Changes by others' }).waitFor()
  await page.getByText('1,234').first().waitFor()
  expect(await entry('Name').inputValue()).toBe('Quinta da Serra Alta')
  // The tree beside it says what they saved, as the title does.
  await row('Quinta da Serra Nova').waitFor()
  // What was not touched is theirs already.
  await page.getByText('Applied to your form').first().waitFor()
  await button('Save').click()
  await heading('Quinta da Serra Alta').waitFor()
  expect(data(await of('entities').details({ params: { id: made.id } }))).toMatchObject({
    name: 'Quinta da Serra Alta',
    usableArea: 1234,
  })

  // The company moves to the top, and its farm with it.
  await page.getByRole('link', { name: 'Aves do Norte' }).first().click()
  await heading('Aves do Norte').waitFor()
  await button('Transfer').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Also transferred: 1 farm.').waitFor()
  expect(await dialog.getByRole('treeitem', { name: 'Grupo Lezíria', exact: true }).getAttribute('aria-disabled')).toBe('true')
  await dialog.getByRole('treeitem', { name: 'AgroTec Ibérica', exact: true }).locator('button.tree-name').click()
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const company = data(await of('entities').search({ query: { search: 'Aves do Norte', entityTypeNames: ['ENTERPRISE'] } }))
    .content[0]!
  expect(company.above.at(-1)).toBe('AgroTec Ibérica')

  // What holds something stays; what is empty goes.
  const deleted = async () => {
    await button('Delete').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  }
  await deleted()
  await page.getByText(/still contains items/).waitFor()
  await button('Close').click()
  await page
    .getByRole('link', { name: /Quinta da Serra Alta/ })
    .last()
    .click()
  await heading('Quinta da Serra Alta').waitFor()
  await deleted()
  await heading('Aves do Norte').waitFor()
  await deleted()
  await heading('AgroTec Ibérica').waitFor()
  expect(data(await of('entities').search({ query: { search: 'do Norte' } })).totalElements).toBe(0)

  expect(screen.complaints.filter(complaint => !/\b(400|409)\b/.test(complaint))).toEqual([])
})

test('a new time zone of a farm names what keeps the old one, and its houses follow', async () => {
  const { of } = await apiAs(stage.url, 'root', stage.password)
  const named = async (name: string) => data(await of('entities').search({ query: { search: name } })).content[0]!.id
  const farm = await named('Granja do Alviela')
  await page.goto(`${stage.url}/system/entities/${farm}/details`)
  await button('Edit').click()
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Azores')
  await page.getByRole('option', { name: /Atlantic\/Azores/ }).click()
  await button('Save').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/These keep Europe\/Lisbon, because their rules count by it: .*GAV-01/).waitFor()
  await dialog.getByRole('button', { name: 'Change time zone', exact: true }).click()
  await button('Edit').waitFor()
  const house = data(await of('entities').details({ params: { id: await named('Pavilhão A') } }))
  expect(house.timeZone).toBe('Atlantic/Azores')
})
