import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChangeInvalidator } from './changes.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** An invalidator whose refetches take `fetchMs`; `rounds` are the moments (ms) at which each key was refetched. */
function createRecorder({ fetchMs = 0, random = 0.5 }: { fetchMs?: number; random?: number }) {
  const rounds: [key: string, at: number][] = []
  const changes = createChangeInvalidator(
    {
      isFetching: () => 0,
      invalidateQueries: filters => {
        rounds.push([String(filters?.queryKey?.[0]), Date.now()])
        return new Promise(resolve => void setTimeout(resolve, fetchMs))
      },
    },
    () => random,
  )
  return { changes, rounds, times: (key: string) => rounds.filter(([name]) => name === key).map(([, at]) => at) }
}

/** A message every `everyMs` until `untilMs`. */
async function storm(send: () => void, everyMs: number, untilMs: number) {
  while (Date.now() < untilMs) {
    send()
    await vi.advanceTimersByTimeAsync(everyMs)
  }
}

test('refetches the keys of the first message at once', () => {
  const { changes, rounds } = createRecorder({})
  changes.invalidate('rule')
  expect(rounds).toEqual([
    ['rules', 0],
    ['interfaces', 0],
  ])
})

test('an event makes the answers to its warning stale', () => {
  const { changes, rounds } = createRecorder({})
  changes.invalidate('event')
  expect(rounds.map(([key]) => key)).toContain('earlyWarning')
})

test('collects the messages of a pause into one round', async () => {
  const { changes, rounds } = createRecorder({})
  changes.invalidate('rule')
  for (let count = 0; count < 500; count++) changes.invalidate('rule')
  changes.invalidate('terminal')
  expect(rounds).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(rounds.slice(2).map(([key]) => key)).toEqual(['rules', 'interfaces', 'terminals'])
})

test('doubles the pause up to 10 s while messages keep coming', async () => {
  const { changes, times } = createRecorder({})
  await storm(() => changes.invalidate('event'), 250, 40_000)
  expect(times('events')).toEqual([0, 1_000, 3_000, 7_000, 15_000, 25_000, 35_000])
})

test('returns to the shortest pause after a quiet one', async () => {
  const { changes, times } = createRecorder({})
  await storm(() => changes.invalidate('event'), 250, 10_000)
  await vi.advanceTimersByTimeAsync(40_000)
  const before = times('events').length
  changes.invalidate('event')
  changes.invalidate('event')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(times('events').slice(before)).toEqual([50_000, 51_000])
})

test.each([
  { random: 0, pauseMs: 800 },
  { random: 1, pauseMs: 1_200 },
])('varies a pause by 20 %: $pauseMs ms at random $random', async ({ random, pauseMs }) => {
  const { changes, times } = createRecorder({ random })
  changes.invalidate('command')
  changes.invalidate('command')
  await vi.advanceTimersByTimeAsync(pauseMs - 1)
  expect(times('interfaces')).toEqual([0])
  await vi.advanceTimersByTimeAsync(1)
  expect(times('interfaces')).toEqual([0, pauseMs])
})

test('waits for a running round and starts one more when it ends', async () => {
  const { changes, times } = createRecorder({ fetchMs: 5_000 })
  await storm(() => changes.invalidate('event'), 500, 4_000)
  expect(times('events')).toEqual([0])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(times('events')).toEqual([0, 5_000])
})

test('a slow round of one key does not delay another key', async () => {
  const { changes, times } = createRecorder({ fetchMs: 30_000 })
  changes.invalidate('event')
  await vi.advanceTimersByTimeAsync(5_000)
  changes.invalidate('command')
  expect(times('interfaces')).toEqual([5_000])
})

/** A list that a page shows; an answer takes `answerMs` and holds the number of the fetch. */
function createList(answerMs: number) {
  const queries = new QueryClient()
  let fetches = 0
  let aborted = 0
  const shown: number[] = []
  const observer = new QueryObserver(queries, {
    queryKey: ['events', 'list'],
    // Only a fetch over data that is there is cancelled by a refetch.
    initialData: 0,
    queryFn: ({ signal }) => {
      fetches += 1
      const number = fetches
      signal.addEventListener('abort', () => (aborted += 1))
      return new Promise<number>(resolve => void setTimeout(() => resolve(number), answerMs))
    },
  })
  observer.subscribe(({ data, isFetching }) => {
    if (data !== undefined && !isFetching) shown.push(data)
  })
  return { changes: createChangeInvalidator(queries, () => 0.5), shown, aborted: () => aborted }
}

test('a list whose answers take 3 s changes during a storm', async () => {
  const { changes, shown, aborted } = createList(3_000)
  await storm(() => changes.invalidate('event'), 250, 30_000)
  expect(shown.length).toBeGreaterThan(2)
  expect(aborted()).toBe(0)
})

test('a fetch that began before the change is followed by another', async () => {
  const { changes, shown, aborted } = createList(3_000)
  await vi.advanceTimersByTimeAsync(1_000)
  changes.invalidate('event')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(shown).toEqual([1, 2])
  expect(aborted()).toBe(0)
})

test('keeps the series of the last minute when the stream joins', async () => {
  const client = new QueryClient()
  const fetched: string[] = []
  const observe = (...queryKey: string[]) =>
    new QueryObserver(client, {
      queryKey,
      queryFn: () => {
        fetched.push(queryKey.join(' '))
        return queryKey
      },
    }).subscribe(() => undefined)
  const ends = [observe('events'), observe('readings', 'series')]
  await vi.advanceTimersByTimeAsync(10)
  const changes = createChangeInvalidator(client, () => 0.5)
  changes.invalidateAll()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(fetched).toEqual(['events', 'readings series', 'events'])
  changes.invalidateAll()
  await vi.advanceTimersByTimeAsync(10)
  expect(fetched.slice(3)).toEqual(['events', 'readings series'])
  ends.forEach(end => end())
})
