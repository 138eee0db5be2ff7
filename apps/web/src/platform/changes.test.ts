import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changes } from './changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first change is fetched at once, a flood of them once a second', () => {
  const asked: string[] = []
  const made = changes({
    invalidateQueries: async filters => void asked.push(String(filters?.queryKey?.[0])),
  })
  made.of('rule')
  expect(asked).toEqual(['rules'])
  for (let n = 0; n < 500; n++) made.of('rule')
  made.of('terminal')
  expect(asked).toEqual(['rules'])
  vi.advanceTimersByTime(1000)
  expect(asked).toEqual(['rules', 'rules', 'terminals', 'interfaces'])
  vi.advanceTimersByTime(5000)
  made.of('event')
  expect(asked.slice(4)).toEqual(['events', 'outbox'])
})
