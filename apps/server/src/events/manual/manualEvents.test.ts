import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CreateEventInput, EditEventInput, SavedEvent } from '@steading/contract/events/events'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { by, responsible } from '../../../test/outbox.ts'

let farm: Farm
let api: Api
let time = Math.ceil(Date.now() / 86_400_000) * 86_400_000

beforeAll(async () => {
  farm = await aFarm({
    clock: { now: () => time, mono: () => performance.now() },
    settings: { EVENT_FILES: '3', EVENT_FILE_MB: '1' },
  })
  api = await farm.as('Paul')
})
afterAll(() => farm.close())

const ago = (hours: number) => new Date(time - hours * 3_600_000).toISOString()
const aWish = (more: Partial<CreateEventInput> = {}): CreateEventInput => ({
  title: 'Gate left open',
  entityId: farm.at.Paul!,
  severityLevel: 'LOW',
  category: 'SECURITY',
  cause: 'HUMAN_ERROR',
  status: 'OPEN',
  openDate: ago(1),
  ...more,
})
const create = async (more: Partial<CreateEventInput> = {}, files: File[] = [], by = api) =>
  data(await by.events.create({ body: aWish(more), files }))
const asIs = ({ description, category, cause, status, version }: SavedEvent): EditEventInput => ({
  description,
  category,
  cause,
  status,
  version,
})
const edit = async (savedEvent: SavedEvent, change: Partial<EditEventInput>, files: File[] = [], by = api) =>
  data(await by.events.edit({ params: { id: savedEvent.id }, body: { ...asIs(savedEvent), ...change }, files }))
const wrong = (field: string, code: string) => ({ failure: { fields: [expect.objectContaining({ field, code })] } })
const text = (name: string, content = 'seen at six') => new File([content], name)
const trail = async (id: string) => {
  const { content } = data(await api.audit.search({ query: { itemsPerPage: 50 } }))
  const found = content.filter(one => one.objectType === 'event' && one.objectId === id)
  return Promise.all(found.map(async one => data(await api.audit.details({ params: { id: one.id } }))))
}

test('creates a manual event with its change and audit record', async () => {
  const made = await create({ description: 'By the road', additionalNotes: 'Closed it' })
  expect(made).toMatchObject({
    title: 'Gate left open',
    origin: 'MANUAL',
    status: 'OPEN',
    cause: 'HUMAN_ERROR',
    description: 'By the road',
    additionalNotes: 'Closed it',
    openDate: ago(1),
    closeDate: null,
    closedBy: null,
    emailUsers: 0,
    attachments: [],
    createdBy: { shortName: expect.any(String) },
  })
  expect(data(await api.events.changes({ params: { id: made.id } }))).toMatchObject([{ status: 'OPEN', notes: 'Closed it' }])
  expect(await trail(made.id)).toMatchObject([{ action: 'CREATE', objectName: 'Gate left open' }])
})

test('an event created as CLOSED stores when and by whom', async () => {
  const made = await create({ status: 'CLOSED' })
  expect(made).toMatchObject({
    status: 'CLOSED',
    closeDate: new Date(time).toISOString(),
    closedBy: { userId: made.createdBy!.userId },
  })
})

