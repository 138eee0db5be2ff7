import { expect, test } from 'vitest'
import { t } from '../describe/body.sample.ts'
import { noChoicesWords, safeValueByMode } from './inputWords.ts'

test('what is set without sensors where nothing was entered: cooling on, heating off', () => {
  const safe = (engine: 'THERMOSTAT' | 'PROPORTIONAL', mode: string) =>
    safeValueByMode({ id: 'safeValue' }, { engine, inputs: { mode } })
  expect([safe('THERMOSTAT', 'COOL'), safe('THERMOSTAT', 'HEAT')]).toEqual([true, false])
  expect([safe('PROPORTIONAL', 'COOL'), safe('PROPORTIONAL', 'HEAT')]).toEqual([40, 0])
  expect(safeValueByMode({ id: 'minOn' }, { engine: 'THERMOSTAT', inputs: {} })).toBeUndefined()
})

test('where the house of the rule alone has none, that is said', () => {
  const wordsOf = (toShowAll?: () => void) => noChoicesWords({ unavailable: undefined, toShowAll }, t)
  expect(wordsOf(() => undefined)).toBe(t('input.noneInHouse'))
  expect(wordsOf()).toBe(t('input.noneOffered'))
})

test('a rule of the cloud waits for its place, not for a box', () => {
  const wordsOf = (engine: 'CLOUD_ALARM' | 'THERMOSTAT') =>
    noChoicesWords({ unavailable: 'unplaced', toShowAll: undefined, engine }, t)
  expect([wordsOf('CLOUD_ALARM'), wordsOf('THERMOSTAT')]).toEqual([t('rule.chooseEntityFirst'), t('rule.chooseBoxFirst')])
})
