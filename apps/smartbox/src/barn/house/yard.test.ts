import { expect, test } from 'vitest'
import { createPanel, createSite } from '../farm.ts'

const HOUR = 3_600_000
const panel = createPanel([], createSite('VSR', 'Europe/Lisbon', []), 'VSR')
const read = (t: number) => panel.read('farm/milk', t)!.value

test('the milk meter counts two milkings a day, also when the clock changes', () => {
  for (const midnight of ['2026-07-14T23:00:00Z', '2026-12-01T00:00:00Z', '2026-10-24T23:00:00Z']) {
    const from = Date.parse(midnight)
    const hours = Array.from({ length: 26 }, (_, hour) => read(from + hour * HOUR))
    expect(hours.every((value, index) => index === 0 || value >= hours[index - 1]!)).toBe(true)
    // Nothing from midnight to the morning, and nothing at noon.
    expect(hours[4]).toBe(hours[0])
    expect(hours[14]).toBe(hours[11])
    const daily = hours[24]! - hours[0]!
    expect(daily).toBeGreaterThan(2250)
    expect(daily).toBeLessThan(2450)
  }
})
