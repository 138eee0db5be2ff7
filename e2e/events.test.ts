// Events from the screen: written down with files and a mail, refused where they are wrong, changed while somebody else changes
// them too, deleted, closed together; by who may only read, by keyboard alone, on the narrowest phone. Real programs, a real browser.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { desk } from './desk.ts'
import { opens, page, screen, stage } from './opened.ts'
import { aPage, isClean, signIn } from './screen.ts'

opens({ boxes: false })
let manager: Awaited<ReturnType<typeof apiAs>>
beforeAll(async () => {
  manager = await apiAs(stage.url, 'manager', stage.password)
  await signIn(page, stage.url, 'manager', stage.password)
})

const { heading, button, entry, row, dialog, confirm, choose } = desk(() => page)
const place = 'Quinta do Paul | Pavilhão 1'
const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
const severity = (name: string) => page.getByRole('radio', { name, exact: true })
const mailSwitch = () => page.getByRole('group', { name: 'Email' }).getByRole('switch', { name: 'Active' })
const found = async (title: string) => data(await manager.of('events').search({ query: { title, helpdesk: false } })).content
const placeId = async (name = place) =>
  data(await manager.of('entities').list({ query: {} })).find(one => one.displayName === name)!.id
const written = async (title: string, more: object = {}) =>
  data(
    await manager.of('events').create({
      body: {
        title,
        severityLevel: 'LOW',
        category: 'SECURITY',
        cause: 'HUMAN_ERROR',
        status: 'OPEN',
        entityId: await placeId(),
        openDate: new Date(Date.now() - 3_600_000).toISOString(),
        ...more,
      },
      files: [],
    }),
  )

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10).split('-').toReversed().join('-')

/** The list of the last days: by itself it begins with the last one. */
const lately = () => `${stage.url}/events?fromDate=${new Date(Date.now() - 7 * 86_400_000).toISOString()}`
const hasFocus = (name: string) => entry(name).evaluate(one => one === document.activeElement)

/** All that a new event needs, but for its title. */
async function fillIn() {
  await severity('Major').check()
  await choose('Farm, house or room', place)
  await choose('Category', 'Security')
  await choose('Cause', 'Human error')
}

