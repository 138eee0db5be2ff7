import type { AnimalMovement } from '@steading/contract/production/animalMovements'
import type { Batch } from '@steading/contract/production/batches'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import {
  type AnimalFormValues,
  emptyValues,
  nextValues,
  opensWithoutAge,
  toConfirmRequest,
  toCreateRequest,
  toEditRequest,
  validate,
} from './animalForm.ts'
import { toDeathValues } from './quickDeaths.ts'

const t = await translator('en-US')
const now = Date.parse('2026-05-04T10:00:30Z')
const required = 'This field is required.'
const values = (change: Partial<AnimalFormValues>): AnimalFormValues => ({ ...emptyValues('7', now), number: 14, ...change })

test('a death needs no weight and sends its cause, but neither age nor other batch', () => {
  const death = values({ kind: 'DEATH', deathReasonId: '3', age: 5, inverseBatchId: '8' })
  expect(validate(death, { isNew: true }, now, t)).toEqual({})
  expect(toCreateRequest(death)).toEqual({
    batchId: '7',
    action: 'EXIT',
    actionType: 'DEATH',
    timestamp: '2026-05-04T10:00:00.000Z',
    typeDescription: '',
    number: 14,
    ageUnit: 1,
    pending: false,
    deathReasonId: '3',
  })
})

test('a sale needs a weight and sends no cause of death', () => {
  expect(validate(values({ kind: 'EXTERNAL_SALE' }), { isNew: true }, now, t)).toEqual({ weight: required })
  const sent = toCreateRequest(values({ kind: 'EXTERNAL_SALE', weight: 31.5, deathReasonId: '3' }))
  expect(sent).toMatchObject({ action: 'EXIT', actionType: 'EXTERNAL_SALE', weight: 31.5 })
  expect(sent).not.toHaveProperty('deathReasonId')
})

test('a transfer needs its other batch while it is new', () => {
  const transfer = values({ kind: 'TRANSFER_IN', weight: 40, age: 3, ageUnit: 7 })
  expect(validate(transfer, { isNew: true }, now, t)).toEqual({ inverseBatchId: required })
  expect(validate(transfer, { isNew: false }, now, t)).toEqual({})
  expect(toCreateRequest({ ...transfer, inverseBatchId: '8' })).toMatchObject({
    action: 'ENTRY',
    actionType: 'TRANSFER',
    inverseBatchId: '8',
    age: 3,
    ageUnit: 7,
  })
})

test('animals other than poultry that open a batch need an age', () => {
  const batch = (species: 'PIG' | 'BROILER', batchAge: number | null) =>
    ({ batchAge, species: { value: species, translations: {} } }) as Pick<Batch, 'batchAge' | 'species'> // safe: no name is read
  expect(opensWithoutAge('EXTERNAL_ENTRY', batch('PIG', null))).toBe(true)
  expect(opensWithoutAge('EXTERNAL_ENTRY', batch('PIG', 70))).toBe(false)
  expect(opensWithoutAge('EXTERNAL_ENTRY', batch('BROILER', null))).toBe(false)
  expect(opensWithoutAge('TRANSFER_IN', batch('PIG', null))).toBe(false)
  const arrival = values({ kind: 'EXTERNAL_ENTRY', weight: 12_280 })
  expect(validate(arrival, { isNew: true, needsAge: true }, now, t)).toEqual({ age: required })
  expect(validate({ ...arrival, age: 70 }, { isNew: true, needsAge: true }, now, t)).toEqual({})
})

test('a form without type says so once, and a time to come is refused unless the movement is pending', () => {
  expect(validate(values({}), { isNew: true }, now, t)).toEqual({ kind: required })
  const later = values({ kind: 'EXTERNAL_SALE', weight: 1, timestamp: '2026-05-05T10:00:00.000Z' })
  expect(Object.keys(validate(later, { isNew: true }, now, t))).toEqual(['timestamp'])
  expect(validate({ ...later, pending: true }, { isNew: true }, now, t)).toEqual({})
})

