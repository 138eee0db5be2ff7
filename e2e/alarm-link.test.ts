// @module-tag nightly
// The link of a mail, on a phone, by somebody who has no account: it opens once, shows the one event, and says who is coming.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { opens, screen, stage } from './opened.ts'
import { aPage, isClean } from './screen.ts'

opens({ boxes: false }, { viewport: { width: 320, height: 700 } })

const asManager = async () => {
  const { of, session } = await apiAs(stage.url, 'manager', stage.password)
  const places = data(await of('entities').search({ query: { itemsPerPage: 50 } })).content
  return { of, session, place: places.find(place => place.type === 'FARM')! }
}
let manager: ReturnType<typeof asManager> | undefined

/** Somebody without an account is told of a CRITICAL alarm; without an address, the manager. */
async function tell(title: string, to?: string) {
  const { of, session, place } = await (manager ??= asManager())
  const made = data(
    await of('events').create({
      body: {
        title,
        entityId: place.id,
        severityLevel: 'CRITICAL',
        category: 'WATER',
        cause: 'UNKNOWN',
        status: 'OPEN',
        openDate: new Date(Date.now() - 60_000).toISOString(),
        description: 'No water since six.',
        actions: [
          { type: 'MAIL', notifyResponsible: false, properties: to ? { contactsList: [to] } : { usersList: [session.userId] } },
        ],
      },
      files: [],
    }),
  )
  return { made, of }
}

/** Nothing is left but to sign in, by a link that a thumb finds. */
async function opensNothing(page: Page) {
  expect(await page.getByRole('button').count()).toBe(0)
  const box = await page.getByRole('link', { name: 'Sign in with email and password' }).boundingBox()
  expect(box!.height).toBeGreaterThanOrEqual(44)
}

/** A mail to somebody whose text holds a link like this. */
async function linkTo(to: string, pattern: RegExp) {
  const found = () =>
    stage.mails.filter(email => email.to?.some(({ address }) => address === to)).find(email => pattern.test(email.text ?? ''))
  const mail = await eventually(
    'the mail',
    async () => found(),
    // What comes later than its digest waits for the next one, a minute on.
    email => email !== undefined,
  )
  const answers = pattern.exec(mail!.text!)![1]!
  // The full page takes the same token, behind the #.
  return { mail: mail!, answers, link: answers.replace('/a/', '/alarm#') }
}

