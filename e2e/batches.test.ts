// What happens in a batch, from the screen: its list with its own periods, its form, its details, and the way back to it. Batches
// that begin, end and go. A real program, a real browser.
import { beforeAll, expect, test } from 'vitest'
import { apiAs, data } from './api.ts'
import { desk } from './desk.ts'
import { opens, page, screen, stage } from './opened.ts'
import { aPage, isClean, signIn } from './screen.ts'

opens({ boxes: false })
let manager: Awaited<ReturnType<typeof apiAs>>
beforeAll(async () => {
  manager = await apiAs(stage.url, 'manager', stage.password)
  await signIn(page, stage.url, 'manager', stage.password)
})

const { heading, button, entry, row, dialog, confirm, choose } = desk(() => page)
const field = (name: string) => page.getByRole('combobox', { name })
const house = 'Quinta do Paul | Pavilhão 1'
const empty = 'Granja do Alviela | Pavilhão B'
const idOf = async (name: string) =>
  data(await manager.of('entities').list({ query: {} })).find(one => one.displayName === name)!.id
const batchOf = async (name: string) =>
  data(await manager.of('batches').search({ query: { entityId: await idOf(name), status: ['OPEN'] } })).content[0]!
const pathIs = async (path: string) => {
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
}
const written = async (title: string, more: object) =>
  data(
    await manager.of('events').create({
      body: {
        title,
        severityLevel: 'MODERATE',
        category: 'ANIMAL_HEALTH',
        cause: 'UNKNOWN',
        status: 'CLOSED',
        openDate: new Date(Date.now() - 3_600_000).toISOString(),
        ...more,
      },
      files: [],
    }),
  )
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('the events of a batch: by itself the last month, a day or a week on request', { tags: ['nightly'] }, async () => {
  const batch = await batchOf(house)
  await written('Limping in the last pen', { batchId: batch.id, openDate: ago(3) })
  await written('Litter turned', { batchId: batch.id })
  await page.goto(`${stage.url}/production/batches`)
  await row(batch.code).click()
  await heading(batch.code).waitFor()
  await page.getByRole('tab', { name: 'Events' }).click()
  await row('Litter turned').waitFor()
  await row('Limping in the last pen').waitFor()
  await isClean(page, 'batch')

  await button('Period last month, plus all not closed').click()
  await expect.poll(() => page.getByRole('radio').count()).toBe(3)
  for (const name of ['last 24 hours', 'last week', 'last month']) expect(await page.getByRole('radio', { name }).count()).toBe(1)
  await page.getByRole('radio', { name: 'last 24 hours' }).click()
  await row('Litter turned').waitFor()
  await expect.poll(() => row('Limping in the last pen').count()).toBe(0)
  expect(page.url()).toContain('lastTime=TWENTYFOUR')
})

test('a new event of a batch is over and of little weight, stands in its house, and leads back', async () => {
  const batch = await batchOf(house)
  await page.goto(`${stage.url}/production/batches/${batch.id}/details?tab=events`)
  await button('New event').click()
  await heading('New event').waitFor()
  await pathIs(`/production/${batch.id}/events/create`)
  await isClean(page, 'new event of a batch')
  expect(await page.getByRole('radio', { name: 'Low', exact: true }).isChecked()).toBe(true)
  expect(await field('Status').inputValue()).toBe('Closed')
  expect(await field('House or room').inputValue()).toBe(house)
  // Left empty, it is the batch's own: the keyboard empties it as well.
  await field('House or room').press('Control+A')
  await field('House or room').press('Backspace')
  await field('House or room').press('Tab')
  expect(await field('House or room').inputValue()).toBe('')
  expect(await field('Company').count()).toBe(0)
  await expect.poll(() => field('Batch').inputValue()).toBe(batch.code)
  expect(await field('Batch').isDisabled()).toBe(true)
  await entry('Title').fill('Vaccinated by spray')
  await choose('Category', 'Animal health')
  await choose('Cause', 'Unknown cause')
  // Nobody is told of what is only noted.
  const mail = page.getByRole('switch', { name: 'Active' }).first()
  if (await mail.isChecked()) await mail.uncheck()
  await button('Create').click()
  await pathIs(`/production/batches/${batch.id}/details`)
  await row('Vaccinated by spray').click()
  await heading('Vaccinated by spray').waitFor()
  const [made] = data(await manager.of('events').search({ query: { title: 'Vaccinated by spray' } })).content
  expect(made).toMatchObject({ batch: { id: batch.id }, severityLevel: 'LOW', status: 'CLOSED' })
  await pathIs(`/production/${batch.id}/events/details/${made!.id}`)
  await isClean(page, 'event of a batch')
  await page.getByRole('link', { name: batch.code }).first().click()
  await pathIs(`/production/batches/${batch.id}/details`)
})

