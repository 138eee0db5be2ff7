import { expect, test } from 'vitest'
import { createMutex } from './mutex.ts'

test('lets the second holder in after the first one released', async () => {
  const mutex = createMutex()
  const steps: string[] = []
  const release = await mutex.acquire()
  const second = mutex.acquire().then(() => steps.push('second'))
  await Promise.resolve()
  steps.push('first')
  release()
  await second
  expect(steps).toEqual(['first', 'second'])
})

test('serves requests in their order', async () => {
  const mutex = createMutex()
  const order: number[] = []
  const use = async (id: number) => {
    const release = await mutex.acquire()
    order.push(id)
    await Promise.resolve()
    release()
  }
  await Promise.all([1, 2, 3].map(use))
  expect(order).toEqual([1, 2, 3])
})

test('gives up a request that was not served in time', async () => {
  const mutex = createMutex()
  await mutex.acquire()
  expect(await mutex.acquireWithin(5)).toBeUndefined()
})

test('passes a withdrawn request over', async () => {
  const mutex = createMutex()
  const release = await mutex.acquire()
  expect(await mutex.acquireWithin(5)).toBeUndefined()
  const next = mutex.acquireWithin(1_000)
  release()
  expect(await next).toBeTypeOf('function')
})
