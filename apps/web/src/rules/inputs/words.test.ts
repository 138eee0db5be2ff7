import { expect, test } from 'vitest'
import { t } from '../body.sample.ts'
import { lackWords, safeByMode } from './words.ts'

test('what is set without sensors where nothing was entered: cooling on, heating off', () => {
  const safe = (engine: 'THERMOSTAT' | 'PROPORTIONAL', mode: string) =>
    safeByMode({ id: 'safeValue' }, { engine, inputs: { mode } })
  expect([safe('THERMOSTAT', 'COOL'), safe('THERMOSTAT', 'HEAT')]).toEqual([true, false])
  expect([safe('PROPORTIONAL', 'COOL'), safe('PROPORTIONAL', 'HEAT')]).toEqual([40, 0])
  expect(safeByMode({ id: 'minOn' }, { engine: 'THERMOSTAT', inputs: {} })).toBeUndefined()
})

test('where the house of the rule alone has none, that is said', () => {
  const said = (toShowAll?: () => void) => lackWords({ lack: undefined, toShowAll }, t)
  expect(said(() => undefined)).toBe(t('input.noneInHouse'))
  expect(said()).toBe(t('input.noneOffered'))
})

test('a rule of the cloud waits for its place, not for a box', () => {
  const said = (engine: 'CLOUD_ALARM' | 'THERMOSTAT') => lackWords({ lack: 'unplaced', toShowAll: undefined, engine }, t)
  expect([said('CLOUD_ALARM'), said('THERMOSTAT')]).toEqual([t('rule.chooseEntityFirst'), t('rule.chooseBoxFirst')])
})
