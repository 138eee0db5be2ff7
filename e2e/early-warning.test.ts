// The watch over the water and feed of batches, from the screen. A real program, a real browser.
import { beforeAll, expect, test } from 'vitest'
import { apiAs, data } from './api.ts'
import { sharesStage, page, stage } from './opened.ts'
import { desk } from './desk.ts'
import { isClean, signIn } from './screen.ts'

sharesStage()
let manager: Awaited<ReturnType<typeof apiAs>>
beforeAll(async () => {
  manager = await apiAs(stage.url, 'manager', stage.password)
  await signIn(page, stage.url, 'manager', stage.password)
})

const { heading } = desk(() => page)
const house = 'Quinta do Paul | Pavilhão 1'
const watched = async () => {
  const { content } = data(await manager.of('earlyWarning').houses({ query: { itemsPerPage: 50 } }))
  return content.find(({ entity }) => entity.displayName === house)!
}

test('a house is watched until the manager switches it off', async () => {
  const { batch } = await watched()
  await page.goto(`${stage.url}/production/earlyWarnings`)
  await heading('Early warnings').waitFor()
  await page.getByRole('link', { name: batch!.code }).waitFor()
  await isClean(page, 'early warnings')
  const watch = page.getByRole('switch', { name: `Early warning: ${house}` })
  expect(await watch.isChecked()).toBe(true)
  await watch.click({ force: true })
  await expect.poll(async () => (await watched()).enabled).toBe(false)
  await expect.poll(() => watch.isChecked()).toBe(false)
  await watch.click({ force: true })
  await expect.poll(async () => (await watched()).enabled).toBe(true)
})
