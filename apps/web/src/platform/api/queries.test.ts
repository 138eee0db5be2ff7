import { CallFailed } from '@steading/contract/http/client'
import { QueryObserver, environmentManager } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient, stillOf } from './queries.ts'

// Without a window the library takes itself for a server, which asks once.
beforeAll(() => environmentManager.setIsServer(() => false))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** A query that fails so until `mended`, with somebody looking; answers how often it was asked, and what it says. */
function aQuery(status: number) {
  let mended = false
  const queryFn = vi.fn<() => Promise<string>>(async () => {
    if (mended) return 'here'
    throw new CallFailed({ method: 'GET', path: '/readings/series' }, status, undefined)
  })
  const observer = new QueryObserver(queryClient, { queryKey: ['of', status], queryFn })
  const leave = observer.subscribe(() => undefined)
  return {
    asked: () => queryFn.mock.calls.length,
    readData: () => observer.getCurrentResult().data,
    mend: () => (mended = true),
    leave,
  }
}

test('retries a failed query until the server answers', async () => {
  const of = aQuery(503)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(of.readData()).toBeUndefined()
  of.mend()
  await vi.advanceTimersByTimeAsync(13_000)
  expect(of.readData()).toBe('here')
  const asked = of.asked()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(of.asked()).toBe(asked)
  of.leave()
})

test('does not retry a refused query', async () => {
  const of = aQuery(404)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(of.asked()).toBe(1)
  of.leave()
})

test('keeps previous results only for the same source', () => {
  expect(stillOf(['places', { entityId: '1' }], ['places', { entityId: '1' }, { search: 'b' }], 7)).toBe(7)
  expect(stillOf(['places', { entityId: '2' }], ['places', { entityId: '1' }, { search: 'b' }], 7)).toBeUndefined()
  expect(stillOf(['places'], undefined, 7)).toBeUndefined()
})
