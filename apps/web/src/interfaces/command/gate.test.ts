import { expect, test } from 'vitest'
import { doubleClickMs, gate } from './gate.ts'

test.each<[string, readonly (readonly [at: number, what: 'click' | 'sent'])[], readonly number[]]>([
  ['one click', [[0, 'click']], [0]],
  [
    'while the first is on its way',
    [
      [0, 'click'],
      [2000, 'click'],
      [60_000, 'click'],
    ],
    [0],
  ],
  [
    'a double click, the first sent in between',
    [
      [0, 'click'],
      [20, 'sent'],
      [180, 'click'],
    ],
    [0],
  ],
  [
    'as slow as a double click can be',
    [
      [0, 'click'],
      [20, 'sent'],
      [doubleClickMs - 1, 'click'],
      [doubleClickMs, 'click'],
    ],
    [0, doubleClickMs],
  ],
  [
    'somebody clicks on and on',
    [
      [0, 'click'],
      [20, 'sent'],
      [300, 'click'],
      [600, 'click'],
      [620, 'sent'],
      [1100, 'click'],
    ],
    [0, 600, 1100],
  ],
])('%s', (_, doings, out) => {
  let now = 0
  const { begin, end } = gate(() => now)
  const went = doings.flatMap(([at, what]) => {
    now = at
    if (what === 'click') return begin() ? [at] : []
    end()
    return []
  })
  expect(went).toEqual(out)
})