test.each([
  ['no title', { title: '  ' }, 'title', 'required'],
  ['a title of 151', { title: 'x'.repeat(151) }, 'title', 'tooLong'],
  ['a description of 501', { description: 'x'.repeat(501) }, 'description', 'tooLong'],
  ['notes of 1001', { additionalNotes: 'x'.repeat(1001) }, 'additionalNotes', 'tooLong'],
  ['a cause of tickets', { cause: 'QUESTION' as const }, 'cause', 'causeMisfit'],
  ['a ticket with a cause of events', { category: 'HELPDESK' as const, cause: 'WEATHER' as const }, 'cause', 'causeMisfit'],
  [
    'a ticket by SMS',
    { category: 'HELPDESK' as const, cause: 'UNKNOWN' as const, actions: [{ type: 'SMS' as const }] },
    'actions.0.type',
    'mailAlone',
  ],
  ['a channel twice', { actions: [{ type: 'MAIL' as const }, { type: 'MAIL' as const }] }, 'actions.1.type', 'twice'],
  [
    'a contact that is no address',
    { actions: [{ type: 'MAIL' as const, properties: { contactsList: ['vet@farm.example', 'no address'] } }] },
    'actions.0.properties.contactsList.1',
    'email',
  ],
  [
    'a contact that is no number',
    { actions: [{ type: 'SMS' as const, properties: { contactsList: ['vet@farm.example'] } }] },
    'actions.0.properties.contactsList.0',
    'phone',
  ],
  [
    'somebody who is not there',
    { actions: [{ type: 'MAIL' as const, properties: { usersList: ['999999'] } }] },
    'actions.0.properties.usersList.0',
    'notFound',
  ],
])('%s is told by its field', async (_, more, field, code) => {
  await expect(create(more)).rejects.toMatchObject(wrong(field, code))
})

test('requires an active farm or sector in scope, except for tickets', async () => {
  await expect(create({ entityId: farm.at.Azinheira! })).rejects.toMatchObject(wrong('entityId', 'notFound'))
  const wide = await farm.as('Aves')
  await expect(create({ entityId: farm.at.Aves! }, [], wide)).rejects.toMatchObject(wrong('entityId', 'farmOrSector'))
  expect(await create({ entityId: farm.at.Aves!, category: 'HELPDESK', cause: 'QUESTION' }, [], wide)).toMatchObject({
    category: 'HELPDESK',
  })
  const house = await farm.entity('Shut house', 'SECTOR', 'Paul')
  await farm.world.owner.query(`update entities set status = 'DISABLED' where id = $1`, [house])
  await expect(create({ entityId: house })).rejects.toMatchObject(wrong('entityId', 'disabled'))
})

test('refuses an open date in the future', async () => {
  expect(await create({ openDate: ago(-0.05) })).toMatchObject({ status: 'OPEN' })
  await expect(create({ openDate: ago(-1) })).rejects.toMatchObject(wrong('openDate', 'future'))
  await expect(create({ openDate: '1970-01-01T00:00:00.000Z' })).rejects.toMatchObject(wrong('openDate', 'longAgo'))
})

test('refuses channels without permission and creates nothing', async () => {
  const stock = await farm.as('Paul', ['events.create', 'events.read'])
  const before = data(await api.events.search({ query: {} })).totalElements
  await expect(create({ actions: [{ type: 'SMS' }] }, [], stock)).rejects.toMatchObject(wrong('actions.0.status', 'notAllowed'))
  expect(data(await api.events.search({ query: {} })).totalElements).toBe(before)
})

test('notifies the named recipients at every save', async () => {
  const address = await farm.person('Paul', ['events.read'])
  const { id } = await farm.world.db.work(farm.system, work =>
    work.sql.selectFrom('users').select('id').where('email', '=', address).executeTakeFirstOrThrow(),
  )
  const actions = [
    {
      type: 'MAIL' as const,
      notifyResponsible: false,
      properties: { usersList: [id], contactsList: ['Vet@Farm.example'] },
    },
  ]
  const made = await create({ description: 'Two\nlines', actions })
  expect(made).toMatchObject({ emailUsers: 2, smsUsers: 0, notificationCounter: 1 })
  const sent = () =>
    farm.world.owner
      .query<{ recipient: string; text: string }>('select recipient, text from notifications where event_id = $1 order by id', [
        made.id,
      ])
      .then(({ rows }) => rows)
  expect((await sent()).map(one => one.recipient)).toEqual([address, 'vet@farm.example'])
  expect((await sent())[0]!.text).toContain('Two\nlines')
  expect((await sent())[0]!.text).toContain(made.createdBy!.shortName)
  expect(data(await api.events.actions({ params: { id: made.id } }))).toMatchObject([
    { type: 'MAIL', properties: { usersList: [id] }, responsibles: [] },
  ])
  const again = await edit(made, { actions })
  expect(again).toMatchObject({ notificationCounter: 2 })
  await edit(again, { additionalNotes: 'Still open', actions })
  expect(await sent()).toHaveLength(6)
  expect((await sent())[5]!.text).toContain('Still open')
  expect(data(await api.events.search({ query: { user: id } })).content.map(one => one.id)).toEqual([made.id])
  expect(data(await api.events.search({ query: { contact: 'VET@' } })).content.map(one => one.id)).toEqual([made.id])
  // An address that one sees hidden is not found letter by letter either; one's own is.
  const own = farm.api(await farm.login(address))
  const foundBy = async (contact: string) => data(await own.events.search({ query: { contact } })).content.map(one => one.id)
  expect([await foundBy('vet@'), await foundBy(address.slice(0, -3))]).toEqual([[], [made.id]])
  expect(data(await api.events.occurrences({ params: { id: made.id }, query: {} })).content[0]!.actions).toMatchObject({
    MAIL: 2,
  })
})

