// @module-tag nightly
// Who stands below a box, and who is faster: somebody kept to a house works with its sensors, and two people who change the same
// tag, default sensors or preferences both keep what they typed. Real programs, a real browser.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apiAs, data } from './api.ts'
import { opens, page, screen, stage } from './opened.ts'
import { aPage, isClean, signIn } from './screen.ts'

opens({ boxes: false })
beforeAll(async () => {
  await signIn(page, stage.url, 'root', stage.password)
})

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const entry = (name: string, on = page) => on.getByRole('textbox', { name, exact: true })
const conflictPanel = (on = page) => on.getByRole('heading', { name: 'Changes by others' })
const root = () => apiAs(stage.url, 'root', stage.password)
const entity = async (name: string) => {
  const { of } = await root()
  const { content } = data(await of('entities').search({ query: { search: name } }))
  return content.find(one => one.name === name || one.displayName === name)!.id
}
const person = async (email: string) => {
  const { of } = await root()
  const [one] = data(await of('users').search({ query: { search: email } })).content
  return data(await of('users').details({ params: { id: one!.userId } }))
}
const wishOf = (awaited: Awaited<ReturnType<typeof person>>) => ({
  displayName: awaited.displayName,
  shortName: awaited.shortName,
  email: awaited.email,
  phone: awaited.phone,
  contacts: awaited.contacts,
  language: awaited.language,
  timeZone: awaited.timeZone,
  status: awaited.status,
  version: awaited.version,
  roleId: awaited.role.id,
  rootEntityId: awaited.rootEntity.id,
  accessEntityIds: awaited.accessEntities.map(part => part.id),
})

test('two change the default sensors of a farm at once, and nothing is lost', async () => {
  const { of } = await root()
  const farm = await entity('Quinta do Paul')
  await page.goto(`${stage.url}/system/entities/${farm}/details?tab=defaults`)
  await button('Edit').click()
  const atFarm = async (category: 'TEMPERATURE' | 'HUMIDITY') =>
    data(await of('interfaces').atEntity({ params: { id: farm }, query: { category } }))[0]!
  const temperature = await atFarm('TEMPERATURE')
  const humidity = await atFarm('HUMIDITY')
  const { version } = data(await of('interfaces').defaults({ params: { id: farm } }))
  data(await of('interfaces').setDefaults({ params: { id: farm }, body: { interfaceIds: [temperature.id], version } }))
  await page.getByRole('combobox', { name: 'Humidity', exact: true }).click()
  await page
    .getByRole('option', { name: new RegExp(humidity.displayName) })
    .first()
    .click()
  // It is not lost to another tab.
  await page.getByRole('tab').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await button('Save').click()
  await conflictPanel().waitFor()
  await isClean(page, 'default sensors, both')
  await page.getByText('Applied to your form').waitFor()
  await button('Save').click()
  await button('Edit').waitFor()
  const after = data(await of('interfaces').defaults({ params: { id: farm } })).defaults
  expect(after.map(one => one.interface.id).toSorted()).toEqual([temperature.id, humidity.id].toSorted())
})

test('two change a tag at once, and the second save goes through', async () => {
  const { of } = await root()
  const farm = await entity('Quinta do Paul')
  const { tag } = data(await of('tags').create({ query: { entityId: farm }, body: { name: 'free range' } }))
  await page.goto(`${stage.url}/system/entities/${farm}/details`)
  await button('Tags created here').click()
  await button('free range').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('free range 2')
  const other = { name: 'free range', translations: { 'de-DE': 'Freiland' }, version: tag.version }
  data(await of('tags').edit({ params: { id: tag.id }, body: other }))
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('heading', { name: 'Changes by others' }).waitFor()
  await dialog.getByText('Applied to your form').waitFor()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await button('free range 2').waitFor()
  const saved = data(await of('tags').list({ query: { entityId: farm } })).find(one => one.id === tag.id)
  expect(saved).toMatchObject({ name: 'free range 2', translations: { 'de-DE': 'Freiland' } })
})

