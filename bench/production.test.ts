import { expect, test, vi } from 'vitest'
import { benchProduction } from './production.ts'

test('measures every page of batches with many and with few of them', { tags: ['nightly'] }, async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const sizes = [
    { houses: 2, batchesOfHouse: 2, movements: 10 },
    { houses: 1, batchesOfHouse: 1, movements: 10 },
  ] as const
  await benchProduction({ rounds: 1, calls: 2, sizes })
  const lines = log.mock.calls.map(([line]) => String(line))
  log.mockRestore()
  expect(lines.filter(line => line.includes('large / a hundredth'))).toHaveLength(10)
})
