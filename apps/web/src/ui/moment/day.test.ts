import { DATE_FORMATS } from '@steading/contract/users/notation'
import { dateExample } from '@steading/locales/format'
import { notationOf } from '@steading/locales/notation'
import { translator } from '@steading/locales/text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayPattern, readDay, writeDay } from './day.ts'

const inFormat = (dateFormat?: string) => ({ notation: notationOf('en-US', { dateFormat }) })

test.each([
  ['06-04-2026', undefined, '2026-04-06'],
  ['6/4/2026', undefined, '2026-04-06'],
  ['6.4.2026', 'DMY_DOT', '2026-04-06'],
  ['6/4/2026', 'MDY_SLASH', '2026-06-04'],
  ['24/05/2026', 'MDY_SLASH', undefined],
  ['2026-04-06', 'YMD_DASH', '2026-04-06'],
  ['06-04-2026', 'YMD_DASH', undefined],
  // Four digits in front are a year in every order.
  ['2026-04-06', undefined, '2026-04-06'],
  ['2026-04-06', 'MDY_SLASH', '2026-04-06'],
  ['31-04-2026', undefined, undefined],
  ['06-04-26', undefined, undefined],
  ['', undefined, ''],
])('%s in %s is %s', (typed, format, read) => expect(readDay(typed, inFormat(format))).toBe(read))

test('reads a day back in every format', () => {
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, fc.constantFrom(...DATE_FORMATS), (of, format) => {
      const day = of.toISOString().slice(0, 10)
      expect(readDay(writeDay(day, inFormat(format)), inFormat(format))).toBe(day)
    }),
  )
  expect(writeDay('2026-04-06', inFormat())).toBe('06-04-2026')
  expect(writeDay(undefined, inFormat())).toBe('')
})

test('shows pattern and example in the date order of the user', async () => {
  const t = (await translator('de-DE')).withNotation(notationOf('de-DE', { dateFormat: 'YMD_DASH' }))
  expect([dayPattern(t), dateExample(t.notation)]).toEqual(['JJJJ-MM-TT', '2026-05-24'])
})
