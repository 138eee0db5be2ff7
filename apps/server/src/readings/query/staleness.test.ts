import { expect, test } from 'vitest'
import { isStale } from './staleness.ts'

const figure = { dataType: 'DECIMAL', samplingInterval: 60 }

test.each<[string, Parameters<typeof isStale>[0], boolean]>([
  ['never read', { readAt: null, heardAt: new Date(0), timeOut: 900, history: 'ALL_VALUES', ...figure }, true],
  [
    'read just now',
    { readAt: new Date(999_000), heardAt: new Date(999_000), timeOut: 900, history: 'ALL_VALUES', ...figure },
    false,
  ],
  [
    'read too long ago',
    { readAt: new Date(99_000), heardAt: new Date(999_000), timeOut: 900, history: 'TIME_INTERVAL', ...figure },
    true,
  ],
  [
    'sent on change, heard since',
    { readAt: new Date(0), heardAt: new Date(999_000), timeOut: 900, history: 'DIFFERENT_VALUES', ...figure },
    false,
  ],
  [
    'sent on change, not heard',
    { readAt: new Date(0), heardAt: new Date(50_000), timeOut: 900, history: 'DIFFERENT_VALUES', ...figure },
    true,
  ],
  [
    'a state, heard since',
    {
      readAt: new Date(0),
      heardAt: new Date(999_000),
      timeOut: 900,
      history: 'ALL_VALUES',
      dataType: 'BOOLEAN',
      samplingInterval: 60,
    },
    false,
  ],
  [
    'a text, not heard',
    {
      readAt: new Date(0),
      heardAt: new Date(50_000),
      timeOut: 900,
      history: 'ALL_VALUES',
      dataType: 'STRING',
      samplingInterval: 60,
    },
    true,
  ],
  [
    'computed of values that are sent on change, heard since',
    {
      readAt: new Date(0),
      heardAt: new Date(999_000),
      timeOut: 900,
      history: 'TIME_INTERVAL',
      dataType: 'DECIMAL',
      samplingInterval: 0,
    },
    false,
  ],
  ['no time-out', { readAt: new Date(0), heardAt: null, timeOut: 0, history: 'ALL_VALUES', ...figure }, false],
])('stale: %s', (_, lastTs, stale) => {
  expect(isStale(lastTs, new Date(1_000_000))).toBe(stale)
})
