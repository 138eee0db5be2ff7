// @module-tag nightly
// API access, from the screen: an API user, its key, a webhook and a subscription that is pulled, the delivery log, a new key. The
// other program is a receiver on this machine and a few requests with the key. Real programs, a real browser.
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { text } from 'node:stream/consumers'
import type { SubscriptionItem, WebhookBody } from '@steading/contract/apiAccess/subscriptions'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { desk } from './desk.ts'
import { opens, page, screen, stage } from './opened.ts'
import { aPage, isClean, signIn } from './screen.ts'

opens({ env: { WEBHOOK_NETWORKS: '127.0.0.0/8' } })
let integrator: Awaited<ReturnType<typeof apiAs>>
let server: Server
let address: string
/** What the receiver got, and what it answers. */
const received: WebhookBody[] = []
let answer = 200
/** Takes what comes and answers nothing. */
let isSilent = false
beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then(body => {
      received.push(JSON.parse(body) as WebhookBody) // safe: the platform sends it
      if (!isSilent) response.writeHead(answer).end()
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const bound = server.address()
  address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/farm/data`
  integrator = await apiAs(stage.url, 'integrator', stage.password)
  await signIn(page, stage.url, 'integrator', stage.password)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const { heading, button, entry, row, dialog, confirm, choose } = desk(() => page)
const house = 'Quinta do Paul | Pavilhão 1'
const box = (category: string, word: string) =>
  page.getByRole('group', { name: category, exact: true }).getByRole('checkbox', { name: word, exact: true })
const user = async () => data(await integrator.of('apiAccess').search({ query: { search: 'feed-mill' } })).content[0]!
const subscriptionsOf = async () =>
  data(await integrator.of('subscriptions').search({ params: { apiId: (await user()).id }, query: {} })).content
const subscription = async (name: string) => (await subscriptionsOf()).find(({ displayName }) => displayName === name)!
/** What a dialog shows to copy, once. */
const shownOnce = async (title: string) => {
  await dialog().getByText(title, { exact: true }).first().waitFor()
  await dialog().getByText('Copy the key now. It is not shown again.').waitFor()
  const key = await dialog().locator('code').innerText()
  await confirm('I have copied it')
  await dialog().waitFor({ state: 'hidden' })
  return key
}
const act = async (on: Page, name: string, action: string) => {
  await on.getByRole('button', { name: `Actions: ${name}` }).click()
  await on.locator('.action-menu:popover-open').getByRole('button', { name: action, exact: true }).click()
}
const anEvent = async (title: string) => {
  const { id } = data(await integrator.of('entities').list({ query: {} })).find(({ displayName }) => displayName === house)!
  const body = {
    title,
    severityLevel: 'LOW',
    category: 'SECURITY',
    cause: 'HUMAN_ERROR',
    status: 'OPEN',
    entityId: id,
    openDate: new Date(Date.now() - 3_600_000).toISOString(),
  } as const
  return data(await integrator.of('events').create({ body, files: [] }))
}
const pulled = async (key: string) => {
  const { id } = await subscription('Climate of house 1')
  return fetch(`${stage.url}/services/subscriptions/${id}/items`, {
    headers: { 'x-tenant': '1', authorization: `Bearer ${key}` },
  })
}
const titles = () =>
  received.flatMap(({ items }) => items.flatMap(item => (item.kind === 'EVENT' ? [String(item.data['title'])] : [])))

let key = ''
test('an API user is created, and its key is shown once', async () => {
  await page.goto(`${stage.url}/system/api-access`)
  await heading('API access').waitFor()
  await isClean(page, 'API access')
  await button('New').click()
  await heading('New API user').waitFor()
  await button('Create').click()
  await page.getByText('This field is required.').first().waitFor()
  await entry('Name').fill('Feed mill')
  await entry('User name').fill('Feed mill!')
  await button('Create').click()
  await page.getByText('Use 3 to 50 small letters, digits, dots or hyphens, beginning with a letter.').waitFor()
  await entry('User name').fill('feed-mill')
  await entry('Allowed addresses').fill('somewhere')
  await button('Create').click()
  await page.getByText('Enter an IP address or network, such as').waitFor()
  await entry('Allowed addresses').fill('127.0.0.0/8\n192.0.2.7')
  await page.getByLabel(/^Requests per minute/).fill('600')
  await page.getByRole('checkbox', { name: 'All Events permissions' }).check()
  await box('Sensors and devices', 'View').check()
  // What the head of the page covers is no target.
  await page.evaluate(() => scrollTo(0, 0))
  await isClean(page, 'new API user')
  await button('Create').click()
  await dialog().waitFor()
  await isClean(page, 'key of an API user')
  key = await shownOnce('Secret key')
  await heading('Feed mill').waitFor()
  expect(key).toMatch(new RegExp(`^${(await user()).id}\\.[\\w-]{43}$`))
  await page.getByText('127.0.0.0/8, 192.0.2.7').waitFor()
  expect(await page.getByText(key.split('.')[1]!).count()).toBe(0)
  await isClean(page, 'API user')

  // The same user name is refused at its field.
  await page.goto(`${stage.url}/system/api-access/create`)
  await entry('Name').fill('Feed mill 2')
  await entry('User name').fill('feed-mill')
  await box('Sensors and devices', 'View').check()
  await button('Create').click()
  await page.getByRole('textbox', { name: 'User name' }).and(page.locator('[aria-invalid=true]')).waitFor()
  await button('Cancel').click()
  await dialog().getByRole('button', { name: 'Discard changes' }).click()
  await row('Feed mill').waitFor()
})

test('a webhook is subscribed, and an address that may not be called is refused', async () => {
  await page.goto(`${stage.url}/system/api-access/${(await user()).id}/subscriptions`)
  await page.getByText('No subscriptions yet').waitFor()
  await isClean(page, 'subscriptions without any')
  await button('New subscription').first().click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Alarms to the mill')
  await dialog().getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/farm')
  await isClean(page, 'new subscription')
  await confirm('Create')
  await dialog().getByText('This address can’t be used. Enter a public https address.').waitFor()
  await dialog().getByRole('textbox', { name: 'Address' }).fill(address)
  await confirm('Create')
  const signature = await shownOnce('Signature key')
  expect(signature).toMatch(/^[\w-]{43}$/)
  await row('Alarms to the mill').waitFor()
  expect(await subscription('Alarms to the mill')).toMatchObject({ type: 'EVENTS', delivery: 'WEBHOOK', url: address })

  await anEvent('Gate left open')
  await expect.poll(titles).toContain('Gate left open')
})

test('a subscription to readings is made to be pulled with the key', async () => {
  await button('New subscription').click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Climate of house 1')
  await choose('Content', 'Readings')
  await confirm('Create')
  await dialog().locator('[aria-invalid=true]').first().waitFor()
  await dialog()
    .getByRole('combobox', { name: /^Sensors and devices/ })
    .fill('Temperature north')
  await page.getByRole('option').first().click()
  await page.keyboard.press('Tab')
  await dialog().getByText('Fetched by the program').click()
  await confirm('Create')
  await dialog().waitFor({ state: 'hidden' })
  await row('Climate of house 1').waitFor()
  expect(await subscription('Climate of house 1')).toMatchObject({ type: 'READINGS', delivery: 'PULL', url: null })
  await isClean(page, 'subscriptions')
  const first = await eventually(
    'readings to pull',
    async () => (await pulled(key)).json() as Promise<{ items: { kind: string }[]; isIncomplete: boolean }>,
    ({ items }) => items.length > 0,
  )
  // However many there are by then.
  const kinds = [...new Set(first.items.map(({ kind }) => kind))]
  expect({ kinds, isIncomplete: first.isIncomplete }).toEqual({ kinds: ['READING'], isIncomplete: false })
})

test('the delivery log tells of an attempt that failed, and a delivery is sent again', async () => {
  answer = 503
  await anEvent('Fan is loud')
  await eventually(
    'a failing delivery',
    () => subscription('Alarms to the mill'),
    ({ lastError }) => lastError === 'HTTP 503',
  )
  await page.reload()
  await row('Alarms to the mill').getByText('HTTP 503').waitFor()
  await isClean(page, 'subscriptions, one failing')
  await act(page, 'Alarms to the mill', 'Delivery log')
  const entries = dialog().getByRole('listitem')
  await entries.filter({ hasText: 'HTTP 503' }).waitFor()
  const accepted = entries.filter({ hasText: 'Delivered' }).first()
  await accepted.waitFor()
  await isClean(page, 'delivery log')

  // Neither waits for the next attempt of the subscription.
  answer = 200
  await accepted.getByRole('button', { name: /^Send again/ }).click()
  await expect.poll(() => received.some(({ isResent }) => isResent)).toBe(true)
  await entries
    .filter({ hasText: 'HTTP 503' })
    .getByRole('button', { name: /^Send again/ })
    .click()
  await expect.poll(() => titles().filter(title => title === 'Fan is loud').length).toBeGreaterThan(1)
  await entries.filter({ hasText: 'HTTP 503' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')

  await act(page, 'Alarms to the mill', 'Pause')
  await row('Alarms to the mill').getByText('Paused').waitFor()
  await anEvent('Light is off')
  await act(page, 'Alarms to the mill', 'Resume')
  await row('Alarms to the mill').getByText('Active').waitFor()
  await expect.poll(titles).toContain('Light is off')
})

test('a server that is killed among deliveries loses no reading and keeps their order', async () => {
  answer = 200
  const { id: apiId } = await user()
  const house1 = data(await integrator.of('entities').list({ query: {} })).find(({ displayName }) => displayName === house)!.id
  const interfaceIds = data(await integrator.of('interfaces').search({ query: { entityId: house1 } })).content.map(({ id }) => id)
  const subscribe = async (displayName: string, delivery: 'PULL' | 'WEBHOOK') =>
    data(
      await integrator.of('subscriptions').create({
        params: { apiId },
        body: { displayName, type: 'READINGS', interfaceIds, entityIds: [], delivery, url: delivery === 'PULL' ? null : address },
      }),
    ).id
  const copy = await subscribe('Copy of house 1', 'PULL')
  const stream = await subscribe('Stream of house 1', 'WEBHOOK')
  const messages = () => received.filter(({ subscriptionId }) => subscriptionId === stream)
  const deliveries = () => new Map(messages().map(message => [message.deliveryId, message]))
  await expect.poll(() => deliveries().size).toBeGreaterThan(2)
  const before = messages().length
  isSilent = true
  await expect.poll(() => messages().length).toBeGreaterThan(before)
  await stage.stop('server', 'SIGKILL')
  const { deliveryId } = messages().at(-1)!
  isSilent = false
  await stage.start('server')
  // What was taken but not confirmed comes again under its number.
  await expect.poll(() => messages().filter(message => message.deliveryId === deliveryId).length).toBe(2)
  const size = deliveries().size
  await expect.poll(() => deliveries().size).toBeGreaterThan(size + 2)

  const sequences = (items: readonly SubscriptionItem[]) =>
    Map.groupBy(
      items.flatMap(item => (item.kind === 'READING' ? [item] : [])),
      ({ interfaceId }) => interfaceId,
    )
  const stored: SubscriptionItem[] = []
  const headers = { 'x-tenant': '1', authorization: `Bearer ${key}` }
  for (let cursor = '', hasMore = true; hasMore;) {
    const response = await fetch(`${stage.url}/services/subscriptions/${copy}/items${cursor && `?cursor=${cursor}`}`, { headers })
    const page = (await response.json()) as { items: SubscriptionItem[]; cursor: string; hasMore: boolean } // safe: the contract's reply
    stored.push(...page.items)
    cursor = page.cursor
    hasMore = page.hasMore
  }
  const delivered = sequences([...deliveries().values()].flatMap(({ items }) => items))
  expect(delivered.size).toBeGreaterThan(0)
  for (const [interfaceId, items] of delivered) {
    const all = sequences(stored).get(interfaceId) ?? []
    const start = all.findIndex(({ timestampUtc }) => timestampUtc === items[0]!.timestampUtc)
    expect(items).toEqual(all.slice(start, start + items.length))
  }
})

test('on a phone the subscriptions and their log fit', async () => {
  const phone = await aPage(screen.browser, [], { viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true })
  await signIn(phone, stage.url, 'integrator', stage.password, `/system/api-access/${(await user()).id}/subscriptions`)
  await phone.getByText('Climate of house 1').waitFor()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await isClean(phone, 'subscriptions on a phone')
  await act(phone, 'Alarms to the mill', 'Delivery log')
  await phone.getByRole('dialog').getByRole('listitem').first().waitFor()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await isClean(phone, 'delivery log on a phone')
  await phone.context().close()
})

test('a new key replaces the old one, and an inactive API user is refused', async () => {
  await page.goto(`${stage.url}/system/api-access/${(await user()).id}/details`)
  await button('Replace key').click()
  await confirm('Replace key')
  const next = await shownOnce('Secret key')
  expect(next).not.toBe(key)
  expect([(await pulled(key)).status, (await pulled(next)).status]).toEqual([401, 200])
  await button('Edit').click()
  await page.getByRole('radio', { name: 'Inactive' }).check()
  await page.evaluate(() => scrollTo(0, 0))
  await isClean(page, 'API user being changed')
  await button('Save').click()
  // The form is gone once it is saved; its choice says "Inactive" before.
  await button('Edit').waitFor()
  await page.getByText('Inactive').first().waitFor()
  expect((await pulled(next)).status).toBe(401)
})
