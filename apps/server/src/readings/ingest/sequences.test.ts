import { expect, test } from 'vitest'
import { claimSequences } from './sequences.ts'
import type { Epoch } from './sequences.ts'

const epoch = (): Epoch => {
  const nothing = { coverage: { upTo: 0, miss: [] }, gaps: [] }
  return { terminalId: '1', epoch: 1, stored: nothing, claimed: nothing, last: Promise.resolve(), waiting: 0 }
}

test('an item revokes the gap of its number', () => {
  const of = epoch()
  claimSequences(of, { items: [[10, 10]], gaps: [[1, 9]] })
  expect(claimSequences(of, { items: [[8, 12]] })).toEqual({
    items: [
      [11, 12],
      [8, 9],
    ],
    revoked: [[8, 9]],
    ranges: [
      [11, 12],
      [8, 9],
    ],
    gaps: [],
  })
  expect(of.claimed).toEqual({ coverage: { upTo: 12, miss: [] }, gaps: [[1, 7]] })
})

test('settles the 1,001st gap of an epoch for good', () => {
  const of = epoch()
  const odd = (k: number) => claimSequences(of, { items: [[2 * k, 2 * k]], gaps: [[2 * k - 1, 2 * k - 1]] })
  for (let k = 1; k <= 1000; k++) odd(k)
  expect(odd(1001)).toMatchObject({ ranges: [[2002, 2002], [2001, 2001]], gaps: [] }) // prettier-ignore
  expect(of.claimed.gaps).toHaveLength(1000)
  expect(claimSequences(of, { items: [[2001, 2001]] })).toMatchObject({ items: [] })
})
