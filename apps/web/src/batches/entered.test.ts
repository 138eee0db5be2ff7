import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { blank, createWish, daysOf, editWish, wrongDays, wrongNew } from './entered.ts'

const t = await translator('en-US')
const now = Date.parse('2026-05-04T10:00:30Z')
const at = (clock: string) => `2026-05-04T${clock}:00.000Z`
const required = 'This field is required.'
const toCome = 'This is in the future. Choose an earlier time.'

test('a new one is of now, to the minute, in the house that one came from', () => {
  expect(blank('7', now)).toEqual({ entityId: '7', openDate: at('10:00') })
  expect(createWish(blank('7', now))).toEqual({ entityId: '7', openDate: at('10:00') })
})

test('a new one has a house and a date that is not to come', () => {
  expect(wrongNew({ entityId: null, openDate: null }, now, t)).toEqual({ entityId: required, openDate: required })
  expect(wrongNew({ entityId: '7', openDate: at('10:05') }, now, t)).toEqual({})
  expect(wrongNew({ entityId: '7', openDate: at('10:06') }, now, t)).toEqual({ openDate: toCome })
})

test('one that is closed ends after it began, and by now', () => {
  const wrong = (openDate: string | null, closeDate: string | null) => wrongDays({ openDate, closeDate }, true, now, t)
  expect(wrong(at('08:00'), at('09:00'))).toEqual({})
  expect(wrong(at('08:00'), at('08:00'))).toEqual({ closeDate: 'The end must be after the start.' })
  expect(wrong(at('08:00'), at('11:00'))).toEqual({ closeDate: toCome })
  expect(wrong(null, null)).toEqual({ openDate: required, closeDate: required })
})

test('the end of an open one is neither asked for nor sent', () => {
  const days = { openDate: at('08:00'), closeDate: at('07:00') }
  expect(wrongDays(days, false, now, t)).toEqual({})
  expect(editWish(days, { status: 'OPEN', version: 3 })).toEqual({ openDate: at('08:00'), version: 3 })
  expect(editWish({ ...days, closeDate: at('09:00') }, { status: 'CLOSED', version: 3 })).toEqual({
    ...{ openDate: at('08:00'), closeDate: at('09:00') },
    version: 3,
  })
  expect(daysOf({ openDate: at('08:00'), closeDate: null })).toEqual({ openDate: at('08:00'), closeDate: null })
})
