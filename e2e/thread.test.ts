// @module-tag nightly
// The main job, end to end: a barn grows too hot, the bell rings, a mail arrives, a hand sets the fans, the barn cools, the
// alarm closes by itself. Real programs, a real browser; only the barn is simulated.
import { expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { opens, page, screen, stage } from './opened.ts'
import { PATIENCE } from '../tools/testing/patience.ts'

opens()

test('from a sensor in a barn to the screen, a rule, a mail, and back to a fan', { timeout: PATIENCE.story }, async () => {
  const { of } = await apiAs(stage.url, 'stock', stage.password)

  // A wrong password is told where it is wrong; the right one leads home.
  await page.goto(`${stage.url}/`)
  await page.getByLabel('Email').fill('stock@steading.example')
  await page.getByLabel('Password').first().fill('not the password')
  await page.locator('button[type=submit]').click()
  await page.getByText('Incorrect email or password.').first().waitFor()
  await page.getByLabel('Password').first().fill(stage.password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/farmview**')
  await page.getByRole('heading', { level: 1, name: 'Broiler watch' }).waitFor()

  // Too hot for a minute: the bell, the pinned alarm, the mail.
  await page
    .getByRole('link', { name: /critical/i })
    .first()
    .waitFor({ timeout: PATIENCE.test })
  await page.getByText('Pavilhão 2: Temperature too high').waitFor()
  const event = data(await of('events').search({ query: { severityLevel: 'CRITICAL' } })).content[0]!
  expect(event).toMatchObject({
    title: 'Temperature too high',
    status: 'OPEN',
    origin: 'AUTOMATIC',
    ruleName: 'Temperature too high',
  })
  const mail = await eventually(
    'the mail',
    async () => stage.mails.find(email => email.to?.some(({ address }) => address === 'stock@steading.example')),
    email => email !== undefined,
  )
  expect(mail!.subject).toContain('Temperature too high')
  expect(mail!.text).toContain(`${stage.url}/events/${event.id}/details`)
  expect(mail!.html).toContain('°C')

  // The fans from the dashboard. Their protection tripped; a hand starts them anew.
  const sensors = data(await of('interfaces').search({ query: { search: 'Temperature, average', itemsPerPage: 50 } })).content
  const sensor = sensors.find(one => one.entity.id === event.entity.id)!
  const temperature = async () =>
    Number(data(await of('readings').last({ query: { interfaceIds: [sensor.id] } }))[0]?.convertedValue)
  const hot = await temperature()
  expect(hot).toBeGreaterThan(23)
  const fans = page.getByRole('slider', { name: /Fans/ })
  await fans.focus()
  await page.keyboard.press('End')
  await page
    .getByText(/Confirmed|Held until/)
    .first()
    .waitFor()

  const cool = await eventually('the barn cools', temperature, now => now < hot - 1.5, PATIENCE.story)
  expect(cool).toBeLessThan(hot)

  // Back to normal for a minute: the alarm closes by itself, and the bell is quiet about it.
  await eventually(
    'the alarm closes',
    async () => data(await of('events').details({ params: { id: event.id } })),
    one => one.status === 'CLOSED' && one.closedBy === null,
    PATIENCE.story,
  )
  await page.goto(`${stage.url}/events/${event.id}/details`)
  await page.getByRole('heading', { level: 1, name: /Temperature too high/ }).waitFor()
  await page
    .getByText(/stayed/)
    .first()
    .waitFor()

  // The wrong password was answered 401, which the browser prints by itself.
  expect(screen.complaints.filter(complaint => !complaint.includes('401'))).toEqual([])
})
