// Two batches side by side, at a desk: the day on which one of them went wrong, its report and its figures. A real program, a real browser.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { apiAs, data } from './api.ts'
import { desk } from './desk.ts'
import { sharesStage, page, stage } from './opened.ts'
import { isClean, signIn } from './screen.ts'

sharesStage()

const DAY = 86_400_000
const DAYS = 10
/** The age from which on the animals of the second batch weigh a seventh less. */
const WRONG_FROM = 8

test('a manager compares two batches, finds the day it went wrong, and downloads report and table', async () => {
  const manager = await apiAs(stage.url, 'manager', stage.password)
  const houses = data(await manager.of('entities').list({ query: {} }))
  const curve = data(await manager.of('curves').choices({ query: { species: 'BROILER' } })).content[0]!
  const points = data(await manager.of('curves').curveDetails({ params: { id: curve.id }, query: {} }))
  const opened = Date.now() - DAYS * DAY
  const iso = (age: number) => new Date(opened + age * DAY).toISOString()
  const open = async (house: string, weightOf: (age: number, usual: number) => number) => {
    const entityId = houses.find(({ displayName }) => displayName === house)!.id
    const body = { entityId, species: 'BROILER', openDate: iso(0), productionCurveId: curve.id } as const
    const batch = data(await manager.of('batches').create({ body, files: [] }))
    const entry = { action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', number: 1000, weight: 44, age: 0 } as const
    data(await manager.of('animalMovements').create({ body: { ...entry, batchId: batch.id, timestamp: iso(0) }, files: [] }))
    for (const { age, weight } of points.filter(point => point.age > 0 && point.age < DAYS)) {
      const weighing = {
        batchId: batch.id,
        timestamp: iso(age),
        number: 100,
        totalWeight: Math.round(100_000 * weightOf(age, weight)) / 1000,
      }
      data(await manager.of('weighings').create({ body: weighing }))
    }
    return batch
  }
  const good = await open('Granja do Alviela | Pavilhão A', (_, usual) => usual)
  const bad = await open('Granja do Alviela | Pavilhão B', (age, usual) => (age < WRONG_FROM ? usual : (usual * 6) / 7))

  const { button, heading } = desk(() => page)
  await signIn(page, stage.url, 'manager', stage.password)
  await page.goto(`${stage.url}/production/batch-analytics?status=OPEN&species=BROILER&batchIds=${good.id}&batchIds=${bad.id}`)
  await heading('Batch analytics').waitFor()
  const save = async (by: Locator) => {
    const [file] = await Promise.all([page.waitForEvent('download'), by.click()])
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }
  const growth = page.getByRole('figure').filter({ has: page.getByRole('img', { name: /^Growth against the curve/ }) })
  await growth.waitFor()
  await isClean(page, 'two batches side by side')

  // The chart is redrawn with each batch whose weights have arrived.
  let fileName = ''
  const wrongFrom = async () => {
    const { name, content } = await save(growth.getByRole('button', { name: 'Save as table (CSV)' }))
    fileName = name
    const [head = [], ...rows] = rowsOf(content.toString('utf8'))
    // Its weight comes first, its distance from the curve in % second.
    const deviation = head.findLastIndex(title => title.includes(bad.code))
    return rows.find(row => row[deviation] && Number(row[deviation].replace(',', '.')) < -5)?.[0]
  }
  await expect.poll(wrongFrom).toBe(String(WRONG_FROM))
  expect(fileName).toBe('Growth against the curve.csv')

  const sideBySide = await save(button('Save as table (CSV): Side by side'))
  expect(sideBySide.content.toString('utf8')).toContain(bad.code)

  await page.getByRole('link', { name: bad.code }).first().click()
  await heading(bad.code).waitFor()
  await button('Files').click()
  const report = await save(button('Report (PDF)'))
  expect(report.name).toContain(bad.code)
  expect(report.content.subarray(0, 5).toString()).toBe('%PDF-')
})

/** The cells of a CSV file without quotes. */
const rowsOf = (text: string): string[][] =>
  text
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map(line => line.split(line.includes(';') ? ';' : ','))
