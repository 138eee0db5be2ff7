import { expect, test, vi } from 'vitest'
import { benchFigures } from './figures.ts'

test('measures twenty batches by age and the PDF of a batch', { tags: ['nightly'] }, async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await benchFigures({ rounds: 1, calls: 1 })
  const lines = log.mock.calls.map(([line]) => String(line))
  log.mockRestore()
  expect(lines).toContainEqual(expect.stringMatching(/^figures: 20 batches, [1-9]\d+ readings, feed measured on 42 of 42 days$/))
  expect(lines).toContainEqual(expect.stringContaining('20 batches by age / one batch'))
  expect(lines).toContainEqual(expect.stringContaining('goal 3,000 ms'))
})
