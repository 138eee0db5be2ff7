// @module-tag nightly
// An alarm drill as people live it: started on a page, raised by the box in the barn, confirmed from a mail on a phone, printed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { opens, screen, stage } from './opened.ts'
import { aPage, isClean, signIn } from './screen.ts'

/** Where pictures of the pages are put for somebody to look at. */
const LOOK = process.env.LOOK_DRILLS

opens()

test('a drill goes from the page over the box to a phone, and comes back as a record', async () => {
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  const places = data(await of('entities').search({ query: { itemsPerPage: 50 } })).content
  const farm = places.find(place => place.type === 'FARM')!
  const houses = () => of('drills').preview({ params: { id: farm.id } })
  const ready = await eventually(
    'a house whose box takes part and where somebody is told',
    async () => data(await houses()).houses.find(one => one.stage === null && one.people.length > 0),
    one => one !== undefined,
  )
  const house = ready!.entity
  const { page, browser, complaints } = screen
  await signIn(page, stage.url, 'manager', stage.password, `/system/entities/${house.id}/details?tab=drills`)
  await page.getByText('Tuesday, 10:00').waitFor()
  await isClean(page, 'the drills of a house')

  // The plan is changed by keyboard alone.
  await page.getByRole('button', { name: 'Edit' }).press('Enter')
  await page.getByLabel('Time of day').fill('14:30')
  await page.getByLabel('Time of day').press('Enter')
  await page.getByText('Tuesday, 14:30').waitFor()

  await page.getByRole('button', { name: 'Start drill' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(ready!.people[0]!.name).waitFor()
  await isClean(page, 'the question')
  await dialog.getByRole('button', { name: 'Start the drill' }).click()
  await page.waitForURL('**/drills/*')
  await page.getByRole('heading', { level: 1, name: 'Alarm drill record' }).waitFor()

  const mail = await eventually(
    'the mail',
    async () => stage.mails.find(email => /\/drill#/.test(email.text ?? '')),
    email => email !== undefined,
  )
  const link = /https?:\/\/\S+\/drill#\S+/.exec(mail!.text ?? '')![0]
  const phone = await aPage(browser, complaints as string[], { viewport: { width: 320, height: 700 } })
  await phone.goto(link)
  const confirm = phone.locator('main button')
  await confirm.waitFor()
  expect(phone.url()).toBe(`${stage.url}/drill`)
  await isClean(phone, 'the link')
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  // A phone that was put away and taken out again loads the page anew; its address tells nothing any more.
  await phone.reload()
  await confirm.press('Enter')
  await phone.getByRole('status').waitFor()

  await page.getByText('Passed').first().waitFor()
  const record = page.locator('.drill-way li[data-reached]')
  await eventually(
    'every stage',
    () => record.count(),
    count => count === 5,
  )
  await isClean(page, 'the record')
  // On a phone who was told stands whole, one below the other.
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.locator('.scroll-x').evaluate(one => one.scrollWidth - one.clientWidth)).toBe(0)
  await isClean(page, 'the record on a phone')
  await page.setViewportSize({ width: 1440, height: 1000 })
  const id = /\/drills\/(\d+)/.exec(page.url())![1]!
  const details = data(await of('drills').details({ params: { id } }))
  expect(details).toMatchObject({ result: 'PASSED', entity: { id: house.id }, confirmed: 1 })
  expect(details.messages.filter(message => message.confirmedUtc !== null)).toHaveLength(1)
  // Nothing of it is an event; the house that is too hot on script may have one by now.
  expect(data(await of('events').search({ query: { entity: house.id } })).totalElements).toBe(0)

  // One page of paper, whatever the screen shows.
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.rail').isVisible()).toBe(false)
  expect(await page.getByText('Date and signature').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: 'Alarm drills' }).first().click()
  await page
    .getByRole('link', { name: new RegExp(house.name) })
    .first()
    .waitFor()
  await isClean(page, 'the list')
  await page.getByRole('button', { name: 'Annual report' }).click()
  await page.getByRole('heading', { level: 1, name: /^Alarm drills \d{4}$/ }).waitFor()
  await page.getByText('1 drill, 1 passed, 0 failed').waitFor()
  await isClean(page, 'the year')
  // Of one place it names it: the paper is looked at without its address.
  await page.goto(`${stage.url}/drills/summary?entityId=${house.id}`)
  await page.getByRole('heading', { level: 1, name: `Alarm drills ${new Date().getFullYear()} · ${house.displayName}` }).waitFor()
  await page.getByText('1 drill, 1 passed, 0 failed').waitFor()
  if (LOOK) await look(LOOK, id, house.id, pdf)
  expect(complaints).toEqual([])
})

/** Pictures at the four widths, light and dark, and the paper. */
async function look(folder: string, id: string, houseId: string, pdf: Buffer) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/record.pdf`, pdf)
  const { page } = screen
  const paths = {
    record: `/drills/${id}`,
    list: '/drills',
    year: '/drills/summary',
    tab: `/system/entities/${houseId}/details?tab=drills`,
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 688, height: 980 })
  for (const name of ['record', 'year'] as const) {
    await page.goto(stage.url + paths[name])
    await page.getByText('Date and signature').waitFor()
    await page.waitForTimeout(700)
    await page.screenshot({ path: `${folder}/paper-${name}.png` })
  }
  await page.emulateMedia({ media: 'screen' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [320, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: width < 500 ? 700 : 1000 })
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(stage.url + path)
        await page.locator('h1').waitFor()
        await page.waitForTimeout(700)
        await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` })
        expect([name, width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, width, width])
      }
    }
  }
}
