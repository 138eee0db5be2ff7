import type { FeedMovement } from '@steading/contract/production/feedMovements'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { confirmValuesOf, toConfirmRequest, validate as validateConfirm } from '../automatic/confirmForm.ts'
import { emptyFeed, nextFeed, toCreateRequest, toRowField, validate, validateRows } from './feedForm.ts'

const t = await translator('en-US')
const now = Date.parse('2026-05-04T10:00:30Z')
const required = 'This field is required.'
const purchase = { ...emptyFeed('7', now), weight: 8000, feedTypeId: '3', feedFactoryId: '4' }

test('a purchase sends its mill, a transfer its other batch instead', () => {
  expect(toCreateRequest({ ...purchase, inverseBatchId: '8' })).toEqual({
    batchId: '7',
    action: 'ENTRY',
    actionType: 'BUY',
    timestamp: '2026-05-04T10:00:00.000Z',
    typeDescription: '',
    weight: 8000,
    feedTypeId: '3',
    feedFactoryId: '4',
    pending: false,
  })
  const transfer = toCreateRequest({ ...purchase, kind: 'TRANSFER_OUT', inverseBatchId: '8' })
  expect(transfer).toMatchObject({ action: 'EXIT', actionType: 'TRANSFER', inverseBatchId: '8' })
  expect(transfer).not.toHaveProperty('feedFactoryId')
})

test('a transfer needs its other batch while it is new', () => {
  expect(validate({ ...purchase, kind: 'TRANSFER_IN' }, true, now, t)).toEqual({ inverseBatchId: required })
  expect(validate({ ...purchase, kind: 'TRANSFER_IN' }, false, now, t)).toEqual({})
})

test('messages of several movements name their row', () => {
  expect(validateRows([purchase, { ...purchase, weight: undefined }], now, t)).toEqual({ 'rows.1.weight': required })
  expect(toRowField('movements.1.feedTypeId')).toBe('rows.1.feedTypeId')
})

test('the next row keeps batch, time, type and mill', () => {
  expect(nextFeed(purchase, now)).toEqual({ ...emptyFeed('7', now), feedFactoryId: '4' })
})

test('a delivery without a batch is confirmed with one, and by the note only where a weight is typed', () => {
  const delivery = { feedType: null, feedFactory: null, batch: null, version: 2 } as unknown as FeedMovement // safe: what the dialog reads of it
  const values = { ...confirmValuesOf(delivery), feedTypeId: '3' }
  expect(validateConfirm(values, delivery, t)).toEqual({ batchId: required })
  expect(toConfirmRequest({ ...values, batchId: '7' }, delivery)).toEqual({ feedTypeId: '3', batchId: '7', version: 2 })
  const housed = { ...delivery, batch: { id: '7', code: 'LAQPL-2603' } }
  expect(toConfirmRequest({ ...values, batchId: '9', weight: 7980 }, housed)).toEqual({
    feedTypeId: '3',
    weight: 7980,
    version: 2,
  })
})