test('the next of several keeps batch, time and type', () => {
  const before = values({ kind: 'DEATH', timestamp: '2026-05-03T12:00:00.000Z', deathReasonId: '3' })
  expect(nextValues(before, now)).toEqual({
    ...emptyValues('7', now),
    kind: 'DEATH',
    timestamp: '2026-05-03T12:00:00.000Z',
  })
})

test('an edit sends removed files and the version; a confirmation changes only pending', () => {
  const movement = {
    batch: { id: '7', code: 'LAQPL-2603' },
    action: 'EXIT',
    actionType: 'EXTERNAL_SALE',
    inverseTransaction: null,
    timestamp: '2026-05-04T08:00:00.000Z',
    typeDescription: 'lorry 2',
    number: 20,
    weight: 880,
    age: 98,
    pending: true,
    deathReason: null,
    version: 4,
  } as unknown as AnimalMovement // safe: what the form reads of it
  const fields = { timestamp: movement.timestamp, typeDescription: 'lorry 2', number: 20, weight: 880, ageUnit: 1, version: 4 }
  expect(toConfirmRequest(movement)).toEqual({ ...fields, pending: false, removedAttachments: [] })
  expect(toEditRequest(values({ kind: 'DEATH', removed: ['a.pdf'] }), 2)).toMatchObject({
    removedAttachments: ['a.pdf'],
    version: 2,
  })
})

test('deaths of the quick form lie at noon of the house, moved into the time from the first entry to now', () => {
  const entered = { number: 3, deathReasonId: null } as const
  const opened = '2026-04-01T00:00:00.000Z'
  const batch = { id: '7', timeZone: 'Europe/Lisbon', openDate: opened, firstEntry: opened }
  const yesterday = { ...entered, day: 'YESTERDAY' } as const
  expect(toDeathValues(yesterday, batch, now)).toMatchObject({
    batchId: '7',
    kind: 'DEATH',
    number: 3,
    timestamp: '2026-05-03T11:00:00.000Z',
  })
  // The batch opened at midnight, its chicks came in the afternoon.
  const came = { ...batch, openDate: '2026-05-02T23:00:00.000Z', firstEntry: '2026-05-03T13:30:00.000Z' }
  expect(toDeathValues(yesterday, came, now).timestamp).toBe('2026-05-03T13:30:00.000Z')
  expect(toDeathValues(yesterday, { ...came, openDate: '2026-05-03T15:00:00.000Z', firstEntry: null }, now).timestamp).toBe(
    '2026-05-03T15:00:00.000Z',
  )
  const today = { ...entered, day: 'TODAY' } as const
  expect(toDeathValues(today, batch, now).timestamp).toBe('2026-05-04T10:00:00.000Z')
  const evening = Date.parse('2026-05-04T17:00:30Z')
  expect(toDeathValues(today, batch, evening).timestamp).toBe('2026-05-04T11:00:00.000Z')
  const chicks = { ...batch, firstEntry: '2026-05-04T13:30:00.000Z' }
  expect(toDeathValues(today, chicks, evening).timestamp).toBe('2026-05-04T13:30:00.000Z')
  // Before their arrival nobody died: the server refuses it.
  expect(toDeathValues(yesterday, chicks, evening).timestamp).toBe('2026-05-03T11:00:00.000Z')
})

test('noon of a day on which the clock changes is noon', () => {
  const opened = '2026-10-01T00:00:00.000Z'
  const batch = { id: '7', timeZone: 'Europe/Lisbon', openDate: opened, firstEntry: opened }
  const entered = { day: 'TODAY', number: 3, deathReasonId: null } as const
  expect(toDeathValues(entered, batch, Date.parse('2026-10-25T17:00:00Z')).timestamp).toBe('2026-10-25T12:00:00.000Z')
})
