import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { openDayText, productionTypeOptions } from './batchWords.ts'

test('offers each production type by a name of its own', async () => {
  const t = await translator('en-US')
  expect(new Set(productionTypeOptions(t).map(option => option.label)).size).toBe(10)
})

test('counts the days of a batch from its opening as day 1, by the clocks of its house', async () => {
  const t = await translator('en-US')
  const batch = { openDate: '2026-04-05T23:00:00.000Z', timeZone: 'Europe/Lisbon' }
  const textAt = (now: string) => openDayText(batch, Date.parse(now), t)
  expect(textAt('2026-04-06T22:59:00Z')).toBe('Open, day 1')
  expect(textAt('2026-04-26T23:00:00Z')).toBe('Open, day 22')
})
