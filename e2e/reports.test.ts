// Reports from the screen: the list, a report that is requested, made and downloaded, and a recurring one that ends.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { desk } from './desk.ts'
import { opens, page, stage } from './opened.ts'
import { isClean, signIn } from './screen.ts'

opens({ boxes: false })
const { heading, button, entry, choose, confirm } = desk(() => page)

test('a manager finds the reports of the demo, requests one and downloads its file', async () => {
  await signIn(page, stage.url, 'manager', stage.password, '/reports')
  await heading('Reports').waitFor()
  await page.getByRole('link', { name: 'Events of the week' }).waitFor()
  await page.getByText('Silos on Monday', { exact: true }).waitFor()
  await isClean(page, 'reports')

  await button('New report').click()
  await heading('New report').waitFor()
  await isClean(page, 'a new report')
  await entry('Name').fill('Events of the farm')
  await choose('Type', 'Events and alarms')
  await choose('File format', 'CSV')
  await page.getByRole('combobox', { name: 'Locations' }).fill('Quinta do Paul')
  await page.getByRole('option', { name: 'Quinta do Paul', exact: true }).click()
  await button('Create').click()
  await heading('Events of the farm').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), button('Download').click()])
  expect(file.suggestedFilename()).toMatch(/^Events of the farm \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFOpened/)
  await isClean(page, 'a report')
})

test('a recurring report is edited', async () => {
  await page.goto(`${stage.url}/reports`)
  await page.getByRole('button', { name: /^Edit.*Silos on Monday$/ }).click()
  await heading('Silos on Monday').waitFor()
  await isClean(page, 'a recurring report, edited')
  await entry('Name').fill('Silos each month')
  await choose('Recurs', 'Every month')
  await choose('Day of the month', '15')
  await button('Save').click()
  // The list has it; the page that was left has the name in its heading.
  await page.getByRole('button', { name: /^Edit.*Silos each month$/ }).waitFor()
  const recurrence = page.getByText('Every month, day 15, 07:00 (Europe/Lisbon)')
  await expect.poll(() => recurrence.count()).toBe(1)
})

test('a recurring report ends after a question', async () => {
  await page.goto(`${stage.url}/reports`)
  await page.getByRole('button', { name: /^End.*Silos each month$/ }).click()
  await confirm('End')
  await expect.poll(() => page.getByText('Silos each month', { exact: true }).count()).toBe(0)
})

test('a manager makes a report of energy cost', { tags: ['nightly'] }, async () => {
  await page.goto(`${stage.url}/reports/create`)
  await entry('Name').fill('Electricity')
  await choose('Type', 'Energy cost')
  await choose('File format', 'CSV')
  await page.getByRole('combobox', { name: 'Locations' }).fill('Quinta do Paul')
  await page.getByRole('option', { name: 'Quinta do Paul', exact: true }).click()
  await button('Create').click()
  await heading('Electricity').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), button('Download').click()])
  expect(await readFile(await file.path(), 'utf8')).toContain(';Tariff period;Energy (kWh);Price per kWh;Cost;Currency')
})
