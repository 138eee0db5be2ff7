import { expect, test } from 'vitest'
import { overWord } from './terminalStatus.tsx'

test.each([
  [null, null, undefined],
  ['2026-03-01T10:00:00Z', null, 'terminal.status.retired'],
  ['2026-03-01T10:00:00Z', '2026-03-02T10:00:00Z', 'terminal.status.deleted'],
])('a box that was retired at %s and deleted at %s', (retiredTimestampUtc, deletedTimestampUtc, word) => {
  expect(overWord({ retiredTimestampUtc, deletedTimestampUtc })).toBe(word)
})
