import { expect, test } from 'vitest'
import { createAnswerCache } from './answerCache.ts'

function counted() {
  let requests = 0
  return { request: () => Promise.resolve(++requests), requests: () => requests }
}

test('answers from the store while an answer is fresh', async () => {
  let now = 0
  const cache = createAnswerCache<number>({ ttl: 100, size: 2, now: () => now })
  const { request } = counted()
  expect(await cache.get('a', request)).toEqual({ value: 1, at: 0 })
  now = 99
  expect(await cache.get('a', request)).toEqual({ value: 1, at: 0 })
  now = 100
  expect(await cache.get('a', request)).toEqual({ value: 2, at: 100 })
})

test('drops the least recently used answer', async () => {
  const cache = createAnswerCache<number>({ ttl: 100, size: 2, now: () => 0 })
  const { request, requests } = counted()
  for (const key of ['a', 'b', 'a', 'c', 'a']) await cache.get(key, request)
  expect(requests()).toBe(3)
  await cache.get('b', request)
  expect(requests()).toBe(4)
})

test('has one request in flight a key, and asks again after a failure', async () => {
  const cache = createAnswerCache<number>({ ttl: 100, size: 2, now: () => 0 })
  let requests = 0
  const failing = async () => {
    requests++
    throw new Error('no answer')
  }
  const results = await Promise.allSettled([cache.get('a', failing), cache.get('a', failing)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(requests).toBe(1)
  await expect(cache.get('a', failing)).rejects.toThrow('no answer')
  expect(requests).toBe(2)
})

test('answers the last answer while a new one fails, as long as it is usable', async () => {
  let now = 0
  const cache = createAnswerCache<number>({ ttl: 100, usable: 1000, size: 2, now: () => now })
  const { request } = counted()
  const failing = () => Promise.reject(new Error('no answer'))
  await cache.get('a', request)
  now = 999
  expect(await cache.get('a', failing)).toEqual({ value: 1, at: 0 })
  now = 1000
  await expect(cache.get('a', failing)).rejects.toThrow('no answer')
  expect(await cache.get('a', request)).toEqual({ value: 2, at: 1000 })
})
