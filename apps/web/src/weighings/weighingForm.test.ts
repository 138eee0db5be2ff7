import type { Weighing } from '@steading/contract/production/weighings'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { emptyValues, nextValues, toCreateRequest, toEditRequest, validate, valuesOf } from './weighingForm.ts'

const t = await translator('en-US')
const now = Date.parse('2026-05-04T10:00:30Z')
const required = 'This field is required.'
const empty = emptyValues('7', now)

test('single weights are sent without number and total', () => {
  const sent = toCreateRequest({ ...empty, weights: [0.98, 1.01], number: 9, totalWeight: 9 })
  expect(sent).toEqual({
    batchId: '7',
    timestamp: '2026-05-04T10:00:00.000Z',
    weights: [0.98, 1.01],
    method: 'MANUAL',
    notes: '',
  })
})

test('animals weighed together are sent as number and total', () => {
  const sent = toCreateRequest({ ...empty, weighedAs: 'TOGETHER', weights: [5], number: 50, totalWeight: 49.6 })
  expect(sent).toMatchObject({ number: 50, totalWeight: 49.6 })
  expect(sent).not.toHaveProperty('weights')
})

test('each way of weighing asks for its own fields', () => {
  expect(validate(empty, now, t)).toEqual({ weights: required })
  expect(validate({ ...empty, weighedAs: 'TOGETHER' }, now, t)).toEqual({ number: required, totalWeight: required })
})

test('a stored weighing opens as it was entered and is sent with its version', () => {
  const weighing = {
    batch: { id: '7', code: 'LAQPL-2603' },
    timestamp: '2026-05-04T08:00:00.000Z',
    number: 2,
    totalWeight: 3,
    weights: [1, 2],
    method: 'SCALE',
    notes: 'pen 4',
  } as unknown as Weighing // safe: what the form reads of it
  expect(toEditRequest(valuesOf(weighing), 5)).toEqual({
    timestamp: '2026-05-04T08:00:00.000Z',
    weights: [1, 2],
    method: 'SCALE',
    notes: 'pen 4',
    version: 5,
  })
  expect(valuesOf({ ...weighing, weights: null })).toMatchObject({ weighedAs: 'TOGETHER', number: 2, totalWeight: 3 })
})

test('the next of several keeps batch, time and way of weighing', () => {
  const before = { ...empty, weighedAs: 'TOGETHER', number: 3, totalWeight: 4, notes: 'pen 4' } as const
  expect(nextValues(before, now)).toEqual({ ...empty, weighedAs: 'TOGETHER' })
})
