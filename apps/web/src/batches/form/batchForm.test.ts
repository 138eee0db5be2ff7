import type { BatchDetails } from '@steading/contract/production/batches'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import {
  type BatchFormValues,
  emptyValues,
  toCreateRequest,
  toFormField,
  toFormValues,
  toUpdateRequest,
  closingDate,
  validateClosing,
  validateEdited,
  validateNew,
  withSpecies,
} from './batchForm.ts'

const t = await translator('en-US')
const now = Date.parse('2026-05-04T10:00:30Z')
const at = (clock: string) => `2026-05-04T${clock}:00.000Z`
const required = 'This field is required.'
const inFuture = 'This is in the future. Choose an earlier time.'

const filled = (change: Partial<BatchFormValues> = {}): BatchFormValues => ({
  ...emptyValues('7', now),
  species: 'BROILER',
  ...change,
})
const open = { status: 'OPEN', version: 3 } as const
const closed = { status: 'CLOSED', version: 3 } as const

const stored = {
  status: 'OPEN',
  version: 3,
  entity: { id: '7' },
  openDate: at('08:00'),
  closeDate: null,
  productionClass: 'ORGANIC',
  species: { value: 'BROILER' },
  productionType: { id: 4 },
  genetics: { id: '4' },
  productionCurve: { id: '6' },
  usableArea: 1300,
  targetWeight: 2.4,
  siloInterfaceIds: ['7'],
  waterInterfaceIds: ['9', '8'],
  feedInterfaceIds: [],
  defaultInterfaces: ['SILO', 'FEED'],
} as unknown as BatchDetails // safe: all that the form reads of it

test('a new batch opens now, to the minute, in the house it was opened from', () => {
  expect(toCreateRequest(filled())).toEqual({
    entityId: '7',
    species: 'BROILER',
    openDate: at('10:00'),
    productionTypeId: 2,
    productionClass: null,
    geneticsId: null,
    productionCurveId: null,
    usableArea: null,
    targetWeight: null,
    siloInterfaceIds: null,
    waterInterfaceIds: null,
    feedInterfaceIds: null,
  })
})

test('a new batch sends every field that was filled in', () => {
  const change = {
    productionTypeId: 9,
    productionClass: 'FREE_RANGE',
    geneticsId: '4',
    productionCurveId: '6',
    usableArea: 1250.5,
    targetWeight: 2.456,
    siloInterfaceIds: ['11', '12'],
    waterInterfaceIds: ['13'],
    feedInterfaceIds: ['14'],
  } as const
  expect(toCreateRequest(filled(change))).toMatchObject(change)
})

test('a batch that is opened and saved unchanged sends what is stored', () => {
  expect(toUpdateRequest(toFormValues(stored), stored)).toEqual({
    openDate: at('08:00'),
    productionClass: 'ORGANIC',
    species: 'BROILER',
    productionTypeId: 4,
    geneticsId: '4',
    productionCurveId: '6',
    usableArea: 1300,
    targetWeight: 2.4,
    siloInterfaceIds: null,
    waterInterfaceIds: ['9', '8'],
    feedInterfaceIds: null,
    removedAttachments: [],
    version: 3,
  })
})

test('removed attachments are sent by name, and their errors stand at the files', () => {
  expect(toUpdateRequest(filled({ removed: ['plan.pdf'] }), open).removedAttachments).toEqual(['plan.pdf'])
  expect(toFormField('removedAttachments.0')).toBe('files')
  expect(toFormField('waterInterfaceIds.1')).toBe('waterInterfaceIds.1')
})

test('a new batch needs a house, a species and a date', () => {
  expect(validateNew(filled({ entityId: null, species: null, openDate: null }), now, t)).toEqual({
    entityId: required,
    species: required,
    openDate: required,
  })
})

test('a batch opens at most five minutes ahead of the clock', () => {
  expect(validateNew(filled({ openDate: at('10:05') }), now, t)).toEqual({})
  expect(validateNew(filled({ openDate: at('10:06') }), now, t)).toEqual({ openDate: inFuture })
})

test('an area and a target weight are above zero', () => {
  const fields = (change: Partial<BatchFormValues>) => Object.keys(validateNew(filled(change), now, t))
  expect(fields({ usableArea: 0 })).toEqual(['usableArea'])
  expect(fields({ targetWeight: -1 })).toEqual(['targetWeight'])
})

test('a closed batch ends after it opened, and not in the future', () => {
  const wrong = (openDate: string | null, closeDate: string | null) =>
    validateEdited(filled({ openDate, closeDate }), closed, now, t)
  expect(wrong(at('08:00'), at('09:00'))).toEqual({})
  expect(wrong(at('08:00'), at('08:00'))).toEqual({ closeDate: 'The end must be after the start.' })
  expect(wrong(at('08:00'), at('11:00'))).toEqual({ closeDate: inFuture })
  expect(wrong(null, null)).toEqual({ openDate: required, closeDate: required })
})

test('the end of an open batch is neither judged nor sent', () => {
  const values = filled({ openDate: at('08:00'), closeDate: at('07:00') })
  expect(validateEdited(values, open, now, t)).toEqual({})
  expect(toUpdateRequest(values, open)).not.toHaveProperty('closeDate')
  expect(toUpdateRequest({ ...values, closeDate: at('09:00') }, closed)).toHaveProperty('closeDate', at('09:00'))
})

test('the day of closing is after the opening and known', () => {
  const wrong = (closeDate: string | null) => validateClosing({ openDate: at('08:00'), closeDate }, now, t)
  expect(wrong(at('09:00'))).toEqual({})
  expect(wrong(at('08:00'))).toEqual({ closeDate: 'The end must be after the start.' })
  expect(wrong(null)).toEqual({ closeDate: required })
})

test('a closing begins with the last effective movement, else now', () => {
  const openDate = at('08:00')
  const sold = { openDate, totalEntry: 10, totalExit: 9, totalMortality: 1 }
  expect(closingDate({ ...sold, lastMovement: at('09:00') }, now)).toBe(at('09:00'))
  expect(closingDate({ ...sold, lastMovement: openDate }, now)).toBe('2026-05-04T10:00:30.000Z')
  expect(closingDate({ ...sold, lastMovement: null }, now)).toBe('2026-05-04T10:00:30.000Z')
  // Animals that are there eat on.
  expect(closingDate({ ...sold, totalExit: 0, lastMovement: at('09:00') }, now)).toBe('2026-05-04T10:00:30.000Z')
})

test('genetics and curve go when the animals become others', () => {
  const values = filled({ geneticsId: '4', productionCurveId: '6' })
  const gone = { geneticsId: null, productionCurveId: null }
  expect(withSpecies(values, 'CHICKEN')).toEqual({ species: 'CHICKEN', geneticsId: '4', productionCurveId: '6' })
  expect(withSpecies(values, 'PIG')).toEqual({ species: 'PIG', ...gone })
  expect(withSpecies(values, null)).toEqual({ species: null, ...gone })
})