test('an alarm is answered from its mail, without signing in', async () => {
  const { made, of } = await tell('Water pump stands', 'vet@clinic.example')
  const { mail, link, answers } = await linkTo('vet@clinic.example', /(https?:\/\/\S+\/a\/\S+)/)
  expect(mail.html).toContain(answers.replaceAll('&', '&amp;'))
  // They cannot get in there.
  expect(mail.text + String(mail.html)).not.toContain('/events/')

  const { page, browser, complaints } = screen
  await page.goto(link)
  // Nothing is opened by looking: programs that look at mail follow links, too.
  await page.getByRole('button', { name: 'Show the alarm' }).waitFor()
  expect(page.url()).toBe(`${stage.url}/alarm`)
  await isClean(page, 'the link')
  await page.getByRole('button', { name: 'Show the alarm' }).click()
  await page.getByRole('heading', { level: 1, name: 'Water pump stands' }).waitFor()
  await page.getByText('No water since six.').waitFor()
  await page.getByText('You are responding as vet@clinic.example.').waitFor()
  expect(await page.getByRole('button', { name: 'Resolve' }).count()).toBe(0)
  await isClean(page, 'the alarm')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByLabel('Notes').fill('Twenty minutes')
  await page.getByRole('button', { name: 'On my way' }).click()
  await page.getByRole('button', { name: 'In 20 min' }).click()
  await page.getByText(/vet@clinic\.example · .*Twenty minutes/).waitFor()
  const changes = data(await of('events').changes({ params: { id: made.id } }))
  expect(changes[0]).toMatchObject({
    step: 'GOING',
    status: 'PENDING',
    name: 'vet@clinic.example',
    via: 'LINK',
    notes: 'Twenty minutes',
    arrivesAt: expect.any(String),
  })

  // Closed meanwhile, it still takes what was found.
  const open = data(await of('events').details({ params: { id: made.id } }))
  data(await of('events').setStatus({ params: { id: made.id }, body: { status: 'CLOSED', version: open.version } }))
  await page.reload()
  await page.getByText('This alarm is closed.').waitFor()
  expect(await page.getByRole('button', { name: 'Acknowledge' }).isDisabled()).toBe(true)
  await page.getByLabel('What did you find?').fill('A fuse')
  await page.getByRole('button', { name: 'Checked on site' }).click()
  await page.getByText(/vet@clinic\.example · .*A fuse/).waitFor()
  await page.getByLabel('What did you find?').fill('Fuse replaced')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Fuse replaced').waitFor()
  await isClean(page, 'the closed alarm')

  // What it opened stays open on this device, also when the mail is opened again, and is closed everywhere else.
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Water pump stands' }).waitFor()
  const again = await page.context().newPage()
  await again.goto(link)
  await again.getByRole('heading', { level: 1, name: 'Water pump stands' }).waitFor()
  await again.close()
  const other = await aPage(browser, [], { viewport: { width: 320, height: 700 } })
  await other.goto(link)
  await other.getByRole('button', { name: 'Show the alarm' }).click()
  await other.getByText('This link was already opened on another device.').waitFor()
  await opensNothing(other)
  // Cut by the program that reads mail, and with a letter that is another.
  for (const wrong of [link.slice(0, -25), link.replace(/#./, one => (one === '#a' ? '#b' : '#a'))]) {
    await other.goto(wrong)
    await other.getByRole('button', { name: 'Show the alarm' }).click()
    await other.getByText('This link is incomplete or no longer valid.').waitFor()
    await opensNothing(other)
    await isClean(other, 'a wrong link')
  }
  expect(complaints).toEqual([])
})

test(
  'a link whose time ends while its page stands open says so, keeps what was typed, and leads on',
  { tags: ['nightly'] },
  async () => {
    const { made, of } = await tell('Heater smells', 'technician@clinic.example')
    const { link } = await linkTo('technician@clinic.example', /(https?:\/\/\S+\/a\/\S+)/)
    const page = await aPage(screen.browser, [], { viewport: { width: 390, height: 800 } })
    await page.goto(link)
    await page.getByRole('button', { name: 'Show the alarm' }).click()
    await page.getByRole('textbox', { name: 'Notes' }).fill('With a mask')
    data(await of('events').remove({ params: { id: made.id } }))
    await page.getByRole('button', { name: 'On my way' }).click()
    await page.getByRole('button', { name: 'In 20 min' }).click()
    await page.getByText('Your response was not saved. This link has expired').waitFor()
    expect(await page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('With a mask')
    expect(await page.getByRole('button', { name: 'On my way' }).count()).toBe(0)
    await page.getByRole('link', { name: /^Sign in/ }).waitFor()
    await isClean(page, 'a link that ended')
    await page.context().close()
  },
)

test('what closes an alarm for everybody asks first, on the page itself', async () => {
  const { made, of } = await tell('Feed line stands')
  const { mail, link } = await linkTo('manager@steading.example', /(https?:\/\/\S+\/a\/\S+)/)
  expect(mail.text).toContain(`/events/${made.id}/details`)
  const { page, complaints } = screen
  await page.goto(link)
  await page.getByRole('button', { name: 'Show the alarm' }).click()
  const solved = page.getByRole('button', { name: 'Resolve' })
  const yes = page.getByRole('button', { name: 'Resolve alarm' })
  const hasFocus = (locator: typeof yes) => locator.evaluate(it => it === document.activeElement)
  const status = async () => data(await of('events').details({ params: { id: made.id } })).status
  for (const back of [() => page.keyboard.press('Escape'), () => page.getByRole('button', { name: 'Back' }).click()]) {
    await solved.click()
    await page.getByRole('group', { name: 'This closes the alarm for everybody.' }).waitFor()
    expect(await hasFocus(yes)).toBe(true)
    expect(await page.getByRole('button', { name: 'Resolve', exact: true }).count()).toBe(0)
    await back()
    await solved.waitFor()
    expect(await hasFocus(solved)).toBe(true)
  }
  expect(await status()).toBe('OPEN')
  await solved.click()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await isClean(page, `the question, ${colorScheme}`)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await yes.click()
  await page.getByText('This alarm is closed.').waitFor()
  expect(await status()).toBe('CLOSED')
  expect(complaints).toEqual([])
})

test('what lasts is looked at before it is closed, and is said to come back', async () => {
  await tell('Fans stand')
  const { link } = await linkTo('manager@steading.example', /Fans stand[^]*?(https?:\/\/\S+\/a\/\S+)/)
  const { page, complaints } = screen
  // Only sensors make an alarm last; here the answers say so.
  await page.route('**/services/events/links**', async route => {
    const answer = await route.fetch()
    const reply = (await answer.json()) as { opened?: object }
    const json = reply.opened ? { ...reply, opened: { ...reply.opened, lasts: true } } : { ...reply, lasts: true }
    await route.fulfill({ response: answer, json })
  })
  await page.goto(link)
  await page.getByRole('button', { name: 'Show the alarm' }).click()
  const solved = page.getByRole('button', { name: 'Resolve', exact: true })
  await solved.click()
  const first = page.getByRole('group', { name: /Someone must check on site and confirm first/ })
  await first.waitFor()
  expect(await page.getByRole('button', { name: 'Resolve alarm' }).count()).toBe(0)
  await first.getByRole('button', { name: 'Checked on site' }).click()
  await page.getByText(/Farm manager · /).waitFor()
  await solved.click()
  await page.getByRole('group', { name: /closes the alarm for everybody\. The condition is still active\./ }).waitFor()
  await page.unroute('**/services/events/links**')
  await page.getByRole('button', { name: 'Resolve alarm' }).click()
  await page.getByText('This alarm is closed.').waitFor()
  expect(complaints).toEqual([])
})

test('many that came in one mail open as a list, and each is answered from it', async () => {
  const to = 'feed@clinic.example'
  for (let n = 1; n <= 4; n++) await tell(`Pump ${n} stands`, to)
  // What is CRITICAL is gathered for 5 s: the rest comes at once, however slow the machine is.
  await Promise.all(Array.from({ length: 11 }, (_, n) => tell(`Pump ${n + 5} stands`, to)))
  const { link } = await linkTo(to, /All \d+ alarms: (\S+)/)
  const { page, complaints } = screen
  await page.goto(link)
  await page.getByRole('button', { name: 'Show the alarm' }).click()
  await page.getByRole('heading', { level: 1, name: '11 alarms' }).waitFor()
  await isClean(page, 'the alarms')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('link', { name: /Pump 12 stands/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Pump 12 stands' }).waitFor()
  await page.getByRole('button', { name: 'On my way' }).click()
  await page.getByRole('button', { name: 'In 20 min' }).click()
  await page.getByText(/feed@clinic\.example · /).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Pump 12 stands' }).waitFor()
  await page.getByRole('link', { name: 'All alarms' }).click()
  await page.getByRole('link', { name: /Pump 12 stands.*On the way · feed@clinic\.example/ }).waitFor()
  // Back, as phones go back.
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Pump 12 stands' }).waitFor()
  expect(complaints).toEqual([])
})
