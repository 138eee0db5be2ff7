import { describe, expect, test } from 'vitest'
import { check } from '../http/problem.ts'
import { scaleEnds } from './types/interfaces/gauge.ts'
import { definitionOf, WIDGET_TYPES, WIDGETS, type WidgetTypeName } from './widgets.ts'

const problemsOf = (type: WidgetTypeName, configs: object) => {
  const checked = check(WIDGETS[type].schema, configs)
  return checked.ok ? [] : checked.problems
}
const numbers = WIDGET_TYPES.flatMap(type =>
  Object.entries(definitionOf(type).fields).flatMap(([field, { kind, schema }]) =>
    kind === 'number' ? [[type, field, schema] as const] : [],
  ),
)

test.each(numbers)('%s refuses a %s that no drawing holds', (_, __, schema) => {
  for (const value of [1e308, -1e308]) expect(schema.safeParse(value).success).toBe(false)
})

describe('a range', () => {
  const gauge = (ends: object) => problemsOf('GAUGE', { interfaceId: '8', ...ends })
  const chart = (ends: object) => problemsOf('COMPLEX_CHART', { interfaceIds: ['8'], ...ends })

  test.each([
    ['max', gauge({ min: 40, max: 10 })],
    ['max', gauge({ min: 20, max: 20 })],
    ['comfortMax', gauge({ comfortMin: 23, comfortMax: 19 })],
    ['thresholdMax', chart({ thresholdMin: 26, thresholdMax: 18 })],
  ])('is refused at %s where it is empty', (field, problems) => expect(problems).toEqual([{ field, code: 'rangeEmpty' }]))

  test.each([
    ['both ends in order', gauge({ min: 10, max: 40, comfortMin: 19, comfortMax: 23 })],
    ['one end', gauge({ min: 40, comfortMax: 19 })],
    ['no end', chart({})],
  ])('is accepted with %s', (_, problems) => expect(problems).toEqual([]))
})

describe('the scale of a gauge', () => {
  const sensor = { min: -40, max: 80 }

  test('takes a missing end from its sensor, else from 0 to 100', () => {
    expect(scaleEnds({ min: 10 }, sensor)).toEqual([10, 80])
    expect(scaleEnds({ max: 36 }, sensor)).toEqual([-40, 36])
    expect(scaleEnds({}, { min: null, max: null })).toEqual([0, 100])
  })

  test('is refused at its own end where the end of the sensor does not lie beyond', () => {
    const beside = (ends: object) => WIDGETS.GAUGE.problemsWithSensors?.({ interfaceId: '8', ...ends }, new Map([['8', sensor]]))
    expect(beside({ min: 80 })).toEqual([['min', 'rangeEmpty']])
    expect(beside({ max: -41 })).toEqual([['max', 'rangeEmpty']])
    expect(beside({ min: 79 })).toEqual([])
  })
})