test('an event with files is written down, and people hear of it by mail', async () => {
  await page.goto(`${stage.url}/events`)
  await button('New event').click()
  await heading('New event').waitFor()
  await isClean(page, 'new event')

  // What is missing is said at its entry, beside a time that cannot be read, and nothing is sent.
  const opened = await entry('Opened on').inputValue()
  await entry('Opened on').fill('yesterday')
  await button('Create').click()
  await page.getByText('This field is required.').first().waitFor()
  expect(await page.getByText('This field is required.').count()).toBe(5)
  await page.getByText('Enter a date, or a date and time').waitFor()
  await expect.poll(() => hasFocus('Title')).toBe(true)
  await entry('Opened on').fill(opened)
  // Too long is said while it is typed.
  await entry('Title').fill('x'.repeat(152))
  await page.getByText('2 characters over the limit').waitFor()
  expect(await entry('Title').getAttribute('aria-invalid')).toBe('true')
  // By how many stays said when somebody tries to save it.
  await button('Create').click()
  await expect.poll(() => hasFocus('Title')).toBe(true)
  expect(await page.getByText('2 characters over the limit').count()).toBe(1)
  await entry('Title').fill(`${'x'.repeat(150)} `)
  await page.getByText('0 characters left', { exact: true }).waitFor()
  await entry('Title').fill('Gate left open')
  await fillIn()
  await entry('Description').fill('Found at six.')
  await entry('Additional notes').fill('Closed it.')
  await entry('Opened on').fill('01-01-2099 08:00')
  await entry('Title').focus()
  await button('Create').click()
  await page.getByText('This is in the future. Choose an earlier time.').waitFor()
  await entry('Opened on').fill('yesterday')
  await button('Create').click()
  await page.getByText('Enter a date, or a date and time').waitFor()
  expect(await dialog().count()).toBe(0)
  await entry('Opened on').fill(`${yesterday} 06:10`)
  await entry('Title').focus()

  // Too large is said before anything is sent; what only claims to be a picture, at its file.
  const files = page.locator('input[type=file]')
  await files.setInputFiles({ name: 'film.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(15 * 1_048_576 + 1) })
  await page.getByText('film.pdf is too large. The maximum is 15 MB.').waitFor()
  await files.setInputFiles({ name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') })
  await page.getByText('tool.exe: file type not supported.').waitFor()
  expect(await page.locator('.dropped').count()).toBe(0)
  // A file that is chosen twice is there once.
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  const twice = join(folder, 'twice.txt')
  await writeFile(twice, 'once')
  for (const _ of [1, 2]) await files.setInputFiles(twice)
  await files.setInputFiles(text('other.txt', 'x'))
  await page.locator('.dropped', { hasText: 'other.txt' }).waitFor()
  expect(await page.locator('.dropped').count()).toBe(2)
  for (const name of ['twice.txt', 'other.txt']) await page.getByRole('button', { name: `Remove ${name}` }).click()
  await expect.poll(() => page.locator('.dropped').count()).toBe(0)
  await rm(folder, { recursive: true })
  await files.setInputFiles([
    text('note.txt', 'seen at six'),
    { name: 'gate.png', mimeType: 'image/png', buffer: Buffer.from('MZ no picture') },
  ])
  // An address that is none is not left out without a word.
  const addresses = page.getByRole('combobox', { name: /^Other email addresses/ })
  await addresses.fill('nobody')
  await page.getByRole('option', { name: /^Add/ }).click()
  await button('Create').click()
  await expect.poll(() => addresses.getAttribute('aria-invalid')).toBe('true')
  expect(await dialog().count()).toBe(0)
  await addresses.press('Backspace')
  await addresses.fill('VET@clinic.example')
  await page.getByRole('option', { name: /^Add/ }).click()
  await button('Create').click()
  await dialog().getByText('Notifications are sent immediately by: Email.').waitFor()
  await isClean(page, 'confirm and execute')
  await confirm('Cancel')
  expect(await found('Gate left open')).toHaveLength(0)
  await button('Create').click()
  await confirm('Save and notify')
  await page.locator('.dropped.wrong', { hasText: 'gate.png' }).getByText('File type not supported').waitFor()
  expect(await page.locator('.dropped.wrong').count()).toBe(1)
  await page.getByRole('button', { name: 'Remove gate.png' }).click()
  await button('Create').click()
  await confirm('Save and notify')
  await heading('Events').waitFor()
  await page.getByText('Event created.').waitFor()
  // It is of yesterday morning.
  await page.goto(lately())
  await row('Gate left open').waitFor()
  const [made] = await found('Gate left open')
  expect(made).toMatchObject({
    severityLevel: 'MAJOR',
    category: 'SECURITY',
    cause: 'HUMAN_ERROR',
    status: 'OPEN',
    origin: 'MANUAL',
    entity: { displayName: place },
  })
  await eventually(
    'the mail',
    async () => stage.mails.filter(mail => mail.to?.some(to => to.address === 'vet@clinic.example')).length,
    count => count === 1,
  )

  // All of it on its page; the file comes as a file.
  await row('Gate left open').click()
  await heading('Gate left open').waitFor()
  for (const words of ['Human error', 'Found at six.', 'vet@clinic.example']) await page.getByText(words).first().waitFor()
  await page.getByRole('region', { name: 'Change history' }).getByText('Closed it.').waitFor()
  // What people wrote was never measured.
  await page.getByRole('columnheader', { name: 'Recipients' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Value' }).count()).toBe(0)
  await isClean(page, 'event')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download note.txt' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('note.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe('seen at six')

  // What was sent, and each try of it.
  await page.goto(`${stage.url}/outbox`)
  await row('Gate left open').first().click()
  await dialog().getByText('Delivery attempts').waitFor()
  await dialog().getByRole('region', { name: 'Delivery attempts' }).getByText('Sent', { exact: true }).waitFor()
  await isClean(page, 'a message')
  await dialog().getByRole('button', { name: 'Close' }).last().click()

  // The way back keeps the filters.
  await page.goto(lately())
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('Gate')
  await page.waitForURL(/title=Gate/)
  await row('Gate left open').click()
  await page.getByRole('link', { name: 'Events' }).first().click()
  await page.waitForURL(/title=Gate/)
})

test('what two people change at once is lost to neither', { tags: ['nightly'] }, async () => {
  const made = await written('Feed store open')
  await page.goto(`${stage.url}/events/${made.id}/details`)
  await button('Edit').click()
  expect(await entry('Additional notes').inputValue()).toBe('')
  await entry('Description').fill('Two bags torn.')
  await entry('Additional notes').fill('Counted again.')
  const { description, category, cause, status, version } = made
  await manager.of('events').edit({
    params: { id: made.id },
    body: { description, category, status, version, cause: 'EQUIPMENT_FAILURE', severityLevel: 'MODERATE' },
    files: [],
  })
  await page.locator('input[type=file]').setInputFiles(text('count.csv', 'a;b'))
  await button('Save').click()
  await page.getByRole('heading', { name: 'Changes by others' }).waitFor()
  expect(await entry('Description').inputValue()).toBe('Two bags torn.')
  expect(await page.locator('.dropped', { hasText: 'count.csv' }).count()).toBe(1)
  await isClean(page, 'conflict')
  // What one did not touch is theirs already, and says so.
  await page.locator('.theirs li', { hasText: 'Cause' }).getByText('Applied to your form').waitFor()
  expect(await page.getByRole('button', { name: /Use theirs/ }).count()).toBe(0)
  await button('Save').click()
  await button('Edit').waitFor()
  const details = data(await manager.of('events').details({ params: { id: made.id } }))
  expect(details).toMatchObject({ description: 'Two bags torn.', cause: 'EQUIPMENT_FAILURE', additionalNotes: 'Counted again.' })
  expect(details.attachments.map(attachment => attachment.name)).toEqual(['count.csv'])
  expect(cause).toBe('HUMAN_ERROR')

  // A file goes, and comes back before it is saved; then for good.
  await button('Edit').click()
  await page.getByRole('button', { name: 'Remove count.csv' }).click()
  await page.getByRole('button', { name: 'Keep file count.csv' }).click()
  await page.getByRole('button', { name: 'Remove count.csv' }).click()
  await button('Save').click()
  await button('Edit').waitFor()
  expect(data(await manager.of('events').attachments({ params: { id: made.id } }))).toEqual([])

  await button('Delete').click()
  await confirm('Delete')
  await heading('Events').waitFor()
  expect(await found('Feed store open')).toHaveLength(0)
})

test('who goes, who has looked and who solved it are told step by step', async () => {
  const made = await written('Fan belt squeals')
  await page.goto(`${stage.url}/events/${made.id}/details`)
  const progress = page.getByRole('list', { name: 'Progress' })
  const here = progress.locator('[aria-current=step]')
  const say = async (step: string, note: string) => {
    await button(step).click()
    await dialog()
      .getByRole('heading', { name: step === 'Resolve' ? 'Close this event' : step, exact: true })
      .waitFor()
    // A field with the focus would open the keyboard of a phone.
    expect(await dialog().locator('textarea:focus').count()).toBe(0)
    await dialog().getByRole('textbox', { name: 'Notes' }).fill(note)
    await confirm(step)
    await dialog().waitFor({ state: 'detached' })
  }
  await here.getByText('Opened').waitFor()
  await say('On my way', 'Ten minutes.')
  await here.getByText('On the way').waitFor()
  // Whoever is on the way has nothing left to acknowledge, and may withdraw.
  await button('I cannot come').waitFor()
  expect(await button('Acknowledge').count()).toBe(0)
  await isClean(page, 'on the way')
  await say('Checked on site', 'Belt is worn.')
  await here.getByText('On site').waitFor()
  await say('Resolve', 'New belt.')
  await here.getByText('Closed').waitFor()
  await page.getByText('Belt is worn.').first().waitFor()
  const lines = data(await manager.of('events').changes({ params: { id: made.id } }))
  expect(lines.map(line => [line.step, line.notes])).toEqual([
    ['SOLVED', 'New belt.'],
    ['CHECKED', 'Belt is worn.'],
    ['GOING', 'Ten minutes.'],
    [null, ''],
  ])
  // Closed, it still takes a note; its message leaves the buttons of a phone free.
  await page.setViewportSize({ width: 320, height: 700 })
  await button('Add note').click()
  await dialog().getByRole('textbox', { name: 'Notes' }).fill('Belt stretched.')
  await confirm('Add note')
  const box = async (css: string) => (await page.locator(css).boundingBox())!
  await page.getByText('Note saved.').waitFor()
  const toast = await box('.toasts')
  expect(toast.y + toast.height).toBeLessThanOrEqual((await box('.action-bar')).y)
  await isClean(page, 'closed, on a phone')
  await page.getByText('Belt stretched.').first().waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await button('Reopen').click()
  await confirm('Reopen')
  await here.getByText('Reopened').waitFor()
})

test('several are closed at once, with one note; another follows the first', async () => {
  const made = [await written('Lamp out in pen 1'), await written('Lamp out in pen 2'), await written('Lamp out in pen 3')]
  await page.goto(`${stage.url}/events?title=Lamp`)
  for (const one of made.slice(0, 2)) await page.getByRole('checkbox', { name: `Select ${one.title}` }).check()
  await page.getByText('2 selected').waitFor()
  await isClean(page, 'selection')
  await button('Close selected').click()
  await dialog().getByText('Close 2 events?').waitFor()
  await dialog().getByRole('textbox', { name: 'Notes' }).fill('New tubes.')
  await confirm('Close selected')
  await page.getByText('2 events closed.').waitFor()
  const states = await found('Lamp out')
  expect(
    states
      .filter(state => state.status === 'CLOSED')
      .map(state => state.title)
      .toSorted(),
  ).toEqual(['Lamp out in pen 1', 'Lamp out in pen 2'])
  const [last] = data(await manager.of('events').changes({ params: { id: made[0]!.id } }))
  expect(last).toMatchObject({ status: 'CLOSED', notes: 'New tubes.' })

  await page.goto(`${stage.url}/events/create`)
  await heading('New event').waitFor()
  await fillIn()
  await mailSwitch().uncheck()
  await page.getByRole('checkbox', { name: 'Create another' }).check()
  await entry('Title').fill('Fence down at the west')
  await entry('Description').fill('Ten metres.')
  await entry('Additional notes').fill('Tied up.')
  await page.locator('input[type=file]').setInputFiles(text('fence.txt', 'x'))
  // Nobody is told: nobody is asked.
  await button('Create').click()
  await page.getByText('Event created.').waitFor()
  await expect.poll(() => entry('Title').inputValue()).toBe('')
  for (const name of ['Description', 'Additional notes']) expect(await entry(name).inputValue()).toBe('')
  await expect.poll(() => hasFocus('Title')).toBe(true)
  expect(await page.getByText('fence.txt').count()).toBe(0)
  expect(await severity('Major').isChecked()).toBe(true)
  await entry('Title').fill('Fence down at the east')
  await page.getByRole('checkbox', { name: 'Create another' }).uncheck()
  await button('Create').click()
  await heading('Events').waitFor()
  expect(await found('Fence down')).toHaveLength(2)
  expect(stage.mails.some(mail => mail.text?.includes('Fence down'))).toBe(false)
})

test('filters narrow the list, and are counted', async () => {
  await written('Sick hen found', { category: 'ANIMAL_HEALTH', cause: 'DISEASE' })
  await page.goto(`${stage.url}/events`)
  await row('Sick hen found').waitFor()
  await button('More filters').click()
  await page.getByRole('button', { name: /^Cause/ }).click()
  await page.getByRole('checkbox', { name: 'Disease' }).check()
  await page.keyboard.press('Escape')
  await page.waitForURL(/cause=DISEASE/)
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: /^Recipient email or number/ }).click()
  await page.getByRole('searchbox', { name: 'Recipient email or number' }).fill('nobody@')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing matches.').waitFor()
  await isClean(page, 'filters')
  for (const name of ['Company', 'User', 'Closed on', 'Origin'])
    await page
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .waitFor()
})

test('the period is chosen by mouse, or typed; a preset that is not offered counts as none', { tags: ['nightly'] }, async () => {
  const period = () => page.getByRole('button', { name: /^Period/ })
  const menu = page.getByRole('group', { name: 'Period' })
  // The form of an event brings sheets of its own, which stay.
  await page.goto(`${stage.url}/events`)
  await button('New event').click()
  await heading('New event').waitFor()
  await page.goBack()
  await period().click()
  await menu.getByText('last 6 hours').click()
  await page.waitForURL(/lastTime=SIX/)
  await period().click()
  const from = menu.getByRole('textbox', { name: 'From' })
  for (const field of [from, menu.getByRole('radio').first()])
    expect(await field.evaluate(one => getComputedStyle(one).opacity)).toBe('1')
  await from.click()
  await page.keyboard.type(yesterday)
  await page.keyboard.press('Enter')
  await page.waitForURL(/fromDate=/)
  await page.goto(`${stage.url}/events?lastTime=MONTH`)
  await page.getByRole('button', { name: 'Period last 24 hours' }).waitFor()
})

test('a critical event that nobody is told of is not written down without a question', { tags: ['nightly'] }, async () => {
  await page.goto(`${stage.url}/events/create`)
  await entry('Title').fill('Nobody hears')
  await fillIn()
  await severity('Critical').check()
  await mailSwitch().uncheck()
  await button('Create').click()
  await dialog().getByText('Create critical event without notifications?').waitFor()
  await confirm('Cancel')
  expect(await found('Nobody hears')).toEqual([])
  await button('Create').click()
  await confirm('Create without notifications')
  await page.getByText('Event created.').waitFor()
  expect(await found('Nobody hears')).toMatchObject([{ severityLevel: 'CRITICAL', notificationCounter: 0 }])
})

test('who may only read sees no way to change', { tags: ['nightly'] }, async () => {
  const { of } = await apiAs(stage.url, 'integrator', stage.password)
  const there = data(await of('entities').list({ query: { entityTypeNames: ['FARM'] } })).find(one =>
    one.displayName.includes('Azinheira'),
  )!
  const made = data(
    await of('events').create({
      body: {
        title: 'Visitor at the gate',
        entityId: there.id,
        severityLevel: 'LOW',
        category: 'SECURITY',
        cause: 'UNKNOWN',
        status: 'OPEN',
        openDate: new Date(Date.now() - 60_000).toISOString(),
      },
      files: [],
    }),
  )
  const own = await aPage(screen.browser, [])
  await signIn(own, stage.url, 'reader', stage.password)
  const reads = desk(() => own)
  await own.goto(`${stage.url}/events`)
  await reads.row('Visitor at the gate').waitFor()
  expect(await reads.button('New event').count()).toBe(0)
  expect(await own.getByRole('checkbox').count()).toBe(0)
  await own.goto(`${stage.url}/events/${made.id}/details`)
  await reads.heading('Visitor at the gate').waitFor()
  for (const name of ['Edit', 'Delete', 'Acknowledge', 'Resolve']) expect(await reads.button(name).count()).toBe(0)
  for (const path of ['/events/create', '/helpdesk', '/helpdesk/create']) {
    await own.goto(`${stage.url}${path}`)
    await own.getByRole('heading', { level: 1 }).waitFor()
    expect(await reads.heading(path === '/helpdesk' ? 'Helpdesk' : 'New event').count()).toBe(0)
  }
  await own.context().close()
})

test('on the narrowest phone a thumb meets one link of an event, not two', { tags: ['nightly'] }, async () => {
  const one = await written('Gate left open')
  const own = await aPage(screen.browser, screen.complaints as string[], { viewport: { width: 320, height: 640 } })
  await signIn(own, stage.url, 'manager', stage.password)
  await own.goto(`${stage.url}/events/${one.id}/details`)
  const links = own.locator('.fields dd > a')
  await expect.poll(() => links.count()).toBeGreaterThan(1)
  const ways = await links.evaluateAll(all => all.map(way => way.getBoundingClientRect().toJSON() as DOMRect))
  for (const [at, way] of ways.slice(1).entries()) expect(way.top).toBeGreaterThanOrEqual(ways[at]!.bottom)
  await own.context().close()
})

test('by keyboard alone, on the narrowest phone', { tags: ['nightly'] }, async () => {
  const own = await aPage(screen.browser, screen.complaints as string[], {
    viewport: { width: 320, height: 640 },
    reducedMotion: 'reduce',
  })
  await signIn(own, stage.url, 'stock', stage.password)
  const keys = desk(() => own)
  await own.goto(`${stage.url}/events/create`)
  await keys.heading('New event').waitFor()
  // Whoever works on one farm is not asked for its company.
  expect(await own.getByRole('combobox', { name: 'Company' }).count()).toBe(0)
  await keys.entry('Title').focus()
  const { keyboard } = own
  await keyboard.type('Hen on the road')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('ArrowRight')
  const pick = async (typed?: string) => {
    await keyboard.press('Tab')
    // A list that opens by itself forgets what is marked in the same instant; no hand is that quick.
    await own.evaluate(() => new Promise(done => setTimeout(done, 50)))
    if (typed) await keyboard.type(typed)
    // What there is to choose may still be on its way.
    const isMarked = async () => {
      await keyboard.press('ArrowDown')
      return own.locator('[role=option][data-combobox-selected]:visible').count()
    }
    await eventually('something to choose', isMarked, marked => marked > 0)
    await keyboard.press('Enter')
    await own.getByRole('listbox').filter({ visible: true }).waitFor({ state: 'detached' })
  }
  await pick()
  // Of which batch is known by itself; then when.
  for (const _ of [1, 2, 3]) await keyboard.press('Tab')
  await pick('Secur')
  await pick('Human')
  expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await isClean(own, 'new event, phone')
  await own.getByRole('switch', { name: 'Active' }).focus()
  await keyboard.press('Space')
  await keys.entry('Title').focus()
  await keyboard.press('Enter')
  await expect.poll(() => own.locator('body').innerText()).toContain('Event created.')
  const [made] = await found('Hen on the road')
  expect(made).toMatchObject({ severityLevel: 'MODERATE', category: 'SECURITY', cause: 'HUMAN_ERROR' })
  for (const path of ['/events', `/events/${made!.id}/details`]) {
    await own.goto(`${stage.url}${path}`)
    await own.getByText('Hen on the road').first().waitFor()
    await isClean(own, path)
    expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
  // What leads elsewhere is as large as a thumb.
  for (const one of ['.back', '.page-meta a', '.fields dd > a', '.audit .when'])
    expect({ one, height: (await own.locator(one).first().boundingBox())!.height >= 44 }).toEqual({ one, height: true })
  // In the history the state and the step stand apart.
  data(await manager.of('events').takeStep({ params: { id: made!.id }, body: { step: 'SEEN' } }))
  const mark = own.locator('.change-mark').filter({ hasText: 'Acknowledged' })
  for (const width of [320, 390, 1440]) {
    await own.setViewportSize({ width, height: 800 })
    await own.reload()
    await mark.waitFor()
    const [state, step] = await Promise.all(['.state', '.change-step'].map(async one => (await mark.locator(one).boundingBox())!))
    expect({ width, apart: step!.x - (state!.x + state!.width) >= 6 || step!.y >= state!.y + state!.height }).toEqual({
      width,
      apart: true,
    })
  }
  await own.context().close()
  // 409: the conflict that was meant; 422: the file that is none; 404: the page may hear of the deletion before it has left.
  expect(screen.complaints.filter(complaint => !/\b(409|400|422|404)\b/.test(complaint))).toEqual([])
})
