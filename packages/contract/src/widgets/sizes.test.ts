import { expect, test } from 'vitest'
import { type WidgetTypeName, WIDGETS, WIDGET_TYPES } from './widgets.ts'

/** Category, default, smallest and largest size of each type as the specification has them. */
const SPECIFIED: Readonly<Record<WidgetTypeName, readonly [category: string, size: string, min: string, max: string]>> = {
  DIRECT_VALUE: ['INTERFACES', '3x1', '2x1', '12x4'],
  GAUGE: ['INTERFACES', '4x2', '3x2', '8x6'],
  CONTROLLER: ['INTERFACES', '3x1', '2x1', '8x4'],
  MULTIPLE_INTERFACES: ['INTERFACES', '5x3', '3x2', '12x12'],
  SIMPLE_MULTI_LINE_CHART: ['INTERFACES', '5x3', '3x2', '12x12'],
  COMPLEX_CHART: ['INTERFACES', '5x3', '4x3', '12x12'],
  REGRESSION_CHART: ['INTERFACES', '5x3', '4x3', '12x12'],
  CONSUMPTION: ['INTERFACES', '4x2', '3x2', '12x8'],
  SILO: ['INTERFACES', '6x2', '4x2', '12x6'],
  MILK: ['INTERFACES', '12x2', '6x2', '12x8'],
  SCORE_CARD: ['DATA', '3x1', '2x1', '6x3'],
  COUNTER: ['DATA', '2x2', '2x1', '6x4'],
  RULE_GROUPS: ['DATA', '3x2', '3x2', '12x8'],
  SIMPLE_SEARCH_TABLE: ['DATA', '12x3', '6x3', '12x12'],
  MAP: ['DATA', '4x2', '3x2', '12x12'],
  WEATHER: ['DATA', '4x2', '3x2', '12x6'],
  TITLE: ['OTHERS', '2x1', '2x1', '12x2'],
  STICKY_NOTE: ['OTHERS', '2x1', '2x1', '12x8'],
  SIMPLE_IMAGE: ['OTHERS', '2x2', '1x1', '12x12'],
  IFRAME: ['OTHERS', '4x3', '3x2', '12x12'],
  SIMPLE_BATCH_INFO: ['BATCHES', '4x2', '3x2', '12x6'],
  MORTALITY_BY_CAUSE: ['BATCHES', '4x4', '3x3', '12x8'],
  ANIMAL_WEIGHT: ['BATCHES', '4x4', '3x3', '12x8'],
  BATCH_KPI_EVOLUTION: ['BATCHES', '5x3', '4x3', '12x12'],
}
const text = ({ w, h }: { readonly w: number; readonly h: number }) => `${w}x${h}`

test.each(WIDGET_TYPES)('%s has the category and the sizes of the specification', type => {
  const { category, size, min, max } = WIDGETS[type]
  expect([category, text(size), text(min), text(max)]).toEqual(SPECIFIED[type])
})

test.each(WIDGET_TYPES)('%s begins within its sizes', type => {
  const { size, min, max } = WIDGETS[type]
  const isWithin = size.w >= min.w && size.w <= max.w && size.h >= min.h && size.h <= max.h
  expect([text(size), isWithin]).toEqual([text(size), true])
})
