// @module-tag nightly
// An event that somebody deleted is nowhere any more: not by the way back of the browser, not in a tab that still shows it.
import { expect, test, vi } from 'vitest'
import { apiAs, data } from './api.ts'
import { desk } from './desk.ts'
import { opens, page, stage } from './opened.ts'
import { isClean, signIn } from './screen.ts'
import { PATIENCE } from '../tools/testing/patience.ts'

opens({ boxes: false })

const { heading, button, row, confirm } = desk(() => page)

async function aWritten(title: string, ago = 3_600_000) {
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  const place = data(await of('entities').list({ query: {} })).find(one => one.displayName === 'Quinta do Paul | Pavilhão 1')!
  const openDate = new Date(Date.now() - ago).toISOString()
  const body = { title, severityLevel: 'LOW', category: 'SECURITY', cause: 'HUMAN_ERROR', status: 'OPEN' } as const
  const made = data(await of('events').create({ body: { ...body, entityId: place.id, openDate }, files: [] }))
  return { of, made, place }
}

test('an event of three days ago that is not closed stands in the list of the last day', async () => {
  const { of, made, place } = await aWritten('Fence is broken', 3 * 86_400_000)
  await signIn(page, stage.url, 'manager', stage.password, `/events?entity=${place.id}`)
  await page.getByRole('button', { name: 'Period last 24 hours, plus all not closed' }).waitFor()
  await row('Fence is broken').waitFor()
  data(await of('events').remove({ params: { id: made.id } }))
  await page.reload()
  await page.getByText('No events in this period.').waitFor()
  expect(await row('Fence is broken').count()).toBe(0)
  await isClean(page, 'nothing in this period')
})

test('the actions of the list stand side by side on the narrowest phone', async () => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const [path, name] of [
    ['/events', 'New event'],
    ['/helpdesk', 'New support request'],
  ] as const) {
    await page.goto(stage.url + path)
    await button(name).first().waitFor()
    // While the page comes its parts move.
    const top = async (one: string) => (await button(one).first().boundingBox())?.y
    await expect.poll(async () => (await top('Export')) === (await top(name))).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    if (process.env.LOOK_DELETED) await page.screenshot({ path: `${process.env.LOOK_DELETED}${path}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 1000 })
})

test('the way back leads to no page of what is gone', async () => {
  const { made } = await aWritten('Gate left open')
  await page.goto(`${stage.url}/events`)
  await row('Gate left open').getByText('Gate left open', { exact: true }).click()
  await heading('Gate left open').waitFor()
  await button('Delete').click()
  await confirm('Delete')
  await heading('Events').waitFor()
  await expect.poll(() => row('Gate left open').count()).toBe(0)
  await page.goBack()
  await page.waitForURL(`**/events/${made.id}/details`)
  await heading('Page not found').waitFor()
  expect(await heading('Gate left open').count()).toBe(0)
  // News of the deletion lets the page ask once more: it is judged when it has settled.
  await vi.waitFor(() => isClean(page, 'the page of what is gone'), { timeout: PATIENCE.page, interval: 500 })
})

test('a tab that shows it says that it is gone', async () => {
  const { of, made } = await aWritten('Door left open')
  await page.goto(`${stage.url}/events/${made.id}/details`)
  await heading('Door left open').waitFor()
  data(await of('events').remove({ params: { id: made.id } }))
  await heading('Page not found').waitFor()
  expect(await button('Delete').count()).toBe(0)
})
