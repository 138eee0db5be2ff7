import type { WidgetField } from '@steading/contract/widgets/fields'
import { definitionOf, WIDGET_TYPES } from '@steading/contract/widgets/widgets'
import { translators } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { catalogueEntry, categoryWord } from './catalogue.ts'
import { fieldHint, fieldLabel, optionWord } from './fieldWords.ts'

const t = (await translators())['en-US']
const optionsOf = (field: WidgetField): readonly string[] => ('options' in field ? field.options : [])

test.each(WIDGET_TYPES)('%s: the type, its fields and its options have words', type => {
  const { name, hint } = catalogueEntry(type)
  const { category, fields } = definitionOf(type)
  const words = Object.entries(fields).flatMap(([field, declared]) => [
    fieldLabel(field, t),
    fieldHint(type, field, t) ?? 'no hint',
    ...optionsOf(declared).map(option => optionWord(field, option, t)),
  ])
  expect([t(name), t(hint), t(categoryWord(category)), ...words].filter(word => !word)).toEqual([])
})

test('an option has the word of its domain', () => {
  expect(optionWord('categories', 'TEMPERATURE', t)).toBe('Temperature')
  expect(optionWord('status', 'PENDING', t)).toBe('In progress')
  expect(optionWord('status', 'ALL', t)).toBe('All')
  expect(optionWord('kpi', 'mortality', t)).toBe('Mortality')
  expect(optionWord('kpi', 'DAILY_FEED', t)).toBe('Feed per day')
})
