import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bounded, fitting, tabsOf, withChange, withInput, withoutInput, wrongBelow } from './inputs.ts'

const input = (id: string, more: Partial<TemplateInput> = {}): TemplateInput => ({
  id,
  group: 'regulation',
  type: 'DECIMAL',
  required: false,
  min: 0,
  max: 10,
  ...more,
})
const whole = ['a', 'b', 'c', 'd', 'e'].map(id => input(id))
const ids = (inputs: readonly TemplateInput[]) => inputs.map(one => one.id).join('')

test('inserts an input at its position in forms', () => {
  expect(ids(withInput([input('a'), input('d')], input('c'), whole))).toBe('acd')
  expect(ids(withInput([], input('c'), whole))).toBe('c')
  expect(ids(withInput([input('a')], input('e'), whole))).toBe('ae')
})

test('restores the order after inputs are removed and added', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(whole), gone => {
      const left = gone.reduce<readonly TemplateInput[]>((inputs, one) => withoutInput(inputs, one.id), whole)
      expect(left.length).toBe(whole.length - gone.length)
      const again = gone.reduce<readonly TemplateInput[]>((inputs, one) => withInput(inputs, one, whole), left)
      expect(ids(again)).toBe(ids(whole))
    }),
  )
})

test('changes one input and removes undefined settings', () => {
  const [first, second] = withChange([input('a', { defaultValue: 3 }), input('b')], 0, { max: 5, defaultValue: undefined })
  expect(first).toEqual({ ...input('a'), max: 5 })
  expect('defaultValue' in first!).toBe(false)
  expect(second).toEqual(input('b'))
})

test('fills open bounds from the category, nested ones too', () => {
  const { min: _, ...open } = input('a', { max: 4 })
  expect(bounded([open], whole)).toEqual([input('a', { max: 4 })])
  const cycle = (each: Partial<TemplateInput>): TemplateInput => {
    const { min: _min, max: _max, ...rest } = input('cycle', { type: 'CYCLEGROUP' })
    return { ...rest, inputs: [{ ...open, id: 'point', ...each }] }
  }
  expect(bounded([cycle({})], [cycle({ min: -20, max: 60 })])[0]?.inputs).toEqual([{ ...open, id: 'point', min: -20, max: 4 }])
})

test('assigns errors to their input', () => {
  const errors = { 'inputs.3.max': 'too big', 'inputs.3.inputs.0.min': 'too small', 'inputs.31.max': 'other', name: 'none' }
  expect(wrongBelow(errors, 'inputs.3')).toEqual({ max: 'too big', 'inputs.0.min': 'too small' })
})

test('lists non-empty tabs in the order of forms', () => {
  expect(tabsOf([input('a', { group: 'actions' }), input('b', { group: 'sensors' }), input('c', { group: 'actions' })])).toEqual([
    'sensors',
    'actions',
  ])
})

test('offers categories that pass the filters', () => {
  const fan = { kind: 'COMMAND', dataType: 'BOOLEAN' } as const
  expect(fitting(fan, {})).toBe(true)
  expect(fitting(fan, { kinds: ['COMMAND'], dataTypes: ['BOOLEAN'] })).toBe(true)
  expect(fitting(fan, { kinds: ['GAUGE'] })).toBe(false)
  expect(fitting(fan, { dataTypes: ['DECIMAL', 'INTEGER'] })).toBe(false)
})
