// The link of a mail, on a phone, by somebody who has no account: it opens once, shows the one event, and says who is coming.
import { expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { opens, screen, stage } from './opened.ts'
import { aPage, isClean } from './screen.ts'

opens({ boxes: false }, { viewport: { width: 320, height: 700 } })

test('an alarm is answered from its mail, without signing in', { timeout: 240_000 }, async () => {
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  const places = data(await of('entities').search({ query: { itemsPerPage: 50 } })).content
  const place = places.find(one => one.type === 'FARM')!
  const made = data(
    await of('events').create({
      body: {
        ...{ title: 'Water pump stands', entityId: place.id, severityLevel: 'CRITICAL', category: 'WATER', cause: 'UNKNOWN' },
        ...{ status: 'OPEN', openDate: new Date(Date.now() - 60_000).toISOString(), description: 'No water since six.' },
        actions: [{ type: 'MAIL', notifyResponsible: false, properties: { contactsList: ['vet@clinic.example'] } }],
      },
      files: [],
    }),
  )
  const mail = await eventually(
    'the mail',
    async () => stage.mails.find(one => one.to?.some(({ address }) => address === 'vet@clinic.example')),
    one => one !== undefined,
  )
  const link = /https?:\/\/\S+\/alarm#\S+/.exec(mail!.text ?? '')?.[0]
  expect(link).toBeDefined()
  expect(mail!.html).toContain(link!.replaceAll('&', '&amp;'))

  const { page, browser, complaints } = screen
  await page.goto(link!)
  // Nothing is opened by looking: programs that look at mail follow links, too.
  await page.getByRole('button', { name: 'Show the alarm' }).waitFor()
  expect(page.url()).toBe(`${stage.url}/alarm`)
  await isClean(page, 'the link')
  await page.getByRole('button', { name: 'Show the alarm' }).click()
  await page.getByRole('heading', { level: 1, name: 'Water pump stands' }).waitFor()
  await page.getByText('No water since six.').waitFor()
  await page.getByText('You answer as vet@clinic.example.').waitFor()
  await isClean(page, 'the alarm')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByLabel('Notes').fill('Twenty minutes')
  await page.getByRole('button', { name: 'On my way' }).click()
  await page.getByText(/vet@clinic\.example · .*Twenty minutes/).waitFor()
  const changes = data(await of('events').changes({ params: { id: made.id } }))
  expect(changes[0]).toMatchObject({
    step: 'GOING',
    status: 'PENDING',
    name: 'vet@clinic.example',
    via: 'LINK',
    notes: 'Twenty minutes',
  })

  // What it opened stays open on this device, also when the mail is opened again, and is closed everywhere else.
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Water pump stands' }).waitFor()
  const again = await page.context().newPage()
  await again.goto(link!)
  await again.getByRole('heading', { level: 1, name: 'Water pump stands' }).waitFor()
  await again.close()
  const other = await aPage(browser, [], { viewport: { width: 320, height: 700 } })
  await other.goto(link!)
  await other.getByRole('button', { name: 'Show the alarm' }).click()
  await other.getByText('This link was used already. Sign in to go on.').waitFor()
  expect(complaints).toEqual([])
})
