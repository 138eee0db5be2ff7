// The answer page of a message: on a phone, at night, on one bar of signal, in a browser without scripts.
import { expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { opens, screen, stage } from './opened.ts'
import { aPage, isClean } from './screen.ts'

opens({ boxes: false }, { viewport: { width: 390, height: 800 } })

/** bytes/s of 100 kbit/s, and ms there and back. */
const SLOW = { offline: false, downloadThroughput: 100_000 / 8, uploadThroughput: 100_000 / 8, latency: 150 }

/** Notifies a contact without an account of a CRITICAL alarm; answers the link of the mail. */
async function alarmLink(title: string, to: string) {
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  const places = data(await of('entities').search({ query: { itemsPerPage: 50 } })).content
  data(
    await of('events').create({
      body: {
        title,
        entityId: places.find(place => place.type === 'FARM')!.id,
        severityLevel: 'CRITICAL',
        category: 'CLIMATE',
        cause: 'UNKNOWN',
        status: 'OPEN',
        openDate: new Date(Date.now() - 60_000).toISOString(),
        description: 'Fans stand.',
        actions: [{ type: 'MAIL', notifyResponsible: false, properties: { contactsList: [to] } }],
      },
      files: [],
    }),
  )
  const text = await eventually(
    'the mail',
    async () => stage.mails.find(mail => mail.to?.some(({ address }) => address === to))?.text,
    found => found !== undefined,
  )
  return { link: /(https?:\/\/\S+\/a\/\S+)/.exec(text!)![1]! }
}

test('an alarm opens and is answered without scripts on 100 kbit/s, in two requests of at most 14 KB', async () => {
  const { link } = await alarmLink('House 2 too hot', 'night@clinic.example')
  const page = await aPage(screen.browser, [], { viewport: { width: 390, height: 800 }, javaScriptEnabled: false })
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', SLOW)
  let bytes = 0
  let requests = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests++
  })
  const from = performance.now()
  await page.goto(link)
  await page.getByRole('button', { name: 'Show the alarm' }).click()
  await page.getByRole('heading', { level: 1, name: 'House 2 too hot' }).waitFor()
  const took = performance.now() - from
  console.log(`answer page on 100 kbit/s: ${Math.round(took)} ms, ${bytes} bytes, ${requests} requests`)
  expect(bytes).toBeLessThanOrEqual(14_336)
  await page.getByText('Fans stand.').waitFor()
  // The secret leaves the address with the first press.
  expect(new URL(page.url()).pathname).toBe('/a')
  /** Each answer comes back as a line of the history. */
  const history = (words: RegExp) =>
    eventually(
      String(words),
      () => page.locator('ul.box').innerText(),
      text => words.test(text),
    )
  await page.locator('summary', { hasText: 'On my way' }).click()
  await page.getByRole('button', { name: 'in 30 min' }).click()
  await history(/night@clinic\.example On the way there by \d\d:\d\d/)
  await page.getByRole('button', { name: 'Checked on site' }).click()
  await history(/night@clinic\.example Checked on site/)
  await page.locator('summary', { hasText: 'Nothing found' }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Nothing found' }).click()
  await history(/night@clinic\.example Nothing found/)
  // This device opens it again from the message; another one does not.
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'House 2 too hot' }).waitFor()
  await page.context().close()
})

test('the answer page is clean in light and dark, fits 320 px, and leads to the full page', { tags: ['nightly'] }, async () => {
  const { link } = await alarmLink('House 3 too hot', 'day@clinic.example')
  const complaints: string[] = []
  const page = await aPage(screen.browser, complaints, { viewport: { width: 320, height: 700 } })
  await page.goto(link)
  await isClean(page, 'the locked page')
  await page.getByRole('button', { name: 'Show the alarm' }).click()
  await page.getByRole('heading', { level: 1, name: 'House 3 too hot' }).waitFor()
  await page.locator('summary', { hasText: 'On my way' }).click()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await isClean(page, `the answer page, ${colorScheme}`)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('link', { name: 'Open the full page' }).click()
  await page.getByRole('button', { name: 'On my way' }).waitFor()
  expect(page.url()).toBe(`${stage.url}/alarm`)
  expect(complaints).toEqual([])
  await page.context().close()
})
