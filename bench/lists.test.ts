import { expect, test, vi } from 'vitest'
import { benchLists } from './lists.ts'

test('measures every list in a large and a small organisation', { tags: ['nightly'] }, async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const sizes = [
    { entities: 200, people: 20, interfaces: 40 },
    { entities: 100, people: 10, interfaces: 20 },
  ] as const
  // More calls than one person may make in ten seconds by default.
  await benchLists({ rounds: 1, calls: 12, sizes })
  const lines = log.mock.calls.map(([line]) => String(line))
  log.mockRestore()
  expect(lines.filter(line => line.includes('large / a hundredth'))).toHaveLength(9)
})
