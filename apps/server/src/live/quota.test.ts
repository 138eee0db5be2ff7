import { expect, test } from 'vitest'
import { streamQuota } from './quota.ts'

test('refuses a stream beyond the quota of a person, and takes one again when another ended', () => {
  const quota = streamQuota(2)
  const first = new AbortController()
  const second = new AbortController()
  quota.take('1', first.signal)
  quota.take('1', second.signal)
  expect(() => quota.take('1', new AbortController().signal)).toThrow('TOO_MANY_REQUESTS')
  quota.take('2', new AbortController().signal)
  first.abort()
  quota.take('1', new AbortController().signal)
  expect(() => quota.take('1', new AbortController().signal)).toThrow('TOO_MANY_REQUESTS')
})
