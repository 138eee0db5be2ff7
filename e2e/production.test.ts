// A batch from entry to sale, as people book it: on a phone in the house, and at a desk. A real program, a real browser.
import { beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { apiAs, data } from './api.ts'
import { desk } from './desk.ts'
import { opens, page, screen, stage } from './opened.ts'
import { aPage, isClean, signIn } from './screen.ts'

opens({ boxes: false })
let manager: Awaited<ReturnType<typeof apiAs>>
beforeAll(async () => void (manager = await apiAs(stage.url, 'manager', stage.password)))

const DAY = 86_400_000
/** A typed day and hour so many days ago, in the order of the demo people. */
const typed = (days: number, hour: string) => {
  const [year, month, day] = new Date(Date.now() - days * DAY).toISOString().slice(0, 10).split('-')
  return `${day}-${month}-${year} ${hour}`
}
const idOf = async (name: string) =>
  data(await manager.of('entities').list({ query: {} })).find(({ displayName }) => displayName === name)!.id

/** A batch of broilers that was opened so many days ago. */
const openBatch = async (house: string, days: number) =>
  data(
    await manager.of('batches').create({
      body: { entityId: await idOf(house), species: 'BROILER', openDate: new Date(Date.now() - days * DAY).toISOString() },
      files: [],
    }),
  )

/** The forms of a batch at this page. */
const booksOn = (of: () => Page) => {
  const at = desk(of)
  const tab = (name: string) => of().getByRole('tab', { name }).click()
  const kind = (name: string) => of().getByRole('radio', { name, exact: true }).check({ force: true })
  const fill = async (entries: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(entries)) await at.entry(name).fill(text)
  }
  /** Saves the form, sees what was saved, and goes back to the batch. */
  const create = async () => {
    const back = new URL(of().url())
    await at.button('Create').click()
    await of().waitForURL(url => /\/\d+$/.test(url.pathname) && url.pathname !== back.pathname)
    await at.button('Edit').waitFor()
    const id = /production\/(\d+)\//.exec(of().url())![1]
    await of().goto(`${back.origin}/production/batches/${id}/details`)
  }
  const animals = async (kindName: string, entries: Readonly<Record<string, string>>, before?: () => Promise<void>) => {
    await tab('Animal movements')
    await at.button('New animal movement').first().click()
    await kind(kindName)
    await before?.()
    await fill(entries)
    await create()
  }
  return { ...at, tab, kind, fill, create, animals }
}

test('on a phone a batch goes from entry to sale, with deaths, feed, a weighing, a transfer and its report', async () => {
  const phone = await aPage(screen.browser, [], { viewport: { width: 390, height: 844 }, hasTouch: true })
  const { button, choose, tab, kind, fill, create, animals, dialog, heading } = booksOn(() => phone)
  await signIn(phone, stage.url, 'manager', stage.password)
  const other = await openBatch('Granja do Alviela | Pavilhão B', 8)
  const batch = await openBatch('Granja do Alviela | Pavilhão A', 10)
  await phone.goto(`${stage.url}/production/batches/${batch.id}/details`)
  await heading(batch.code).waitFor()

  await animals('External entry', { 'Date and time': typed(9, '10:00'), 'Number of animals': '1000', 'Total weight': '44' })
  await animals('Death', { 'Date and time': typed(7, '08:00'), 'Number of animals': '14' }, () =>
    choose('Cause of death', 'Culled, runt'),
  )
  await animals('Transfer out', { 'Date and time': typed(5, '09:00'), 'Number of animals': '100', 'Total weight': '18' }, () =>
    choose('To batch', `${other.code} · Pavilhão B`),
  )

  await tab('Feed movements')
  await button('New feed movement').first().click()
  await kind('Purchase')
  await fill({ 'Date and time': typed(9, '12:00'), 'Feed weight': '1500' })
  await choose('Feed type', 'BR-1 · Starter 0–10 d')
  await create()

  await tab('Manual weighings')
  await button('New weighing').first().click()
  await kind('Together')
  await fill({ 'Date and time': typed(3, '08:00'), 'Number of animals': '50', 'Total weight': '8,5' })
  await create()

  await animals('Sale', { 'Date and time': typed(2, '05:00'), 'Number of animals': '886', 'Total weight': '190' })
  await tab('Totals')
  const stored = async () => data(await manager.of('batches').details({ params: { id: batch.id } }))
  expect(await stored()).toMatchObject({ totalEntry: 1000, totalMortality: 14, totalExit: 986 })
  expect(data(await manager.of('batches').details({ params: { id: other.id } }))).toMatchObject({ totalEntry: 100 })
  await isClean(phone, 'totals of a batch on a phone')

  await button('Close batch').click()
  await dialog().getByRole('button', { name: 'Close batch', exact: true }).click()
  await button('Reopen batch').waitFor()
  expect(await stored()).toMatchObject({ status: 'CLOSED' })

  await button('Files').click()
  const download = phone.waitForEvent('download')
  await button('Report (PDF)').click()
  const file = await download
  expect(file.suggestedFilename()).toContain(batch.code)
  const content: Buffer[] = []
  for await (const part of await file.createReadStream()) content.push(part as Buffer)
  expect(Buffer.concat(content).subarray(0, 5).toString()).toBe('%PDF-')
  await phone.context().close()
})

