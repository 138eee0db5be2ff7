import { expect, test } from 'vitest'
import { comfortOf } from './gauge.view.tsx'
import { registry } from '../registry.ts'

test('a gauge has a comfort band where both ends are given, the lower one first', () => {
  expect(comfortOf({ comfortMin: 19, comfortMax: 23 })).toEqual([19, 23])
  for (const none of [{}, { comfortMin: 19 }, { comfortMax: 23 }, { comfortMin: 23, comfortMax: 19 }])
    expect(comfortOf(none)).toBeUndefined()
})

test('a gauge asks for the last minutes alone, short enough to come as they were read', () => {
  const { hours } = registry.GAUGE.needs({ interfaceId: '8' })
  expect(hours).toBeGreaterThanOrEqual(0.5)
  expect(hours).toBeLessThanOrEqual(1)
})