test('a report by a stockperson reaches the recipients that the form shows', async () => {
  await farm.entity('House of the stockperson', 'SECTOR', 'Paul')
  const house = 'House of the stockperson'
  const own = await farm.person(house, ['events.create', 'events.read'])
  const manager = await farm.person('Aves')
  await responsible(farm, house, own)
  await responsible(farm, house, manager)
  const stock = farm.api(await farm.login(own))
  const promised = async () => data(await stock.escalation.recipients({ params: { id: farm.at[house]! } }))
  const report = async () => {
    const made = await create({ entityId: farm.at[house]!, severityLevel: 'CRITICAL', actions: [{ type: 'MAIL' }] }, [], stock)
    const { rows } = await farm.world.owner.query<{ recipient: string }>(
      'select recipient from notifications where event_id = $1 order by id',
      [made.id],
    )
    return { made, sent: rows.map(row => row.recipient) }
  }
  expect(await promised()).toMatchObject({ people: [{ shortName: expect.any(String) }], hidden: 1 })
  const { made, sent } = await report()
  expect(sent.toSorted()).toEqual([own, manager].toSorted())
  expect(made).toMatchObject({ emailUsers: 2 })
  // A list that stands above the stockperson holds for the promise, the message and the run alike.
  const chief = await farm.person('Grupo')
  const { rows } = await farm.world.owner.query<{ id: string }>('select id::text from users where email = $1', [chief])
  const steps = [{ userIds: [rows[0]!.id], delay: 600 }]
  const above = await farm.as('Grupo')
  await above.escalation.set({ params: { id: farm.at.Aves! }, body: { steps, shifts: [], version: 0 } })
  expect(await promised()).toEqual({ people: [], hidden: 1 })
  const listed = await report()
  expect(listed.sent).toEqual([chief])
  const run = await farm.world.owner.query(
    'select extract(epoch from due_at - $2)::int as delay, passed_levels as passed from escalation_runs where event_id = $1',
    [listed.made.id, new Date(time)],
  )
  expect(run.rows).toEqual([{ delay: 600, passed: [{ members: [rows[0]!.id], notified: true }] }])
  await farm.world.owner.query('delete from escalations')
})

test('reports unreachable and duplicate recipients of phone channels', async () => {
  const address = await farm.person('Paul', [
    'events.create',
    'events.read',
    'entities.read',
    'notifications.sms',
    'users.read',
    'users.list',
  ])
  const { rows } = await farm.world.owner.query<{ id: string; name: string }>(
    'update users set phone = null where email = $1 returning id::text, short_name as name',
    [address],
  )
  const [{ id, name }] = rows as [(typeof rows)[number]]
  const contactsList = ['+351912345678', '00351 912 345 678', '+351000', '+351934567890']
  const actions = [{ type: 'SMS' as const, notifyResponsible: false, properties: { usersList: [id], contactsList } }]
  const own = farm.api(await farm.login(address))
  const made = await create({ actions }, [], own)
  expect(made).toMatchObject({
    smsUsers: 2,
    unheard: [{ type: 'SMS', named: 4, names: [name, '+351000'], twice: ['00351912345678'] }],
  })
  // Who hears of it is told the same way afterwards, without addresses for those who may not see people.
  const hears = async (by: Api) => data(await by.events.actions({ params: { id: made.id } }))
  expect(await hears(own)).toMatchObject([{ unheard: [name, '+351000'] }])
  const reader = farm.api(await farm.login(await farm.person('Paul', ['events.read'])))
  expect(await hears(reader)).toMatchObject([{ properties: { contactsList: [] }, unheard: [name] }])
})

