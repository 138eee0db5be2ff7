import { expect, test } from 'vitest'
import { translator } from '@steading/locales/text'
import type { Translate } from '@steading/locales/text'
import { outcomeWords } from './words.ts'

const t = ((key: string) => key) as unknown as Translate // safe: only called
const fan = { category: 'VENTILATION_CONTROL', decimals: 0, unit: '%' } as const
const command = { value: 70, readBack: null }

test('marks a late reading once', () => {
  const words = (state: 'EXPIRED' | 'REJECTED', reason: string | null) => outcomeWords(fan, { ...command, state, reason }, t)
  expect(words('EXPIRED', 'late')).toEqual({ state: 'command.reason.expired', reason: undefined })
  expect(words('EXPIRED', null)).toEqual({ state: 'command.state.expired', reason: undefined })
  expect(words('REJECTED', 'range')).toEqual({
    state: 'command.state.rejected',
    reason: 'command.reason.outOfRange',
  })
})

test('an unconfirmed command names what the device reports against what was ordered', async () => {
  const english = await translator('en-US')
  const words = (readBack: number | null) =>
    outcomeWords(fan, { ...command, readBack, state: 'UNCONFIRMED', reason: null }, english).state.replaceAll('\u00a0', ' ')
  expect(words(999)).toBe('The device reports 999 % after a command of 70 %. Check the device before you send the command again.')
  expect(words(null)).toMatch(/^No confirmation arrived/)
})
