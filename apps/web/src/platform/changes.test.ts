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
  // What a rule drives says so: with the rule, the outputs are old.
  expect(asked).toEqual(['rules', 'interfaces'])
  for (let n = 0; n < 500; n++) made.of('rule')
  made.of('terminal')
  expect(asked).toEqual(['rules', 'interfaces'])
  vi.advanceTimersByTime(1000)
  expect(asked).toEqual(['rules', 'interfaces', 'rules', 'interfaces', 'terminals'])
  vi.advanceTimersByTime(5000)
  made.of('event')
  expect(asked.slice(5)).toEqual(['events', 'outbox'])
})