test('on a phone yesterday’s deaths of a house take four touches from the home page, and the number', async () => {
  const phone = await aPage(screen.browser, [], { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signIn(phone, stage.url, 'stock', stage.password, '/farmview')
  const { content } = data(
    await manager.of('batches').search({ query: { entityId: await idOf('Quinta do Paul | Pavilhão 2'), status: ['OPEN'] } }),
  )
  const batch = content[0]!
  let touches = 0
  const touch = async (what: Locator) => {
    touches++
    await what.tap()
  }
  await touch(phone.getByRole('button', { name: 'Deaths' }))
  const form = phone.getByRole('dialog')
  await touch(form.getByText(`Pavilhão 2 · ${batch.code}`))
  await touch(form.getByText('Yesterday', { exact: true }))
  await phone.keyboard.type('7')
  await touch(form.getByRole('button', { name: 'Save' }))
  await form.waitFor({ state: 'detached' })
  expect(touches).toBeLessThanOrEqual(4)
  const [death] = data(
    await manager.of('animalMovements').search({ query: { batchId: batch.id, sortProperty: 'creationTimestamp' } }),
  ).content
  expect(death).toMatchObject({ actionType: 'DEATH', number: 7 })
  expect(death!.timestamp.slice(0, 10)).toBe(new Date(Date.now() - DAY).toISOString().slice(0, 10))
  await phone.context().close()
})

test(
  'a death that is corrected at a desk changes the deaths of its batch, which the analytics of open batches rank',
  { tags: ['nightly'] },
  async () => {
    const { row, entry, button, heading } = booksOn(() => page)
    await signIn(page, stage.url, 'manager', stage.password)
    const batch = data(
      await manager.of('batches').search({ query: { entityId: await idOf('Quinta do Paul | Pavilhão 2'), status: ['OPEN'] } }),
    ).content[0]!
    await page.goto(`${stage.url}/production/batches/${batch.id}/details?tab=movements`)
    await row('Sudden death syndrome').first().click()
    // The batch has a button of that name, too, and stays on the screen until the page of the movement is loaded.
    await page.waitForURL(url => /\/\d+$/.test(url.pathname))
    await page.getByRole('tab').first().waitFor({ state: 'detached' })
    await button('Edit').click()
    await entry('Number of animals').fill('4')
    await button('Save').click()
    await button('Edit').waitFor()
    const after = data(await manager.of('batches').details({ params: { id: batch.id } }))
    expect(after.totalMortality).not.toBe(batch.totalMortality)

    // The page ranks closed batches unless the filter `Status` says open ones.
    await page.goto(`${stage.url}/production/batch-analytics`)
    await heading('Batch analytics').waitFor()
    await page.getByRole('button', { name: 'Status Closed' }).click()
    await page.getByRole('radio', { name: 'Open' }).click()
    // Each ranked batch can be chosen; the chosen ones stand in a second table, side by side.
    await row(`Select ${batch.code}`).waitFor()
    await isClean(page, 'analytics of batches')
  },
)