test('reports people in charge whom a channel does not reach', async () => {
  const channels = { MAIL: true, SMS: false, VOICE: true, WHATSAPP: true }
  const people = await Promise.all(
    [
      { phone: null },
      { phone: '+351912000111', notifications: JSON.stringify({ channels, from: 'LOW' }) },
      { phone: '+351912000222' },
    ].map(async extra => {
      const id = await responsible(farm, 'Paul', await farm.person('Paul'), extra)
      return farm.world.owner.query<{ name: string }>('select short_name as name from users where id = $1', [id])
    }),
  )
  const [without, unwilling, reached] = people.map(person => person.rows[0]!.name) as [string, string, string] // safe: three were made
  const telling = { entityId: farm.at.Paul!, actions: by(['MAIL', 'SMS']) }
  const hears = async (made: SavedEvent) =>
    Object.fromEntries(
      data(await api.events.actions({ params: { id: made.id } })).map(one => [
        one.type,
        [one.responsibles.map(person => person.shortName).toSorted(), one.unheard.toSorted()],
      ]),
    )
  const all = [without, unwilling, reached].toSorted()
  expect(await hears(await create(telling))).toEqual({ MAIL: [all, []], SMS: [all, [without, unwilling].toSorted()] })
  // Of what is critical everybody hears who can.
  expect(await hears(await create({ ...telling, severityLevel: 'CRITICAL' }))).toMatchObject({ SMS: [all, [without]] })
})

test('records edits field by field, and nothing without a change', async () => {
  const made = await create()
  const now = await edit(made, {
    title: 'Gate broken',
    severityLevel: 'MAJOR',
    cause: 'EQUIPMENT_FAILURE',
    status: 'PENDING',
    additionalNotes: 'Smith called',
  })
  expect(now).toMatchObject({
    title: 'Gate broken',
    severityLevel: 'MAJOR',
    status: 'PENDING',
    additionalNotes: 'Smith called',
    lastUpdatedBy: { userId: made.createdBy!.userId },
  })
  expect(data(await api.events.changes({ params: { id: made.id } })).map(one => [one.status, one.notes])).toEqual([
    ['PENDING', 'Smith called'],
    ['OPEN', ''],
  ])
  const fields = (await trail(made.id)).flatMap(one => one.changes.map(change => change.field))
  expect(fields).toEqual(expect.arrayContaining(['title', 'severity', 'cause', 'status']))
  const before = await trail(made.id)
  expect(await edit(now, {})).toMatchObject({ version: now.version })
  expect(await trail(made.id)).toHaveLength(before.length)
  // Both entries call it as it is called then; a note by itself turns nothing.
  await edit(now, { title: 'Gate mended', additionalNotes: 'Hinge replaced' })
  const [note, change] = await trail(made.id)
  expect([note!.objectName, change!.objectName]).toEqual(['Gate mended', 'Gate mended'])
  expect(note!.changes).toEqual([{ field: 'notes', old: null, new: 'Hinge replaced' }])
  await expect(edit(made, { title: 'Late' })).rejects.toMatchObject({ failure: { code: 'VERSION_CONFLICT' } })
})