test('a card of one’s preferences that is saved leaves what was typed in the other', async () => {
  const { of } = await root()
  await page.goto(`${stage.url}/settings/profile?tab=notifications`)
  const daily = page.getByRole('checkbox', { name: 'Daily summary' })
  const sms = page.getByRole('switch', { name: 'Email' }).or(page.getByRole('checkbox', { name: 'Email' }))
  await daily.check()
  await sms.first().click({ force: true })
  const saves = page.getByRole('button', { name: 'Save', exact: true })
  await saves.first().click()
  await expect.poll(async () => data(await of('users').notifications()).channels.MAIL).toBe(false)
  expect(await daily.isChecked()).toBe(true)
  await saves.last().click()
  await expect.poll(async () => data(await of('users').subscriptions()).subscriptions).toEqual(['DAILY_SUMMARY'])
  expect(await conflictPanel().count()).toBe(0)

  // What is typed while a save is on its way is not kept yet, and may still be saved.
  const regularly = '**/users/preferences/subscriptions'
  const onItsWay = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(regularly, async route => {
    onItsWay.resolve()
    await released.promise
    await route.continue()
  })
  const weekly = page.getByRole('checkbox', { name: 'Weekly summary' })
  const subscribedTo = async () => data(await of('users').subscriptions()).subscriptions.toSorted()
  await weekly.check()
  await saves.last().click()
  await onItsWay.promise
  await daily.uncheck()
  released.resolve()
  await expect.poll(subscribedTo).toEqual(['DAILY_SUMMARY', 'WEEKLY_SUMMARY'])
  await page.unroute(regularly)
  // What is kept is known here before the page knows it.
  await page.locator('[data-busy]').waitFor({ state: 'detached' })
  await saves.last().click()
  await expect.poll(subscribedTo).toEqual(['WEEKLY_SUMMARY'])
  await page.locator('[data-busy]').waitFor({ state: 'detached' })
  await daily.check()
  await weekly.uncheck()
  await saves.last().click()
  await expect.poll(subscribedTo).toEqual(['DAILY_SUMMARY'])

  // Somebody else's, on another screen of the same person, is a conflict.
  await weekly.check()
  const { version } = data(await of('users').subscriptions())
  data(await of('users').setSubscriptions({ body: { subscriptions: [], version } }))
  await saves.last().click()
  await conflictPanel().waitFor()
  await saves.last().click()
  await expect
    .poll(async () => data(await of('users').subscriptions()).subscriptions.toSorted())
    .toEqual(['DAILY_SUMMARY', 'WEEKLY_SUMMARY'])
  // Saved over it, it is no longer said.
  await conflictPanel().waitFor({ state: 'detached' })

  // Quiet hours are a night at first; an end that is the beginning is told at its place.
  await page.getByRole('switch', { name: 'Quiet hours' }).click({ force: true })
  const until = page.getByLabel('Quiet hours end')
  await until.fill('22')
  await until.blur()
  await saves.first().click()
  await page.getByText('The end must differ from the start.').waitFor()
  await until.fill('5:30')
  // What only the other card holds has changed elsewhere: no conflict for this one.
  const elsewhere = data(await of('users').subscriptions())
  data(await of('users').setSubscriptions({ body: { ...elsewhere, subscriptions: [] } }))
  await saves.first().click()
  await expect.poll(async () => data(await of('users').notifications()).quiet).toEqual({ from: '22:00', to: '05:30' })
})

