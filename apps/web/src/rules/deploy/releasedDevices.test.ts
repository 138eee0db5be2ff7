import { expect, test } from 'vitest'
import { plain, t } from '../describe/body.sample.ts'
import { cloudRule as rule } from '../values/rule.sample.ts'
import { releasedBy } from './ReleasedDevices.tsx'

test('of rules that leave service each device is told, with what becomes of it', () => {
  const [sensor] = rule.interfaces
  const device = (id: string, displayName: string, category: string, safeValue: boolean | number | null) =>
    ({ ...sensor!, id, displayName, category, safeValue, role: 'OUT' }) as const
  const interfaces = [
    sensor!,
    device('2', 'Heater', 'HEATING_RELAY', null),
    device('3', 'Pad', 'COOLING_PAD', false),
    device('4', 'Fans', 'VENTILATION_CONTROL', 40),
  ]
  const left = (...rules: Parameters<typeof releasedBy>[0]) =>
    releasedBy(rules, t).map(({ name, words }) => `${name} ${plain(words)}`)
  const all = { ...rule, interfaces }
  expect(left(all, { ...rule, interfaces: interfaces.slice(0, 2) })).toEqual([
    'Heater (Farm | House) keeps its current value',
    'Pad (Farm | House) goes to its default value, “Off”',
    'Fans (Farm | House) goes to its default value, “40 %”',
  ])
})