const anAlarm = async (more: { category?: string; wording?: string } = {}) => {
  const { rows } = await farm.world.owner.query<{ id: string }>(
    `insert into events (entity_id, title, wording, severity, category, source, status, open_date)
     values ($1, 'Too hot', $2, 'CRITICAL', $3, 'RULE', 'OPEN', now()) returning id::text`,
    [farm.at.Paul, more.wording ?? null, more.category ?? 'CLIMATE'],
  )
  return {
    ...data(await api.events.details({ params: { id: rows[0]!.id } })),
    emailUsers: 0,
    smsUsers: 0,
    voiceUsers: 0,
    whatsappUsers: 0,
    unheard: [],
  }
}

test.each([
  ['title', { title: 'Not so hot' }],
  ['severityLevel', { severityLevel: 'LOW' as const }],
  ['openDate', { openDate: ago(5) }],
])('an alarm keeps its %s', async (field, change) => {
  await expect(edit(await anAlarm(), change)).rejects.toMatchObject(wrong(field, 'unchangeable'))
})

test('edits cause and status of an alarm only', async () => {
  const alarm = await anAlarm({ wording: JSON.stringify({ key: 'event.noSignal', values: { terminal: 'Box' } }) })
  const now = await edit(alarm, { title: alarm.title, cause: 'WEATHER', description: 'Sun on the roof', status: 'PENDING' })
  expect(now).toMatchObject({ cause: 'WEATHER', description: 'Sun on the roof', status: 'PENDING', title: alarm.title })
  await expect(edit(now, { category: 'HELPDESK', cause: 'UNKNOWN' })).rejects.toMatchObject(wrong('category', 'unchangeable'))
  await expect(edit(now, { category: 'NOTIFICATION' })).rejects.toMatchObject(wrong('category', 'unchangeable'))
  const notice = await create({ category: 'NOTIFICATION' })
  await expect(edit(notice, { title: 'Other' })).rejects.toMatchObject(wrong('category', 'unchangeable'))
  const { id, version } = notice
  await expect(api.events.setStatus({ params: { id }, body: { status: 'CLOSED', version } })).rejects.toMatchObject(
    wrong('category', 'unchangeable'),
  )
  expect(data(await api.events.takeStep({ params: { id }, body: { step: 'SOLVED' } })).status).toBe('CLOSED')
})

test('deletes manual events with files, not alarms and tickets', async () => {
  const made = await create({}, [text('plan.txt')])
  await api.events.remove({ params: { id: made.id } })
  await expect(api.events.details({ params: { id: made.id } })).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
  expect((await trail(made.id))[0]).toMatchObject({
    action: 'DELETE',
    changes: expect.arrayContaining([{ field: 'attachments', old: ['plan.txt'], new: null }]),
  })
  const ticket = await create({ category: 'HELPDESK', cause: 'REQUEST' })
  for (const id of [ticket.id, (await anAlarm()).id])
    await expect(api.events.remove({ params: { id } })).rejects.toMatchObject(wrong('id', 'stays'))
})

test('closes many events atomically, each with an audit record', async () => {
  const one = await create()
  const two = await create()
  const closed = await create({ status: 'CLOSED' })
  expect(data(await api.events.quickClose({ body: { ids: [one.id, two.id, closed.id, one.id], notes: 'All well' } }))).toEqual({
    closed: 2,
  })
  expect(data(await api.events.details({ params: { id: two.id } }))).toMatchObject({ status: 'CLOSED', closedBy: one.createdBy })
  expect(data(await api.events.changes({ params: { id: two.id } }))[0]).toMatchObject({ status: 'CLOSED', notes: 'All well' })
  expect((await trail(two.id))[0]).toMatchObject({ action: 'CLOSE' })
  const foreign = await create({ entityId: farm.at.Azinheira! }, [], await farm.as('Suínos'))
  const open = await create()
  await expect(api.events.quickClose({ body: { ids: [open.id, foreign.id] } })).rejects.toMatchObject({
    failure: { code: 'NOT_FOUND' },
  })
  expect(data(await api.events.details({ params: { id: open.id } })).status).toBe('OPEN')
})

