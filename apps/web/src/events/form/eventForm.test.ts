import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import {
  type EventFormValues,
  nextValues,
  emptyValues,
  toCreateRequest,
  toUpdateRequest,
  toFormField,
  validate,
} from './eventForm.ts'

const t = await translator('en-US')
const now = Date.parse('2026-05-04T06:10:30.000Z')
const fresh = (isHelpdesk = false) => emptyValues({ isHelpdesk, now, placeId: null, mail: 'help@steading.example' })
const filled = (more: Partial<EventFormValues> = {}): EventFormValues => ({
  ...fresh(),
  title: 'Gate open',
  entityId: '4',
  severityLevel: 'LOW',
  category: 'SECURITY',
  cause: 'HUMAN_ERROR',
  ...more,
})
const wrong = (values: EventFormValues, more: Partial<Parameters<typeof validate>[1]> = {}) =>
  validate(values, { missingPlace: undefined, now, ...more }, t)

test.each([
  ['before its last animal movement', '2026-05-02T09:00:00.000Z', '2026-05-02T08:59:00.000Z'],
  ['before its end where it had no animals', null, '2026-05-03T11:59:00.000Z'],
])('a new event of a closed batch opens %s', (_, lastAnimalMovement, expected) => {
  const batch = { id: '7', closeDate: '2026-05-03T12:00:00.000Z', lastAnimalMovement }
  expect(emptyValues({ isHelpdesk: false, now, placeId: null, mail: null, batch }).openDate).toBe(expected)
})

test('a new event is open now and told by mail to those in charge; a ticket by mail to the help desk alone', () => {
  expect(fresh()).toMatchObject({ status: 'OPEN', cause: null, openDate: '2026-05-04T06:10:00.000Z' })
  expect(fresh().actions.map(action => [action.status, action.notifyResponsible])).toEqual([
    ['ACTIVE', true],
    ...Array.from({ length: 3 }, () => ['INACTIVE', true]),
  ])
  const [mail, ...others] = fresh(true).actions
  expect(mail).toMatchObject({
    status: 'ACTIVE',
    notifyResponsible: false,
    properties: { contactsList: ['help@steading.example'] },
  })
  expect(others.every(other => other.status === 'INACTIVE')).toBe(true)
  expect(fresh(true)).toMatchObject({ status: 'OPEN', cause: 'UNKNOWN' })
  expect(emptyValues({ isHelpdesk: true, now, placeId: null, mail: null }).actions[0]?.status).toBe('INACTIVE')
})

test('all that is missing is said at once, each at its entry', () => {
  const required = t('invalid.required')
  expect(wrong({ ...fresh(), openDate: undefined }, { missingPlace: 'enterpriseId' })).toEqual({
    title: required,
    enterpriseId: required,
    severityLevel: required,
    openDate: required,
    category: required,
    cause: required,
  })
  expect(wrong(filled())).toEqual({})
})

test.each<[string, Partial<EventFormValues>, string]>([
  ['a title of blanks', { title: '   ' }, 'title'],
  ['a title of 151', { title: 'x'.repeat(151) }, 'title'],
  ['a description of 501', { description: 'x'.repeat(501) }, 'description'],
  ['notes of 1001', { additionalNotes: 'x'.repeat(1001) }, 'additionalNotes'],
  ['a slip of the pen', { openDate: '1970-01-01T00:00:00.000Z' }, 'openDate'],
  ['the future', { openDate: '2026-05-04T06:12:00.000Z' }, 'openDate'],
  ['a cause of tickets', { cause: 'QUESTION' }, 'cause'],
])('%s is wrong', (_, change, field) => expect(Object.keys(wrong(filled(change)))).toEqual([field]))

test('another one keeps all but what is about the first alone', () => {
  const first = filled({ description: 'x', additionalNotes: 'y', files: [new File([], 'z')], status: 'PENDING' })
  expect(nextValues(first)).toEqual({ ...first, title: '', description: '', additionalNotes: '', files: [] })
})

test('channels that are on are sent, a ticket’s house goes before its farm', () => {
  const wish = toCreateRequest(filled({ sectorId: '9' }))
  expect(wish).toMatchObject({ title: 'Gate open', entityId: '9', openDate: '2026-05-04T06:10:00.000Z' })
  expect(wish.actions.map(action => [action.type, action.recurrence])).toEqual([['MAIL', 0]])
})

test('what a rule opened keeps what it said, and is not asked for it', () => {
  const values = filled({ title: '', entityId: null, version: 3, removed: ['a.txt'] })
  expect(wrong(values, { event: { origin: 'AUTOMATIC' }, missingPlace: 'entityId' })).toEqual({})
  expect(toUpdateRequest(values, { origin: 'AUTOMATIC' })).not.toHaveProperty('title')
  expect(toUpdateRequest(filled({ version: 3 }), { origin: 'MANUAL' })).toMatchObject({
    title: 'Gate open',
    entityId: '4',
    version: 3,
  })
})

test.each<[string, string | null, boolean, string | null | undefined]>([
  ['as it was, by its day', 'AUTO', false, undefined],
  ['as somebody said', '7', true, undefined],
  ['the one that it has by its day, said', '7', false, '7'],
  ['by its day again', 'AUTO', true, 'AUTO'],
  ['none', null, true, null],
])('its batch: %s', (_, batchId, batchSaid, sent) => {
  const batch = { id: '7', code: 'LAQPL-2603' }
  expect(toUpdateRequest(filled({ version: 3, batchId }), { origin: 'MANUAL', batch, batchSaid }).batchId).toBe(sent)
})

test('at another place what is said of its batch is said again', () => {
  const batch = { id: '7', code: 'LAQPL-2603' }
  const entity = { id: '3', name: 'A', displayName: 'A', type: 'SECTOR' as const }
  const sent = (batchId: string | null, batchSaid: boolean) =>
    toUpdateRequest(filled({ version: 3, batchId }), {
      origin: 'MANUAL',
      batch: batchId === '7' ? batch : null,
      batchSaid,
      entity,
    }).batchId
  expect([sent('7', true), sent(null, true), sent('AUTO', false)]).toEqual(['7', null, undefined])
})

test('a new event says its batch only where somebody does', () => {
  expect(toCreateRequest(filled()).batchId).toBeUndefined()
  expect([toCreateRequest(filled({ batchId: '7' })).batchId, toCreateRequest(filled({ batchId: null })).batchId]).toEqual([
    '7',
    null,
  ])
})

test('what the server says of a channel stands at its panel', () => {
  const [mail, sms, voice, whatsapp] = fresh().actions
  const values = filled({ actions: [{ ...mail!, status: 'INACTIVE' }, sms!, { ...voice!, status: 'ACTIVE' }, whatsapp!] })
  expect(toFormField('actions.0.properties.usersList.1', values)).toBe('actions.2.properties.usersList.1')
  expect(toFormField('removedAttachments.0', values)).toBe('files')
  expect(toFormField('files.1', values)).toBe('files.1')
  expect(toFormField('entityId', filled({ sectorId: '9' }))).toBe('sectorId')
})

test('an address or a number that reaches nobody is not left out: it keeps the form from being saved', () => {
  const actions = filled().actions.map(action => ({ ...action, properties: { ...action.properties, contactsList: ['nobody'] } }))
  expect(wrong(filled({ actions }))).toEqual({
    'actions.0.properties.contactsList': t('rule.told.noAddress', { contact: 'nobody' }),
  })
})
