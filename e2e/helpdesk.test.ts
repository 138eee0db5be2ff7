// @module-tag nightly
// Tickets from the screen: written down with the help desk's own mail, apart from the events, under both of its addresses.
import { expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { desk } from './desk.ts'
import { opens, page, screen, stage } from './opened.ts'
import { isClean, signIn } from './screen.ts'

opens({ boxes: false, env: { HELPDESK_EMAIL: 'help@steading.example' } })

const { heading, button, entry, row, confirm, choose } = desk(() => page)

test('a ticket goes to the help desk and stays apart from the events', async () => {
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  await signIn(page, stage.url, 'manager', stage.password)
  await page.goto(`${stage.url}/helpdesk`)
  await page.getByText('No support requests in this period.').waitFor()
  await isClean(page, 'no tickets')
  await button('New support request').first().click()
  await heading('New support request').waitFor()

  // As it begins: open, of unknown cause, by mail to the help desk alone.
  const shown = (name: string) => page.getByRole('combobox', { name, exact: true }).inputValue()
  expect([await shown('Status'), await shown('Cause')]).toEqual(['Open', 'Unknown cause'])
  expect(await page.getByRole('switch', { name: 'Active' }).count()).toBe(1)
  expect(await page.getByRole('switch', { name: 'Active' }).isChecked()).toBe(true)
  expect(await page.getByRole('switch', { name: 'Notify people in charge' }).isChecked()).toBe(false)
  await page.getByText('help@steading.example').first().waitFor()
  await page.getByRole('button', { name: /^Entity/ }).click()
  await page.getByRole('searchbox', { name: 'Search entities' }).fill('Quinta do Paul')
  await page.locator('.hit', { hasText: 'Quinta do Paul' }).first().click()
  await choose('House or room', 'Quinta do Paul | Pavilhão 1')
  await entry('Title').fill('The silo chart stands still')
  await page.getByRole('radio', { name: 'Low', exact: true }).check()
  await page.getByRole('combobox', { name: 'Category' }).click()
  expect(await page.getByRole('option').allInnerTexts()).toEqual([
    'Support request',
    'Malfunction',
    'Feature request',
    'System issue',
  ])
  await page.getByRole('option', { name: 'Malfunction', exact: true }).click()
  await choose('Cause', 'Question')
  await isClean(page, 'new ticket')
  await button('Create').click()
  await confirm('Save and notify')
  await heading('Helpdesk').waitFor()
  await row('The silo chart stands still').waitFor()
  await isClean(page, 'tickets')
  await eventually(
    'the mail to the help desk',
    async () => stage.mails.filter(mail => mail.to?.some(to => to.address === 'help@steading.example')).length,
    count => count === 1,
  )
  const [made] = data(await of('events').search({ query: { helpdesk: true } })).content
  expect(made).toMatchObject({
    title: 'The silo chart stands still',
    category: 'HELPDESK_MALFUNCTIONS',
    cause: 'QUESTION',
    status: 'OPEN',
    entity: { displayName: 'Quinta do Paul | Pavilhão 1' },
  })

  // Under its own address, with its own way back, and never to be deleted.
  await row('The silo chart stands still').click()
  await page.waitForURL(`**/helpdesk/${made!.id}/details`)
  await heading('The silo chart stands still').waitFor()
  expect(await button('Delete').count()).toBe(0)
  for (const name of ['Close request', 'Assign to me']) await button(name).waitFor()
  await isClean(page, 'ticket')
  await button('Edit').click()
  await entry('Additional notes').fill('It moves again.')
  await choose('Status', 'Closed')
  await button('Save').click()
  await button('Edit').waitFor()
  await page.getByRole('region', { name: 'Change history' }).getByText('It moves again.').waitFor()
  await page.getByRole('link', { name: 'Helpdesk' }).first().click()
  await page.waitForURL('**/helpdesk')

  await page.goto(`${stage.url}/events`)
  await heading('Events').waitFor()
  await page.getByText('No events in this period.').waitFor()
  expect(await row('The silo chart stands still').count()).toBe(0)

  // The same from the system's pages.
  await page.goto(`${stage.url}/system/helpdesk`)
  await row('The silo chart stands still').click()
  await page.waitForURL(`**/system/helpdesk/${made!.id}/details`)
  await heading('The silo chart stands still').waitFor()
  expect(screen.complaints).toEqual([])
})