test('somebody kept to parts finds them in the tree and begins new things there', async () => {
  const { of } = await root()
  const paul = await entity('Quinta do Paul')
  const names = ['Quinta do Paul | Pavilhão 1', 'Quinta do Paul | Pavilhão 2']
  const parts = await Promise.all(names.map(entity))
  const manager = await person('manager@')
  const put = async (accessEntityIds: string[], rootEntityId = paul) => {
    const body = { ...wishOf(await person('manager@')), rootEntityId, accessEntityIds, kept: accessEntityIds.length > 0 }
    data(await of('users').edit({ params: { id: manager.userId }, query: { confirm: true }, body, files: [] }))
  }
  const seen = async (accessEntityIds: string[], look: (own: Page) => Promise<void>) => {
    await put(accessEntityIds)
    const complaints: string[] = []
    const own = await aPage(screen.browser, complaints, { reducedMotion: 'reduce' })
    await signIn(own, stage.url, 'manager', stage.password)
    await own.goto(`${stage.url}/system/entities`)
    await look(own)
    expect(complaints.filter(complaint => /\b40[34]\b/.test(complaint))).toEqual([])
    await own.context().close()
  }
  const rows = (own: Page) => own.getByRole('treeitem')
  await seen([parts[0]!], async own => {
    await rows(own).first().waitFor()
    expect(await rows(own).first().textContent()).toBe(names[0])
    await own.getByRole('treeitem', { name: names[0]! }).getByRole('link').click()
    await own.getByRole('heading', { level: 1, name: names[0]! }).waitFor()
    // Something new stands below the one part, and roles can be looked up there.
    await own.goto(`${stage.url}/system/entities/create`)
    await own.getByRole('button', { name: /^Parent.*Pavilhão 1$/ }).waitFor()
    await own.goto(`${stage.url}/system/users/create`)
    await own.getByRole('button', { name: /^Assigned location.*Pavilhão 1$/ }).waitFor()
  })
  await seen(parts, async own => {
    for (const name of names) await own.getByRole('treeitem', { name, exact: true }).waitFor()
    expect(await rows(own).count()).toBe(2)
    expect(await own.getByText('The list didn’t load').count()).toBe(0)
    await own.goto(`${stage.url}/system/users/create`)
    await own.getByRole('button', { name: /^Assigned location.*Choose a location$/ }).waitFor()
  })
  // Kept to a part that is gone: nothing, and it says so.
  const body = { type: 'SECTOR' as const, parentId: paul, name: 'Soon gone' }
  const house = data(await of('entities').create({ body, files: [] }))
  await put([house.id])
  // Deleting it takes all from somebody: that is asked first.
  await page.goto(`${stage.url}/system/entities/${house.id}/details`)
  await button('Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone will stop receiving alarms' })
  await dialog.getByText(manager.shortName).waitFor()
  await isClean(page, 'somebody would be told no more')
  await dialog.getByRole('button', { name: 'Continue anyway' }).click()
  await page.getByRole('heading', { level: 1, name: 'Quinta do Paul' }).waitFor()
  const complaints: string[] = []
  const own = await aPage(screen.browser, complaints, { reducedMotion: 'reduce' })
  await signIn(own, stage.url, 'manager', stage.password)
  await own.goto(`${stage.url}/system/entities`)
  await own.getByText('Nothing here that you have access to.').waitFor()
  await own.context().close()
})

test('somebody kept to parts that are gone is disabled and changed, and sees nothing more', async () => {
  const { of } = await root()
  const paul = await entity('Quinta do Paul')
  const body = { type: 'SECTOR' as const, parentId: paul, name: 'Short lived' }
  const house = data(await of('entities').create({ body, files: [] }))
  const stock = await person('stock@')
  data(
    await of('users').create({
      body: {
        displayName: 'Kept person',
        shortName: 'Kept',
        email: 'kept@steading.example',
        roleId: stock.role.id,
        rootEntityId: paul,
        accessEntityIds: [house.id],
      },
      files: [],
    }),
  )
  data(await of('entities').remove({ params: { id: house.id }, query: { confirm: true } }))
  const restrictedUser = await person('kept@')
  expect(restrictedUser).toMatchObject({ kept: true, accessEntities: [] })
  await page.goto(`${stage.url}/system/users/details/${restrictedUser.userId}`)
  await button('Deactivate').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await button('Activate').waitFor()
  await button('Edit').click()
  await page.getByText('No access left: the assigned parts were deleted or moved.').waitFor()
  await entry('Short name').fill('Kept still')
  await button('Save').click()
  await button('Edit').waitFor()
  expect(await person('kept@')).toMatchObject({ shortName: 'Kept still', status: 'INACTIVE', kept: true, accessEntities: [] })
})

test('an area below nothing is told, not made another', async () => {
  const paul = await entity('Quinta do Paul')
  await page.goto(`${stage.url}/system/entities/${paul}/details`)
  await button('Edit').click()
  const area = page.getByRole('textbox', { name: 'Area', exact: true })
  await area.fill('')
  await area.pressSequentially('-1')
  expect(await area.inputValue()).toBe('-1')
  await page.getByText('Enter a value of at least 0.').waitFor()
  await button('Save').click()
  await page.getByText('Enter a value of at least 0.').waitFor()
  await button('Cancel').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
})

