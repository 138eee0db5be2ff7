import { eachItem, parseData } from '@steading/contract/box/messages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Item } from '../platform/record.ts'
import { makeBatch, settled, wholeLimits } from './batch.ts'

const T = 1_790_000_000_000
const event = JSON.stringify({ rule: '1', ver: 1, kind: 'FAULT', key: 'k' })
const item = (seq: number, more: Partial<Item> = {}): Item => ({
  seq,
  ts: T + seq * 10,
  q: 2,
  ix: 4,
  value: seq,
  isEvent: false,
  ...more,
})
const make = (range: [number, number], items: Item[], limits = wholeLimits) =>
  makeBatch(range, items.slice(0, limits.readings), one => one, limits)

describe('batch', () => {
  it('numbers items in their order', () => {
    expect(make([5, 6], [item(5), item(6)])).toEqual({
      s: 5,
      t: T + 50,
      q: 2,
      r: [
        [4, 0, 5],
        [4, 10, 6],
      ],
    })
  })

  it('fills short holes with null and declares long ones', () => {
    expect(make([5, 8], [item(6), item(8)]).r).toEqual([null, [4, 0, 6], null, [4, 20, 8]])
    expect(make([5, 500], [item(400)])).toEqual({ s: 5, t: 0, q: 1, r: [], gap: [5, 399] })
    expect(make([5, 500], [item(5), item(400)])).toMatchObject({ s: 5, r: [[4, 0, 5]], gap: [6, 399] })
    expect(make([5, 500], [item(5)])).toMatchObject({ gap: [6, 500] })
    expect(make([5, 500], [])).toMatchObject({ r: [], gap: [5, 500] })
  })

  it('cuts where the quality of the clock changes', () => {
    const items = [item(1, { q: 1 }), item(2, { q: 1 }), item(3)]
    expect(settled(make([1, 3], items))).toEqual([1, 2])
  })

  it('explains every number of a range in order and within limits, despite gaps', () => {
    const limits = { readings: 20, bytes: 900 }
    const entry = fc.record({
      hole: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(60) }),
      q: fc.constantFrom(1 as const, 2 as const),
      isEvent: fc.boolean(),
      text: fc.string({ maxLength: 255, unit: 'grapheme' }),
    })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), fc.nat(40), (entries, tail) => {
        let seq = 0
        const items = entries.map(({ hole, q, isEvent, text }) => {
          seq += hole + 1
          const value = isEvent ? event : text.replaceAll('\u0000', '').slice(0, 255).toWellFormed()
          return item(seq, { q, isEvent, value })
        })
        const last = seq + tail
        const seen: number[] = []
        let from = 1
        while (from <= last) {
          const left = items.filter(one => one.seq >= from && one.seq <= last).slice(0, limits.readings)
          const batch = { v: 1, e: 1, h: 1, ...makeBatch([from, last], left, one => one, limits) }
          const parsed = parseData(JSON.parse(JSON.stringify(batch)))
          if (!parsed.ok) throw new Error(parsed.error)
          const { value } = parsed
          expect(value.r.length + (value.x?.length ?? 0)).toBeLessThanOrEqual(limits.readings)
          eachItem(
            value,
            (at, _, ts, text) => {
              expect([ts, text]).toEqual([T + at * 10, items.find(one => one.seq === at)?.value])
              seen.push(at)
            },
            at => {
              expect(items.find(one => one.seq === at)?.isEvent).toBe(true)
              seen.push(at)
            },
          )
          const [first, end] = settled(value)
          expect([first, end >= first]).toEqual([from, true])
          from = end + 1
        }
        expect(from).toBe(last + 1)
        expect(seen).toEqual(items.map(one => one.seq))
      }),
      { numRuns: 300 },
    )
  })
})
