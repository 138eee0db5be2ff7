import { translators } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { changedWords } from './changed.ts'

const t = (await translators())['en-US']
const version = (inputs: Readonly<Record<string, unknown>>, autoClose = true) => ({
  inputs: Object.entries(inputs).map(([id, value]) => ({ id, value })),
  eventConfiguration: null,
  autoClose,
})

test('figures and choices are told with both values, what has parts by its name, and nothing that is the same', () => {
  const before = version({ setPoint: 24, mode: 'COOL', sensors: ['1'], refSensor: '7', minOn: 60 })
  const now = version({ setPoint: 22.5, mode: 'HEAT', sensors: ['1', '2'], refSensor: '8', minOn: 60 }, false)
  expect(changedWords(now, before, t)).toEqual([
    'Setpoint: 24 → 22.5',
    'Mode: Cool → Heat',
    'Sensors',
    'Reference sensor',
    'Event and recipients',
  ])
  expect(changedWords(before, before, t)).toEqual([])
})

test('what has parts is told by those that are not the same', () => {
  const parts = (_id: string, value: unknown) => (Array.isArray(value) ? value.map(String) : undefined)
  const words = (now: unknown, before: unknown) => changedWords(version({ lines: now }), version({ lines: before }), t, parts)
  expect(words(['a', 'c'], ['a', 'b'])).toEqual(['Conditions: b → c'])
  expect(words(['a', 'c'], ['a'])).toEqual(['Conditions: – → c'])
  expect(words(['b', 'a'], ['a', 'b'])).toEqual(['Conditions'])
})

test('an input that came or went is named', () => {
  expect(changedWords(version({ offset: 5 }), version({}), t)).toEqual(['Offset from reference'])
  expect(changedWords(version({}), version({ offset: 5 }), t)).toEqual(['Offset from reference'])
})