test('hides tickets from users without permission', async () => {
  const ticket = await create({ title: 'Screen is blank', category: 'HELPDESK_SYSTEM', cause: 'SETTING' }, [text('log.txt')])
  const reader = await farm.as('Paul', ['events.read', 'events.update', 'events.delete', 'events.create'])
  const params = { id: ticket.id }
  for (const ask of [
    () => reader.events.details({ params }),
    () => reader.events.changes({ params }),
    () => reader.events.occurrences({ params, query: {} }),
    () => reader.events.actions({ params }),
    () => reader.events.attachments({ params }),
    () => reader.events.attachmentsOf({ query: { events: ticket.id } }),
    () => reader.events.attachment({ params: { ...params, name: 'log.txt' } }),
    () => reader.events.quickClose({ body: { ids: [ticket.id] } }),
    () => reader.events.remove({ params }),
    () => edit(ticket, { title: 'Mine' }, [], reader),
  ])
    await expect(ask()).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
  const total = (by: Api, helpdesk?: boolean) =>
    by.events.count({ query: { ...(helpdesk !== undefined && { helpdesk }) } }).then(all => data(all).total)
  expect(await total(reader, true)).toBe(0)
  expect(await total(reader)).toBe(await total(api, false))
  expect(await total(api)).toBe((await total(api, true)) + (await total(api, false)))
  await expect(create({ category: 'HELPDESK', cause: 'UNKNOWN' }, [], reader)).rejects.toMatchObject(
    wrong('category', 'notAllowed'),
  )
})

test('lists events at and below several entities', async () => {
  const house = await farm.entity('House 9', 'SECTOR', 'Paul')
  const made = await create({ entityId: house, severityLevel: 'MODERATE' })
  const of = (entities: string[], status: 'OPEN' | 'CLOSED') =>
    api.events.list({ query: { entities, status } }).then(page => data(page).content.map(one => one.id))
  expect(await of([house], 'OPEN')).toEqual([made.id])
  expect(await of([house], 'CLOSED')).toEqual([])
  expect(data(await api.events.count({ query: { entity: house } }))).toEqual({
    LOW: 0,
    MODERATE: 1,
    MAJOR: 0,
    CRITICAL: 0,
    total: 1,
  })
  expect(data(await api.events.search({ query: { cause: 'HUMAN_ERROR', entity: house } })).totalElements).toBe(1)
  expect(data(await api.events.search({ query: { cause: 'DISEASE', entity: house } })).totalElements).toBe(0)
  expect(
    data(await api.events.causes())
      .filter(one => one.isHelpdesk)
      .map(one => one.id),
  ).toContain('QUESTION')
  expect(data(await api.events.categories()).find(one => one.id === 'WATER')).toMatchObject({ icon: 'droplet' })
})

test('returns attachments unchanged, under unique names, as downloads', async () => {
  const made = await create({}, [text('C:\\farm\\Gräben.txt'), text('Gräben.TXT', 'another')])
  expect(made.attachments).toMatchObject([
    { name: 'Gräben.txt', type: 'text/plain', size: 11 },
    { name: 'Gräben (2).TXT', type: 'text/plain', size: 7 },
  ])
  const { content, name } = data(await api.events.attachment({ params: { id: made.id, name: 'Gräben (2).TXT' } }))
  expect([name, await content.text()]).toEqual(['Gräben (2).TXT', 'another'])
  const now = await edit(made, { removedAttachments: ['Gräben.txt'] }, [text('b.csv', 'a;b')])
  expect(now.attachments.map(attachment => attachment.name)).toEqual(['Gräben (2).TXT', 'b.csv'])
  await expect(edit(now, { removedAttachments: ['nothing.txt'] })).rejects.toMatchObject(
    wrong('removedAttachments.0', 'notFound'),
  )
  await expect(edit(now, {}, [text('c.txt'), text('d.txt')])).rejects.toMatchObject({ failure: { code: 'TOO_MANY_FILES' } })
  expect(data(await api.events.attachmentsOf({ query: { events: [made.id] } }))).toMatchObject([
    { eventId: made.id, attachments: [{}, {}] },
  ])
})

