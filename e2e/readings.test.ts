// @module-tag nightly
// The readings of a sensor: its chart with the limits of its alarms, a part of it by a drag, dates, the table, and both as files.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { opens, page, stage } from './opened.ts'
import { isClean, signIn } from './screen.ts'

opens()

const button = (name: string | RegExp) => page.getByRole('button', { name })
const saved = async (name: string) => {
  const [file] = await Promise.all([page.waitForEvent('download'), button(name).click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('readings are charted, zoomed, dated, listed and saved', async () => {
  const { of } = await apiAs(stage.url, 'root', stage.password)
  const { content } = data(await of('interfaces').search({ query: { search: 'Temperature average', itemsPerPage: 50 } }))
  const alarms = async () => data(await of('interfaces').withAlarms({ query: { interfaceIds: content.map(({ id }) => id) } }))
  // The boxes take their rules after the start.
  const watched = await eventually('an alarm is in service', alarms, found => found.some(({ limits }) => limits.length > 0))
  const id = watched.find(({ limits }) => limits.length > 0)!.interfaceId
  const stored = async () => data(await of('readings').search({ query: { interfaceIds: [id] } })).content
  await eventually('a reading is stored', stored, found => found.length > 0)

  await signIn(page, stage.url, 'root', stage.password, `/system/interfaces/details/${id}`)
  const chart = page.getByRole('img', { name: /Alarm above/ })
  await chart.waitFor()
  const row = page.getByRole('row').nth(1)
  await row.waitFor()
  await isClean(page, 'interface with its readings')

  expect((await saved('Save as picture')).bytes.subarray(1, 4).toString()).toBe('PNG')
  expect((await saved('Save as table (CSV)')).bytes.toString()).toContain('(°C)')
  const { bytes } = await saved('Export')
  const [head, first] = bytes.toString().split('\r\n')
  expect(head).toContain('(°C)')
  expect(first).toContain((await row.getByRole('cell').first().textContent())!.trim())

  const at = (await page.locator('.chart-zoom').boundingBox())!
  const drag = async (from: number, to: number) => {
    await page.mouse.move(at.x + at.width * from, at.y + 80)
    await page.mouse.down()
    await page.mouse.move(at.x + at.width * to, at.y + 80, { steps: 4 })
    await page.mouse.up()
  }
  await drag(0.2, 0.4)
  await button('24 h').and(page.locator('[aria-pressed=false]')).waitFor()
  await button(/^Dates \d\d-\d\d-\d{4}/).waitFor()
  await page.getByText('No readings in this period').first().waitFor()
  await button('24 h').click()
  await chart.waitFor()

  await button(/Resolution/).click()
  await page.getByRole('radio', { name: 'By hour' }).click()
  await button(/Calculation/).click()
  await page.getByRole('radio', { name: 'Maximum' }).click()
  await expect.poll(() => row.getByRole('cell').first().textContent()).toMatch(/:00:00/)
})