test('of a closed batch, what happened after its end is refused, and nothing is lost', { tags: ['nightly'] }, async () => {
  const { id, code } = data(
    await manager
      .of('batches')
      .create({ body: { entityId: await idOf(empty), species: 'BROILER', openDate: ago(30) }, files: [] }),
  )
  data(await manager.of('batches').quickCloseOpen({ params: { id }, body: { version: 1, closeDate: ago(10) } }))
  await page.goto(`${stage.url}/production/${id}/events/create`)
  await entry('Title').fill('Counted at the slaughterhouse')
  await choose('Category', 'Animal health')
  await choose('Cause', 'Unknown cause')
  const mail = page.getByRole('switch', { name: 'Active' }).first()
  if (await mail.isChecked()) await mail.uncheck()
  // By itself it lies within the batch.
  const within = await entry('Opened on').inputValue()
  const [day, month, year] = ago(5).slice(0, 10).split('-').toReversed()
  await entry('Opened on').fill(`${day}-${month}-${year} 08:00`)
  await entry('Title').focus()
  await button('Create').click()
  await page.getByText('The batch is closed, and its last animal movement was not after this date').waitFor()
  expect(await entry('Opened on').getAttribute('aria-invalid')).toBe('true')
  expect(await entry('Title').inputValue()).toBe('Counted at the slaughterhouse')
  await entry('Opened on').fill(within)
  await entry('Title').focus()
  await button('Create').click()
  await heading(code).waitFor()
  await row('Counted at the slaughterhouse').waitFor()
})

test('a batch that ended long ago shows the way to what happened in it', { tags: ['nightly'] }, async () => {
  const { id, closeDate } = data(await manager.of('batches').search({ query: { status: ['CLOSED'] } })).content.at(-1)!
  const last = new Date(Date.parse(closeDate!) - 3_600_000).toISOString()
  expect(last < ago(31)).toBe(true)
  await written('Loaded by night', { batchId: id, openDate: last })
  await page.goto(`${stage.url}/production/batches/${id}/details?tab=events`)
  await page.getByText('No events for this batch in this period').waitFor()
  await page.getByRole('button', { name: /since the batch opened/ }).click()
  await row('Loaded by night').waitFor()
})

test('an event belongs to the batch of its time unless another is chosen', { tags: ['nightly'] }, async () => {
  const batch = await batchOf(house)
  const byItself = await written('Pan broken', { entityId: await idOf(house) })
  expect(byItself.batch).toEqual({ id: batch.id, code: batch.code })
  await page.goto(`${stage.url}/events?batchId=${batch.id}`)
  await row('Pan broken').waitFor()
  await row('Pan broken').click()
  await heading('Pan broken').waitFor()
  await button('Edit').click()
  const byDate = async (code: string) => {
    await expect.poll(() => field('Batch').inputValue()).toBe(`${code} (automatic)`)
  }
  await byDate(batch.code)
  // Another place, another batch: the form says it before it is saved.
  await choose('Farm, house or room', empty)
  await byDate('No batch')
  await choose('Farm, house or room', house)
  await byDate(batch.code)
  // By the keyboard: what is typed stays until Enter takes the first that fits.
  const type = async (text: string, shown: string) => {
    await field('Batch').press('Control+A')
    await field('Batch').pressSequentially(text)
    await page.waitForTimeout(600)
    expect(await field('Batch').inputValue()).toBe(text)
    await field('Batch').press('Enter')
    await expect.poll(() => field('Batch').inputValue()).toBe(shown)
  }
  await type(batch.code, `${batch.code} · Pavilhão 1`)
  // A whole code is taken as one leaves the field, however it is written.
  await field('Batch').press('Control+A')
  await field('Batch').pressSequentially(batch.code.toLowerCase())
  await page.waitForTimeout(600)
  await field('Batch').press('Tab')
  await expect.poll(() => field('Batch').inputValue()).toBe(`${batch.code} · Pavilhão 1`)
  await type('automatic', `${batch.code} (automatic)`)
  await type(batch.code, `${batch.code} · Pavilhão 1`)
  await type('no', 'No batch')
  await button('Save').click()
  const now = async () => data(await manager.of('events').details({ params: { id: byItself.id } }))
  await expect.poll(async () => (await now()).batchSaid).toBe(true)
  expect((await now()).batch).toBeNull()
  // At another place, too, it is none's: so the form says.
  await button('Edit').click()
  await choose('Farm, house or room', empty)
  await choose('Batch', 'No batch')
  await button('Save').click()
  await expect.poll(async () => (await now()).entity.displayName).toBe(empty)
  expect(await now()).toMatchObject({ batch: null, batchSaid: true })
})

