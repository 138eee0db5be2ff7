import { translators } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { changedWords } from './changed.ts'

const t = (await translators())['en-US']
const said = (inputs: Readonly<Record<string, unknown>>, autoClose = true) => ({
  inputs: Object.entries(inputs).map(([id, value]) => ({ id, value })),
  eventConfiguration: null,
  autoClose,
})

test('figures and choices are told with both values, what has parts by its name, and nothing that is the same', () => {
  const before = said({ setPoint: 24, mode: 'COOL', sensors: ['1'], refSensor: '7', minOn: 60 })
  const now = said({ setPoint: 22.5, mode: 'HEAT', sensors: ['1', '2'], refSensor: '8', minOn: 60 }, false)
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
  const words = (now: unknown, before: unknown) => changedWords(said({ lines: now }), said({ lines: before }), t, parts)
  expect(words(['a', 'c'], ['a', 'b'])).toEqual(['Conditions: b → c'])
  expect(words(['a', 'c'], ['a'])).toEqual(['Conditions: – → c'])
  expect(words(['b', 'a'], ['a', 'b'])).toEqual(['Conditions'])
})

test('an input that came or went is named', () => {
  expect(changedWords(said({ offset: 5 }), said({}), t)).toEqual(['Offset from reference'])
  expect(changedWords(said({}), said({ offset: 5 }), t)).toEqual(['Offset from reference'])
})