test('accepts concurrent uploads in one entity', async () => {
  const wide = await farm.as('Aves')
  const ticket = { entityId: farm.at.Aves!, category: 'HELPDESK', cause: 'QUESTION' } as const
  const made = Array.from({ length: 6 }, (_, n) => create(ticket, [text(`a ${n}.txt`), text(`b ${n}.txt`)], wide))
  for (const { attachments } of await Promise.all(made)) expect(attachments).toHaveLength(2)
})

const utf16 = (content: string) => Buffer.from(`\uFEFF${content}`, 'utf16le')
test.each([
  ['UTF-16 LE', utf16('Ração às 6 h')],
  ['UTF-16 BE', utf16('Ração às 6 h').swap16()],
  ['Windows-1252', Buffer.from('Ra\u00E7\u00E3o \u00E0s 6 h', 'latin1')],
])('takes a text file in %s as it is', async (_, content) => {
  const made = await create({}, [new File([content], 'diary.csv')])
  expect(made.attachments).toMatchObject([{ name: 'diary.csv', type: 'text/csv', size: content.length }])
  const attachment = data(await api.events.attachment({ params: { id: made.id, name: 'diary.csv' } }))
  expect(Buffer.from(await attachment.content.arrayBuffer()).equals(content)).toBe(true)
})

const page = '<html><script>alert(1)</script></html>'
test.each([
  ['nothing', 'notes.txt', '', 'emptyFile'],
  ['a page that calls itself a picture', 'harmless.png', page, 'fileType'],
  ['a page', 'index.html', page, 'fileType'],
  ['a drawing', 'plan.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'fileType'],
  ['a program', 'tool.txt', 'MZ\u0000\u0003', 'fileType'],
  ['a program with a byte order mark', 'tool.txt', utf16('MZ\u0003'), 'fileType'],
  ['half a character', 'half.txt', utf16('seen').subarray(0, 5), 'fileType'],
  ['a document under another ending', 'plan.html', '%PDF-1.7\n%âã', 'fileName'],
  ['half a picture', 'half.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'image'],
])('%s is not taken', async (_, name, content, code) => {
  await expect(create({}, [text('fine.txt'), new File([content], name)])).rejects.toMatchObject(wrong('files.1', code))
})

test('strips metadata from pictures', async () => {
  const secret = randomBytes(16).toString('hex')
  const shown = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3a5' } })
    .withExif({ IFD0: { Artist: secret } })
    .jpeg()
    .toBuffer()
  const made = await create({}, [new File([shown, `<script>${secret}</script>`], 'barn.jpg')])
  const { content } = data(await api.events.attachment({ params: { id: made.id, name: 'barn.jpg' } }))
  const bytes = Buffer.from(await content.arrayBuffer())
  expect(bytes.includes(secret)).toBe(false)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 })
})

test('deletes files that no event references', async () => {
  const keep = await create({}, [text('keep.txt'), text('off.txt')])
  await edit(keep, { removedAttachments: ['off.txt'] })
  const gone = await create({}, [text('gone.txt')])
  await api.events.remove({ params: { id: gone.id } })
  await expect(create({ openDate: ago(-9) }, [text('never.txt')])).rejects.toMatchObject(wrong('openDate', 'future'))
  await farm.world.owner.query(`update files set unused_since = '-infinity' where not in_use`)
  await farm.world.files.part.stop()
  await farm.world.files.part.start()
  await farm.world.files.part.stop()
  const { rows } = await farm.world.owner.query<{ id: string; kept: boolean }>('select id, in_use as kept from files')
  expect(rows.every(row => row.kept)).toBe(true)
  const there = (await readdir(join(farm.world.config.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter(
    dirent => dirent.isFile(),
  )
  expect(there.map(dirent => dirent.name).toSorted()).toEqual(rows.map(row => row.id).toSorted())
})