test('of two who change an event at once, each gets the batch that their form shows', { tags: ['nightly'] }, async () => {
  const batch = await batchOf(house)
  const entityId = await idOf(house)
  const batchId = batch.id
  const open = async (title: string, more: object) => {
    const made = await written(title, { entityId, ...more })
    await page.goto(`${stage.url}/events/${made.id}/details`)
    await button('Edit').click()
    await entry('Description').fill('Seen twice.')
    return async (change: object) => {
      const { category, cause, status, version } = made
      const body = { description: '', category, cause, status, version, ...change }
      data(await manager.of('events').edit({ params: { id: made.id }, body, files: [] }))
      await button('Save').click()
      await page.getByRole('heading', { name: 'Changes by others' }).waitFor()
      return async () => {
        await button('Save').click()
        await button('Edit').waitFor()
        return data(await manager.of('events').details({ params: { id: made.id } }))
      }
    }
  }
  const others = await (await open('Draught at the door', { batchId }))({ batchId: null })
  expect(await field('Batch').inputValue()).toBe('No batch')
  await field('Batch').click()
  await page.getByRole('option', { name: new RegExp(`^${batch.code} ·`) }).click()
  expect(await others()).toMatchObject({ description: 'Seen twice.', batch: { id: batchId }, batchSaid: true })

  // Of another place: what one says of the batch there stays, wherever others put it.
  const moved = await open('Draught at the gate', { batchId: null })
  await choose('Farm, house or room', empty)
  await choose('Batch', 'No batch')
  const there = await moved({ entityId: await idOf('Quinta do Paul | Pavilhão 2') })
  expect(await field('Batch').inputValue()).toBe('No batch')
  expect(await there()).toMatchObject({ entity: { displayName: empty }, batch: null, batchSaid: true })

  const early = new Date(Date.parse(batch.openDate) - 3_600_000).toISOString()
  const byDate = await (await open('Draught at the wall', { openDate: early }))({ openDate: ago(0.5) })
  expect(await byDate()).toMatchObject({ description: 'Seen twice.', batch: { id: batchId }, batchSaid: false })
})

test('a typed day is a day of the house, whose zone is named', { tags: ['nightly'] }, async () => {
  const { of: asRoot } = await apiAs(stage.url, 'root', stage.password)
  const body = {
    type: 'SECTOR' as const,
    name: 'Pavilhão do Pico',
    parentId: await idOf('Quinta do Paul'),
    timeZone: 'Atlantic/Azores',
  }
  const place = data(await asRoot('entities').create({ body, files: [] }))
  await page.goto(`${stage.url}/production/batches/create`)
  // Typed before the house is chosen, it is the same day there.
  await entry('Opened on').fill('01-01-2026')
  await entry('Opened on').press('Tab')
  await choose('House or room', 'Quinta do Paul | Pavilhão do Pico')
  await page.getByText('(GMT-01:00) Atlantic/Azores').waitFor()
  await expect.poll(() => entry('Opened on').inputValue()).toBe('01-01-2026')
  await choose('Species', '– Broilers')
  await button('Create').click()
  await page.getByText('Batch opened').waitFor()
  const { content } = data(await manager.of('batches').search({ query: { entityId: place.id } }))
  expect(content[0]).toMatchObject({ openDate: '2026-01-01T01:00:00.000Z', timeZone: 'Atlantic/Azores' })
  expect(content[0]!.code).toMatch(/-26\d\d$/)
  await page.getByText('01-01-2026 00:00:00').waitFor()
})

test('a batch begins, ends, begins again and goes', async () => {
  await page.goto(`${stage.url}/production/batches/create`)
  await heading('New batch').waitFor()
  await isClean(page, 'new batch')
  await button('Create').click()
  await page.getByText('This field is required.').first().waitFor()
  await choose('House or room', 'Granja do Alviela | Pavilhão B')
  await choose('Species', '– Broilers')
  await button('Create').click()
  await page.getByText('Batch opened').waitFor()
  await button('Close batch').click()
  await dialog().waitFor()
  await isClean(page, 'close a batch')
  await dialog().getByRole('button', { name: 'Close batch' }).click()
  await page.getByText('Batch closed').waitFor()
  await button('Reopen batch').click()
  await confirm('Reopen batch')
  await page.getByText('Batch reopened').waitFor()
  await button('Delete').click()
  await confirm('Delete')
  await page.getByText('Batch deleted').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/production/batches')
})