test('somebody kept to a house finds its sensors, and places without the right to look at them', async () => {
  const { of } = await root()
  const stock = await person('stock@')
  const house = await entity('Quinta do Paul | Pavilhão 1')
  data(
    await of('users').edit({
      params: { id: stock.userId },
      query: { confirm: true },
      files: [],
      body: { ...wishOf(stock), accessEntityIds: [house] },
    }),
  )
  const role = data(await of('roles').details({ params: { id: stock.role.id } }))
  data(
    await of('roles').edit({
      params: { id: role.id },
      body: {
        name: role.name,
        permissions: role.permissions.filter(permission => permission !== 'entities.read'),
        version: role.version,
      },
    }),
  )
  const complaints: string[] = []
  const own = await aPage(screen.browser, complaints, { reducedMotion: 'reduce' })
  await signIn(own, stage.url, 'stock', stage.password)
  await own.goto(`${stage.url}/system/interfaces`)
  await own.getByRole('row').nth(1).waitFor()
  const filter = own.getByRole('button', { name: /^Entity/ })
  await filter.click()
  await own.getByRole('radio', { name: 'Quinta do Paul | Pavilhão 1' }).waitFor()
  await own.getByRole('searchbox', { name: 'Search: Entity' }).fill('paul  pavilhao 1')
  await expect.poll(() => own.getByRole('radio').count()).toBe(1)
  await own.getByRole('radio', { name: 'Quinta do Paul | Pavilhão 1' }).click()
  await own.getByRole('button', { name: /^Entity Quinta do Paul \| Pavilhão 1/ }).waitFor()
  await own.reload()
  await own.getByRole('button', { name: /^Entity Quinta do Paul \| Pavilhão 1/ }).waitFor()
  await own.getByRole('row').nth(1).waitFor()
  expect(complaints.filter(complaint => /\b403\b/.test(complaint))).toEqual([])

  // What cannot be asked for is said to be so.
  await own.route('**/services/entities/choices?*', route => route.fulfill({ status: 500, body: '{}' }))
  await own
    .getByRole('button', { name: /^Entity/ })
    .first()
    .click()
  await own.getByRole('searchbox', { name: 'Search: Entity' }).fill('zzz')
  await own.getByText('Could not load results').waitFor()
  await own.context().close()
})

test('a role’s form keeps its words whole on the narrowest phone, in Greek too', async () => {
  const { of } = await root()
  const one = await person('integrator@')
  data(await of('users').edit({ params: { id: one.userId }, body: { ...wishOf(one), language: 'el-GR' }, files: [] }))
  const complaints: string[] = []
  const narrow = await aPage(screen.browser, complaints, { viewport: { width: 320, height: 800 } })
  await signIn(narrow, stage.url, 'integrator', stage.password)
  await narrow.goto(`${stage.url}/system/roles/create`)
  await narrow.locator('.permission-boxes').first().waitFor()
  const broken = await narrow.evaluate(() => {
    const words: string[] = []
    for (const label of document.querySelectorAll('.permission-boxes .mantine-Checkbox-label')) {
      const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { 0: word, index } of node.textContent!.matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (new Set([...range.getClientRects()].map(getClientRect => Math.round(getClientRect.top))).size > 1) words.push(word)
        }
    }
    return words
  })
  expect(broken).toEqual([])
  expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await narrow.context().close()
})

