// @module-tag nightly
// Electricity tariffs, from the screen: made from the example of a country, its week changed by keyboard, gaps warned of, overlaps
// refused, and the periods of single days. A real program, a real browser.
import { beforeAll, expect, test } from 'vitest'
import { apiAs, data } from './api.ts'
import { desk } from './desk.ts'
import { opens, page, screen, stage } from './opened.ts'
import { aPage, isClean, signIn } from './screen.ts'

opens({ boxes: false })
let integrator: Awaited<ReturnType<typeof apiAs>>
beforeAll(async () => {
  integrator = await apiAs(stage.url, 'integrator', stage.password)
  await signIn(page, stage.url, 'integrator', stage.password)
})

const { heading, button, dialog, entry, choose, row } = desk(() => page)
const name = 'Milking parlour'
const tariff = async () => {
  const { id } = data(await integrator.of('tariffs').search({ query: { search: name } })).content[0]!
  return data(await integrator.of('tariffs').details({ params: { id } }))
}
/** The periods of the first line of the first cycle. */
const periods = async () => (await tariff()).cycles[0]!.lines[0]!.timeIntervals
const cycle = (number: number) => page.getByRole('region', { name: `Cycle ${number}`, exact: true })
/** A field of a period of the first line of the first cycle. */
const field = (label: string, period: number) =>
  page
    .getByRole('region', { name: 'Cycle 1, Line 1', exact: true })
    .getByRole('textbox', { name: label, exact: true })
    .nth(period)
const gaps = () => page.getByText('Some times have no period')

test('a tariff is created from the example of a country', async () => {
  await page.goto(`${stage.url}/system/tariffs`)
  await heading('Electricity tariffs').waitFor()
  await isClean(page, 'tariffs')
  await button('New').click()
  await heading('New electricity tariff').waitFor()
  await button('Create').click()
  await page.getByText('This field is required.').first().waitFor()
  await choose('Start from an example', 'Portugal, three periods, daily cycle')
  await entry('Name').fill(name)
  // What the head of the page covers is no target.
  await page.evaluate(() => scrollTo(0, 0))
  await isClean(page, 'new tariff')
  await button('Create').click()
  await heading(name).waitFor()
  await page.getByText('Europe/Lisbon').first().waitFor()
  await isClean(page, 'tariff')
  expect(await gaps().count()).toBe(0)
  expect(await tariff()).toMatchObject({ currency: 'EUR', timeZone: 'Europe/Lisbon', holidayAs: 'sun' })
})

test('a period is shortened by keyboard, and the gap is warned of before and after the save', async () => {
  const [first] = await periods()
  await button('Edit').click()
  await isClean(page, 'tariff being changed')
  const slot = cycle(1).getByRole('button', { name: new RegExp(`^Monday ${first!.startTime.slice(0, 5)}`) })
  await slot.focus()
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  await gaps().waitFor()
  await page
    .getByText(/^Cycle 1: Monday/)
    .first()
    .waitFor()
  await button('Save').click()
  await button('Edit').waitFor()
  await gaps().waitFor()
  await isClean(page, 'tariff with a gap')
  const [shortened] = await periods()
  const seconds = (time: string) => Date.parse(`1970-01-01T${time}Z`) / 1000
  expect(seconds(first!.endTime) - seconds(shortened!.endTime)).toBe(1800)
})

test('an overlap is refused at the field of the period', async () => {
  const [, second] = await periods()
  await button('Edit').click()
  await field('End', 0).fill(second!.endTime)
  await field('End', 0).press('Tab')
  await button('Save').click()
  await page.getByText('The period must start after the end of the one before it.').waitFor()
  expect(await field('Start', 1).getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => field('Start', 1).evaluate(element => element === document.activeElement)).toBe(true)
})

test('periods that touch and are equal are saved as one', async () => {
  const [first, second] = await periods()
  const before = (await periods()).length
  await field('End', 0).fill('')
  const end = new Date(Date.parse(`1970-01-01T${second!.startTime}Z`) - 1000).toISOString().slice(11, 19)
  await field('End', 0).fill(end)
  await field('End', 0).press('Tab')
  await field('Tariff period', 1).fill(first!.displayName)
  await field('Price per kWh', 1).fill(String(first!.value))
  await field('Price per kWh', 1).press('Tab')
  await button('Save').click()
  await button('Edit').waitFor()
  await expect.poll(async () => (await periods()).length).toBeLessThan(before)
  expect((await periods())[0]).toEqual({ ...first, endTime: second!.endTime })
  await gaps().waitFor({ state: 'detached' })
})

test('the periods of a date are shown, with the hour that the clock repeats', async () => {
  await page.getByRole('link', { name: 'Show the periods of a day' }).click()
  await page.getByRole('button', { name: 'Next day' }).waitFor()
  await row('Off-peak').first().waitFor()
  await isClean(page, 'periods of a tariff')
  const date = page.getByRole('textbox', { name: 'Date', exact: true })
  const shown = await date.inputValue()
  await button('Next day').click()
  await expect.poll(() => date.inputValue()).not.toBe(shown)
  await button('Previous day').click()
  await expect.poll(() => date.inputValue()).toBe(shown)
  // The order of the figures is that of the person's dates; 31 October 2027 has 25 hours.
  await date.fill(shown.startsWith('20') ? '2027-10-31' : '31-10-2027')
  await date.press('Enter')
  await page.getByText('The clock changes: this day has 25 hours.').waitFor()
})

test('on a phone the week shows one day, and the page is as wide as it', async () => {
  const phone = await aPage(screen.browser, [], { viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true })
  const { id } = await tariff()
  await signIn(phone, stage.url, 'integrator', stage.password, `/system/tariffs/${id}/details`)
  await phone.getByRole('button', { name: 'Edit' }).click()
  await phone.getByRole('region', { name: 'Cycle 1', exact: true }).waitFor()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await isClean(phone, 'tariff being changed on a phone')
  await phone.context().close()
  await page.goto(`${stage.url}/system/tariffs`)
  await row(name).waitFor()
  expect(await dialog().count()).toBe(0)
})
