import { INPUT_TYPES, type TemplateInput } from '@steading/contract/rules/templateInputs'
import { translators } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { factsOf, placeOf, profilesOf, typeName } from './templateWords.ts'

const t = (await translators())['en-US']

const input = (more: Partial<TemplateInput>): TemplateInput => ({
  id: 'setPoint',
  group: 'regulation',
  type: 'DECIMAL',
  required: false,
  ...more,
})
const facts = (more: Partial<TemplateInput>, all: readonly TemplateInput[] = []) =>
  factsOf(input(more), all, t).map(({ label, value }) => `${label}: ${value.replaceAll('\u00a0', ' ')}`)

test('words every type', () => {
  for (const type of INPUT_TYPES) expect(typeName(input({ type }), t)).not.toMatch(/^[A-Z]+$/)
})

test.each<[string, Partial<TemplateInput>, string]>([
  ['a span of seconds', { type: 'INTEGER', duration: true }, 'Duration'],
  ['a user', { type: 'ENTITY', inputEntityType: 'USER' }, 'User'],
  ['a sensor', { type: 'ENTITY', inputEntityType: 'INTERFACE' }, 'Sensor or device'],
  ['sensors', { type: 'DROPGROUP', action: 'INPUT' }, 'Several sensors'],
  ['devices', { type: 'DROPGROUP', action: 'OUTPUT' }, 'Several devices'],
  ['conditions', { type: 'DROPGROUP', action: 'INPUT', inputs: [] }, 'Several conditions'],
])('%s is called by what is filled in', (_, more, name) => {
  expect(typeName(input(more), t)).toBe(name)
})

test('words bounds and default with their unit', () => {
  expect(facts({ min: 15, max: 30, defaultValue: 21.5, unit: '°C' })).toEqual(['Range: 15 °C to 30 °C', 'Default value: 21.5 °C'])
  expect(facts({ type: 'INTEGER', duration: true, unit: 's', min: 60, max: 3600, defaultValue: 300 })).toEqual([
    'Range: 1 min to 1 h',
    'Default value: 5 min',
  ])
  expect(facts({ min: 2 })).toEqual(['Range: at least 2'])
  expect(facts({ type: 'BOOLEAN', defaultValue: false })).toEqual(['Default value: Off'])
  expect(facts({})).toEqual([])
})

test('prefers the template’s labels of true and false', () => {
  const trueFalse = { true: { 'en-US': 'Day' }, false: { 'pt-PT': 'Noite' } }
  expect(facts({ type: 'BOOLEAN', defaultValue: true, trueFalse })).toEqual([
    'Default value: Day',
    'Own words for on and off: Day, Off',
  ])
})

test('words the bounds of a list as counts', () => {
  expect(facts({ type: 'DROPGROUP', min: 1, max: 8, unit: '°C' })).toEqual(['Number of entries: 1 to 8'])
})

test('words choices and filters', () => {
  expect(facts({ type: 'ENUM', enumEntries: ['COOL', 'HEAT'], defaultValue: 'COOL' })).toEqual([
    'Default value: Cool',
    'Choices: Cool, Heat',
  ])
  const filters = { dataTypes: ['DECIMAL'], kinds: ['GAUGE'], categories: ['CO2', 'NOT_KNOWN_HERE'] } as const
  expect(
    facts({
      type: 'ENTITY',
      filters: { dataTypes: [...filters.dataTypes], kinds: [...filters.kinds], categories: [...filters.categories] },
    }),
  ).toEqual([
    'Signal types: Measured value',
    'Value types: Number with decimals',
    'Categories: Carbon dioxide (CO₂), NOT_KNOWN_HERE',
  ])
})

test('names the input that another depends on', () => {
  const other = input({ id: 'reference', type: 'ENUM', translations: { 'en-US': 'Follow' } })
  expect(facts({ when: { input: 'reference', is: 'SENSOR' } }, [other])).toEqual(['Shown when: Follow: From a sensor'])
})

test('names the entity of a template if it is visible', () => {
  const entity = { id: '5', name: 'Paul', displayName: 'Quinta do Paul', type: 'FARM' } as const
  expect(placeOf({ entity: { ...entity }, isSystem: false }, t)).toBe('Quinta do Paul')
  expect(placeOf({ entity: null, isSystem: true }, t)).toBe('Built-in')
  expect(placeOf({ entity: null, isSystem: false }, t)).toBe('Higher level (no access)')
  expect(profilesOf({ profiles: [] }, t)).toBe('All')
})