test('a batch is entered with all of its fields, changed, and shows them', async () => {
  await page.goto(`${stage.url}/production/batches/create?entityId=${await idOf('Granja do Alviela | Pavilhão B')}`)
  await expect.poll(() => field('House or room').inputValue()).toBe('Granja do Alviela | Pavilhão B')
  await choose('Species', '– Broilers')
  await choose('Production type', 'Continuous flow · Rearing')
  await choose('Production class', 'Free-range')
  await entry('Usable area').fill('1250,5')
  await entry('Target weight').fill('0')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Stocking plan') })
  await button('Create').click()
  await expect.poll(() => entry('Target weight').getAttribute('aria-invalid')).toBe('true')
  await entry('Target weight').fill('2,45')
  await button('Create').click()
  await page.getByText('Batch opened').waitFor()
  await page.getByText('1,250.5\u00a0m²').waitFor()
  await page.getByText('2.45\u00a0kg').waitFor()
  await page.getByText('plan.txt').first().waitFor()
  await isClean(page, 'totals of a batch')
  const id = /batches\/(\d+)\//.exec(page.url())![1]!
  const stored = async () => data(await manager.of('batches').details({ params: { id } }))
  expect(await stored()).toMatchObject({
    species: { value: 'BROILER' },
    productionType: { mode: 'CONTINUOUS', subMode: 'GROWTH' },
    productionClass: 'FREE_RANGE',
    usableArea: 1250.5,
    targetWeight: 2.45,
    attachments: [{ name: 'plan.txt' }],
  })

  await button('Edit').click()
  await choose('Production class', 'Organic')
  await page.getByRole('button', { name: 'Remove plan.txt' }).click()
  // Another user saves first: both changes are shown, and both stay.
  const { version } = await stored()
  const others = {
    species: 'BROILER',
    productionTypeId: 9,
    productionClass: 'FREE_RANGE',
    usableArea: 1250.5,
    targetWeight: 2.6,
  } as const
  const { openDate } = await stored()
  data(await manager.of('batches').edit({ params: { id }, body: { ...others, openDate, version }, files: [] }))
  await button('Save').click()
  await page.getByRole('heading', { name: 'Changes by others' }).waitFor()
  await page.getByText('2.6\u00a0kg').waitFor()
  expect(await entry('Target weight').inputValue()).toBe('2.6')
  await isClean(page, 'edit a batch')
  await button('Save').click()
  await button('Edit').waitFor()
  expect(await stored()).toMatchObject({ productionClass: 'ORGANIC', targetWeight: 2.6, attachments: [] })
  await button('Delete').click()
  await confirm('Delete')
  await page.getByText('Batch deleted').waitFor()
})

test('on the narrowest phone nothing is wider than it', { tags: ['nightly'] }, async () => {
  const batch = await batchOf(house)
  const narrow = await aPage(screen.browser, [], { viewport: { width: 320, height: 640 } })
  await signIn(narrow, stage.url, 'manager', stage.password)
  for (const path of [
    '/production/batches',
    '/production/batches/create',
    `/production/batches/${batch.id}/details`,
    `/production/${batch.id}/events/create`,
  ]) {
    await narrow.goto(stage.url + path)
    await narrow.getByRole('heading', { level: 1 }).waitFor()
    await isClean(narrow, `${path} at 320`)
    expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
  await narrow.context().close()
})

test('who may only read finds no button that changes anything', { tags: ['nightly'] }, async () => {
  const reader = await aPage(screen.browser, [])
  await signIn(reader, stage.url, 'reader', stage.password)
  await reader.goto(`${stage.url}/production/batches`)
  await reader.getByRole('row', { name: /LSHAZ/ }).first().click()
  await reader.getByRole('heading', { level: 1, name: /LSHAZ/ }).waitFor()
  await reader.getByRole('tab', { name: 'Events' }).click()
  await reader.getByRole('searchbox').or(reader.getByRole('textbox')).first().waitFor()
  for (const name of ['Close batch', 'Reopen batch', 'Edit', 'Delete', 'New event'])
    expect(await reader.getByRole('button', { name, exact: true }).count()).toBe(0)
  await reader.context().close()
})
