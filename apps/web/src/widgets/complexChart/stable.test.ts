import { expect, test } from 'vitest'
import { sampleInterface } from '../../../test/interface.sample.ts'
import { areSameButReadings } from './stable.ts'

const mapOf = (...items: ReturnType<typeof sampleInterface>[]) => new Map(items.map(item => [item.id, item]))
const air = sampleInterface({ id: '1', lastConvertedReading: 20 })

test('ignores readings and commands, but nothing else', () => {
  const read = { ...air, lastConvertedReading: 21, lastReadingTimestampUtc: '2026-05-04T03:00:00.000Z', stale: true, good: false }
  expect(areSameButReadings(mapOf(air), mapOf(read))).toBe(true)
  expect(areSameButReadings(mapOf(air), mapOf({ ...air, displayName: 'Other' }))).toBe(false)
  expect(areSameButReadings(mapOf(air), mapOf({ ...air, maxRate: 3 }))).toBe(false)
  expect(areSameButReadings(mapOf(air), mapOf(air, sampleInterface({ id: '2' })))).toBe(false)
})
