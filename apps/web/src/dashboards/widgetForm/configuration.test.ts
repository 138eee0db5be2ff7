import { definitionOf, WIDGET_TYPES, WIDGETS, type WidgetTypeName } from '@steading/contract/widgets/widgets'
import { translators } from '@steading/locales/text'
import { describe, expect, test } from 'vitest'
import { askedFields, configurationErrors, configurationOf, fieldRows, initialValues, isRequired } from './configuration.ts'

const t = (await translators())['en-US']
const names = (type: WidgetTypeName, values: object) =>
  askedFields(type, { ...initialValues(type), ...values }).map(([name]) => name)

describe('the values of a form', () => {
  test.each(WIDGET_TYPES)('%s: every declared field has one', type => {
    expect(Object.keys(initialValues(type))).toEqual(Object.keys(WIDGETS[type].fields))
  })

  test('are the defaults of a new widget', () => {
    expect(initialValues('WEATHER')).toMatchObject({ city: undefined, days: 4, temperature: 'CELSIUS', colours: 'COLOURED' })
    expect(initialValues('SIMPLE_IMAGE')).toMatchObject({ files: [], fit: 'CONTAIN' })
  })

  test('are those of a stored configuration, without its place', () => {
    const configs = { interfaceId: '8', title: 'Air', target: 21.5, rowIndex: 3, widgetWidth: 4 }
    expect(initialValues('GAUGE', configs)).toEqual({ ...initialValues('GAUGE'), interfaceId: '8', title: 'Air', target: 21.5 })
  })

  test('keep what can be corrected of a broken configuration, and drop the rest', () => {
    const values = initialValues('COMPLEX_CHART', {
      interfaceIds: ['8', 9],
      chartType: 'PIE',
      thresholdMin: 'low',
      title: 'x'.repeat(151),
    })
    expect(values).toMatchObject({ interfaceIds: ['8'], chartType: 'LINE', thresholdMin: undefined, title: 'x'.repeat(151) })
    expect(initialValues('WEATHER', { info: ['pictogram', 'moon'], days: 9 })).toMatchObject({ info: ['pictogram'], days: 9 })
    expect(initialValues('IFRAME', { url: 'http://barn.example' })).toMatchObject({ url: 'http://barn.example' })
  })
})

test('a field is asked only under its condition', () => {
  expect(names('SIMPLE_BATCH_INFO', { option: 'OPEN', time: 'CUSTOM' })).toEqual(['option', 'title', 'entityIds', 'species'])
  expect(names('SIMPLE_BATCH_INFO', { option: 'MORTALITY' })).toContain('time')
  expect(names('SIMPLE_BATCH_INFO', { option: 'MORTALITY', time: 'CUSTOM' })).toContain('endDate')
})

describe('a configuration', () => {
  test('is made of the asked fields alone', () => {
    const values = { ...initialValues('SCORE_CARD'), source: 'BATCH', interfaceId: '8', entityId: '3', title: '  ' }
    const configs = configurationOf('SCORE_CARD', values)
    expect(configs).toMatchObject({ source: 'BATCH', entityId: '3' })
    expect(configs).not.toHaveProperty('interfaceId')
    expect(configs).not.toHaveProperty('title')
  })

  test('is refused at the field that is missing', () => {
    const values = initialValues('DIRECT_VALUE')
    expect(configurationOf('DIRECT_VALUE', values)).toBeUndefined()
    expect(configurationErrors('DIRECT_VALUE', values, t)).toEqual({ interfaceId: 'This field is required.' })
    expect(configurationErrors('TITLE', initialValues('TITLE'), t)).toEqual({ text: 'This field is required.' })
  })

  test('is refused by the rules of several fields', () => {
    expect(configurationErrors('REGRESSION_CHART', { ...initialValues('REGRESSION_CHART'), x: '8', y: '8' }, t)).toEqual({
      y: 'This is the same sensor. Choose another.',
    })
    expect(configurationErrors('GAUGE', { interfaceId: '8', min: 40, max: 10 }, t)).toEqual({
      max: 'The upper value must be greater than the lower one.',
    })
    expect(configurationErrors('SIMPLE_SEARCH_TABLE', { subject: 'BATCHES', status: 'PENDING' }, t)).toEqual({
      status: 'Not available. Choose from the list.',
    })
    expect(configurationErrors('IFRAME', { url: 'http://barn.example', height: 300 }, t)).toEqual({
      url: 'Enter an address that begins with https://.',
    })
  })

  test('is refused where a number with a default is emptied', () => {
    const values = { url: 'https://barn.example', height: undefined }
    expect(configurationErrors('IFRAME', values, t)).toEqual({ height: 'This field is required.' })
  })
})

const isRequiredIn = (type: WidgetTypeName, name: string, values: object = {}) =>
  isRequired(type, { ...initialValues(type), ...values }, [name, definitionOf(type).fields[name]!])

test.each([
  ['GAUGE', 'interfaceId', true],
  ['GAUGE', 'title', false],
  ['CONSUMPTION', 'interfaceIds', true],
  ['SIMPLE_IMAGE', 'files', true],
] as const)('a field that cannot stay empty is required: %s %s', (type, name, isIt) =>
  expect(isRequiredIn(type, name)).toBe(isIt),
)

test.each([
  ['MULTIPLE_INTERFACES', 'interfaceIds', {}, true],
  ['MULTIPLE_INTERFACES', 'interfaceIds', { entityId: '3' }, false],
  ['SCORE_CARD', 'interfaceId', { source: 'INTERFACE', interfaceId: '8' }, true],
  ['SCORE_CARD', 'entityId', { source: 'BATCH' }, true],
  ['SCORE_CARD', 'entityId', { source: 'BATCH', batchId: '4' }, false],
] as const)('a field is required as the others stand: %s %s %j', (type, name, values, isIt) =>
  expect(isRequiredIn(type, name, values)).toBe(isIt),
)

test('both ends of a range are one row', () => {
  const rows = (type: WidgetTypeName, values: object = {}) =>
    fieldRows(type, { ...initialValues(type), ...values }).map(row => row.map(([name]) => name).join('–'))
  expect(rows('GAUGE')).toEqual(['interfaceId', 'title', 'target', 'comfortMin–comfortMax', 'min–max'])
  expect(rows('SIMPLE_BATCH_INFO', { time: 'CUSTOM' })).toContain('startDate–endDate')
  expect(rows('SIMPLE_BATCH_INFO')).not.toContain('startDate')
})
