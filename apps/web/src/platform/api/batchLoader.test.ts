import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchLoader } from './batchLoader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new AbortController().signal

function aLoader() {
  const calls: { group: string; ids: readonly string[]; signal: AbortSignal }[] = []
  const load = batchLoader<string, string>(async (group, ids, signal) => {
    calls.push({ group, ids, signal })
    return new Map(ids.filter(id => id !== 'unknown').map(id => [id, `${group}${id}`]))
  })
  return { load, calls }
}

test('asks once for callers of one group, each id once', async () => {
  const { load, calls } = aLoader()
  const answers = Promise.all([load('g', ['2', '1'], never), load('g', ['2', '3', 'unknown'], never)])
  await vi.advanceTimersByTimeAsync(20)
  expect(calls.map(({ ids }) => ids)).toEqual([['1', '2', '3', 'unknown']])
  expect((await answers).map(found => [...found])).toEqual([
    [
      ['2', 'g2'],
      ['1', 'g1'],
    ],
    [
      ['2', 'g2'],
      ['3', 'g3'],
    ],
  ])
})

test('asks once for each group, and again for a later caller', async () => {
  const { load, calls } = aLoader()
  void load('a', ['1'], never)
  void load('b', ['1'], never)
  await vi.advanceTimersByTimeAsync(20)
  void load('a', ['1'], never)
  await vi.advanceTimersByTimeAsync(20)
  expect(calls.map(({ group }) => group)).toEqual(['a', 'b', 'a'])
})

test('aborts the call when the last caller has left', async () => {
  let aborted: AbortSignal | undefined
  const load = batchLoader<string, string>((_, __, signal) => {
    aborted = signal
    return new Promise((___, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
  })
  const [first, second] = [new AbortController(), new AbortController()]
  const answers = Promise.allSettled([load('g', ['1'], first.signal), load('g', ['2'], second.signal)])
  await vi.advanceTimersByTimeAsync(20)
  first.abort()
  expect(aborted?.aborted).toBe(false)
  second.abort()
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('asks for a caller that comes after the only one has left', async () => {
  const { load, calls } = aLoader()
  const gone = new AbortController()
  const left = load('g', ['1'], gone.signal).catch(() => 'aborted')
  gone.abort()
  const found = load('g', ['2'], never)
  await vi.advanceTimersByTimeAsync(20)
  expect([await left, [...(await found)], calls.map(({ ids }) => ids)]).toEqual(['aborted', [['2', 'g2']], [['2']]])
})
