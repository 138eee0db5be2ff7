import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coverage } from '@steading/contract/box/messages'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Item } from './record.ts'
import { openStore } from './store.ts'
import type { Store } from './store.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

let epoch = 0
const open = (most?: number, at = folder): Store =>
  openStore(at, { newEpoch: () => ++epoch, now: () => 1_790_000_000_000, ...(most === undefined ? {} : { most }) })
const reading = (k: number, ix = 1): Omit<Item, 'seq'> => ({
  ts: 1_790_000_000_000 + k * 1000,
  q: 2,
  ix,
  value: k / 4,
  isEvent: false,
})
const all = (store: Store) => store.read(1, Number.MAX_SAFE_INTEGER, 1_000_000)
const seqs = (items: readonly Item[]) => items.map(item => item.seq)

const anyItem: fc.Arbitrary<Omit<Item, 'seq'>> = fc.record({
  ts: fc.integer({ min: 0, max: 253_402_300_799_999 }),
  q: fc.constantFrom(0 as const, 1 as const, 2 as const),
  ix: fc.nat(65_535),
  value: fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.string({ unit: 'grapheme', maxLength: 255 }),
  ),
  isEvent: fc.constant(false),
})

describe('store', () => {
  it('numbers from 1, keeps every kind of value, and finds it again after a clean end', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyItem, { minLength: 1, maxLength: 5 }), { maxLength: 5 }), batches => {
        const place = mkdtempSync(join(folder, 'run-'))
        let store = open(undefined, place)
        const { epoch } = store
        const expected: Item[] = []
        for (const batch of batches) {
          const first = store.append(batch)
          for (const [k, item] of batch.entries()) expected.push({ seq: first + k, ...item })
          expect(all(store)).toEqual(expected)
          store.close()
          store = open(undefined, place)
          expect(all(store)).toEqual(expected)
          expect([store.epoch, store.tail()]).toEqual([epoch, expected.length])
        }
        expect(seqs(expected)).toEqual(expected.map((_, k) => k + 1))
        store.close()
      }),
      { numRuns: 60 },
    )
  })

  it('keeps events as text', () => {
    const store = open()
    store.append([{ ts: 5, q: 2, ix: 0, value: '{"rule":"1"}', isEvent: true }])
    expect(all(store)[0]).toMatchObject({ isEvent: true, value: '{"rule":"1"}' })
    store.close()
  })

  it('survives a crash at any byte without loss or reuse of a number', () => {
    const batch = fc.array(anyItem, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(
        fc.array(batch, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        (batches, cutRecords, cutTexts, isGarbage) => {
          const place = mkdtempSync(join(folder, 'run-'))
          const before = open(undefined, place)
          const written: Item[] = []
          for (const items of batches) {
            const first = before.append(items)
            for (const [k, item] of items.entries()) written.push({ seq: first + k, ...item })
          }
          const crashed = `${place}-crashed`
          cpSync(place, crashed, { recursive: true })
          before.close()
          for (const file of readdirSync(crashed)) {
            const path = join(crashed, file)
            const cut = file.endsWith('.rec') ? cutRecords : file.endsWith('.txt') ? cutTexts : null
            if (cut === null) continue
            const { size } = statSync(path)
            const left = cut % (size + 1)
            truncateSync(path, left)
            // A file system may grow a file before it writes its blocks.
            if (isGarbage) writeFileSync(path, Buffer.alloc(size - left), { flag: 'a' })
          }
          const after = open(undefined, crashed)
          const read = all(after)
          const known = new Map(written.map(item => [item.seq, item]))
          for (const item of read) expect(item).toEqual(known.get(item.seq))
          const next = after.append([reading(0)])
          expect(next).toBeGreaterThan(written.length)
          expect(after.epoch).toBe(before.epoch)
          expect(after.boot).toBe(before.boot + 1)
          expect(after.begun).toBe(next)
          expect(seqs(all(after)).at(-1)).toBe(next)
          after.close()
        },
      ),
      { numRuns: 150 },
    )
  })

  it('leaves the rest of a block out after a crash', () => {
    const before = open()
    before.append([reading(1), reading(2)])
    cpSync(folder, `${folder}-crashed`, { recursive: true })
    before.close()
    const after = open(undefined, `${folder}-crashed`)
    expect([after.head(), after.append([reading(3)])]).toEqual([1, 1001])
    after.close()
    rmSync(`${folder}-crashed`, { recursive: true })
  })

  it('begins a new epoch without old data when its metadata is lost', () => {
    const before = open()
    before.append([reading(1)])
    before.close()
    rmSync(join(folder, 'store.json'))
    const after = open()
    expect(after.epoch).not.toBe(before.epoch)
    expect([all(after), after.head(), after.tail()]).toEqual([[], 1, 0])
    after.close()
  })

  it('lets go of exactly the segments that the platform holds', () => {
    let store = open()
    for (let run = 0; run < 3; run++) {
      store.append(Array.from({ length: 10 }, (_, k) => reading(k)))
      store.close()
      store = open()
    }
    store.release({ upTo: 30, miss: [[5, 5]] })
    expect(seqs(all(store))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    store.release(coverage.from(10))
    expect(all(store)).toHaveLength(10)
    store.release(coverage.from(11))
    expect([all(store), store.head(), store.tail()]).toEqual([[], 31, 30])
    store.close()
  })

  it('reads any window across segments', () => {
    const store = open()
    for (let k = 0; k < 10; k++) store.append(Array.from({ length: 1000 }, (_, n) => reading(k * 1000 + n)))
    expect(readdirSync(folder).filter(file => file.endsWith('.rec'))).toHaveLength(3)
    expect(seqs(store.read(4090, 4100, 200))).toEqual([4090, 4091, 4092, 4093, 4094, 4095, 4096, 4097, 4098, 4099, 4100])
    expect(seqs(store.read(8190, 99_999, 5))).toEqual([8190, 8191, 8192, 8193, 8194])
    expect(store.read(10_001, 20_000, 5)).toEqual([])
    expect(store.read(9_999, 9_999, 5)[0]).toMatchObject({ seq: 9999, value: 9998 / 4 })
    store.close()
  })

  it('thins the oldest readings when full, keeps events and counts the loss', () => {
    const store = open(20_000)
    for (let k = 0; k < 60; k++) {
      store.append(Array.from({ length: 1000 }, (_, n) => reading(k * 1000 + n, n % 7)))
      store.append([{ ts: k, q: 2, ix: 0, value: '{"rule":"1"}', isEvent: true }])
    }
    const left = all(store)
    expect(left.length).toBeLessThanOrEqual(20_000)
    expect(left.filter(item => item.isEvent).map(item => item.seq)).toEqual(Array.from({ length: 60 }, (_, k) => (k + 1) * 1001))
    expect(left.length + store.dropped()).toBe(60_060)
    expect(seqs(left.slice(-2000))).toEqual(Array.from({ length: 2000 }, (_, k) => 58_061 + k))
    expect(new Set(left.slice(0, 1000).map(item => item.ix)).size).toBe(7)
    store.close()
    const again = open(20_000)
    expect([all(again), again.dropped()]).toEqual([left, store.dropped()])
    again.close()
  })

  it('gives the present numbers new meaning never, even if the disk refuses', () => {
    const store = open()
    store.append([reading(1)])
    expect(() => store.append([{ ...reading(2), ts: -1 }])).toThrow('out of range')
    expect(store.append([reading(3)])).toBe(3)
    expect(seqs(all(store))).toEqual([1, 3])
    store.close()
    expect(JSON.parse(readFileSync(join(folder, 'store.json'), 'utf8'))).toMatchObject({ next: 4 })
  })

  it('forces to disk on demand', async () => {
    const store = open()
    await store.sync()
    store.append([reading(1)])
    await expect(store.sync()).resolves.toBeUndefined()
    store.close()
  })
})