test(
  'a place is found by its full name in Ctrl-K, and what was typed before its field was there stands in front',
  { tags: ['nightly'] },
  async () => {
    await page.goto(`${stage.url}/system/entities`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const field = page.getByRole('combobox', { name: 'Search pages, actions, sensors and locations' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Quinta do')
    await field.waitFor()
    await page.keyboard.type(' Paul | Pavilhão 1')
    await expect.poll(() => field.inputValue()).toBe('Quinta do Paul | Pavilhão 1')
    await page.getByRole('option').filter({ hasText: 'Pavilhão 1' }).first().waitFor()
    await expect.poll(() => page.locator('.jump-list').getByRole('option').first().innerText()).toContain('Pavilhão 1')
    await field.fill('temperature north pavilhão 1')
    await page
      .getByRole('option', { name: /Temperature north/ })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
  },
)

test('Ctrl-K finds people and smart boxes, and what is wished from it begins where it may stand', async () => {
  const jumpTo = async (text: string, option: RegExp) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
    await page.getByRole('option', { name: option }).first().click()
  }
  await page.goto(`${stage.url}/settings/profile`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await jumpTo('stockp', /^Stockperson/)
  await page.waitForURL('**/system/users/details/**')
  const { of } = await root()
  const [box] = data(await of('terminals').search({ query: {} })).content
  if (!box) throw new Error('the demo has smart boxes')
  await jumpTo(box.displayName, new RegExp(`^${box.displayName}`))
  await page.waitForURL(`**/system/terminals/${box.id}`)

  // Nothing that one sees at the top takes a house: the farm is chosen first, and no company is offered for one.
  await page.goto(`${stage.url}/farmview`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await jumpTo('new house', /House or room/)
  await page.getByRole('heading', { level: 1, name: 'New entity: House or room' }).waitFor()
  const place = page.getByRole('button', { name: /^Parent/ })
  await expect.poll(() => place.textContent()).toContain('Choose the farm or house it belongs to')
  await place.click()
  const row = page.getByRole('dialog').getByRole('treeitem').first()
  await expect.poll(() => row.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')

  // At a farm it stands there.
  await page.goto(`${stage.url}/farmview?entity=${await entity('Quinta do Paul')}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await jumpTo('new house', /House or room/)
  await page.getByRole('heading', { level: 1, name: 'New entity: House', exact: true }).waitFor()
  await expect.poll(() => place.textContent()).toContain('Quinta do Paul')

  // What waits for a smart box says so, and not that it is missing.
  await page.goto(`${stage.url}/system/interfaces/create`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Choose the smart box first.').waitFor()
  expect(await page.getByRole('combobox', { name: 'Location' }).getAttribute('aria-invalid')).not.toBe('true')
})

test(
  'Ctrl-K finds an event, a batch and a rule, and their pages in the words of another language',
  { tags: ['nightly'] },
  async () => {
    const { of } = await root()
    const [batch] = data(await of('batches').search({ query: {} })).content
    const [rule] = data(await of('rules').search({ query: { kind: 'ALARM' } })).content
    if (!batch || !rule) throw new Error('the demo has batches and alarms')
    // Houses have rules of the same name.
    const displayName = 'Hen coop too warm'
    data(await of('rules').rename({ body: { id: rule.id, displayName, version: rule.version } }))
    const event = data(
      await of('events').create({
        body: {
          title: 'Gate of the yard is bent',
          severityLevel: 'LOW',
          category: 'SECURITY',
          cause: 'UNKNOWN',
          status: 'CLOSED',
          entityId: batch.entity.id,
          openDate: new Date(Date.now() - 3_600_000).toISOString(),
        },
        files: [],
      }),
    )
    const jumpTo = async (text: string, option: string, path: string) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(text)
      // Movements of the batch name it behind their own title.
      await page
        .getByRole('option', { name: new RegExp(`^${option}`) })
        .first()
        .click()
      await expect.poll(() => new URL(page.url()).pathname).toBe(path)
    }
    await page.goto(`${stage.url}/settings/profile`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await jumpTo('gate of the yard', event.title, `/events/${event.id}/details`)
    await jumpTo(batch.code, batch.code, `/production/batches/${batch.id}/details`)
    await jumpTo('hen coop', displayName, `/rules/alarms/${rule.id}/details`)
    await jumpTo('ereignisse', 'Events', '/events')
  },
)

test(
  'a form and a filter ask the server for places and people, and say how many more there are',
  { tags: ['nightly'] },
  async () => {
    const { of } = await root()
    const parentId = await entity('Lezíria Aves')
    for (let at = 1; at <= 21; at++)
      data(
        await of('entities').create({
          body: { type: 'FARM', parentId, name: `Quinta nova ${at}`, code: `N${at + 10}` },
          files: [],
        }),
      )
    await page.goto(`${stage.url}/rules/alarms/create`)
    const where = page.getByRole('combobox', { name: 'Entity', exact: true })
    await where.click()
    await page.getByText(/^Showing the first 20 of \d+\. Type more to narrow the results\.$/).waitFor()
    await where.fill('nova 21')
    await page.getByRole('option', { name: 'Quinta nova 21' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => where.inputValue()).toBe('Quinta nova 21')
  },
)
