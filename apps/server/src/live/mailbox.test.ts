import { expect, test } from 'vitest'
import { mailbox } from './mailbox.ts'

const staying = new AbortController().signal
const all = <T>(box: ReturnType<typeof mailbox<T>>) => {
  const taken: T[] = []
  for (let one = box.take(); one !== undefined; one = box.take()) taken.push(one)
  return taken
}

test('of each key only the newest message waits', () => {
  const box = mailbox<string>(10)
  box.put('a', 'a1')
  box.put('b', 'b1')
  box.put('a', 'a2')
  expect(all(box)).toEqual(['b1', 'a2'])
})

test('limits its keys and drops the oldest', () => {
  const box = mailbox<number>(3)
  for (let key = 0; key < 10_000; key++) box.put(String(key), key)
  expect(all(box)).toEqual([9997, 9998, 9999])
})

test('waiting ends with a message, with the reader, or with time', async () => {
  const box = mailbox<number>(3)
  const waits = box.wait(10_000, staying)
  box.put('a', 1)
  expect(await waits).toBe(true)
  expect(await box.wait(10_000, staying)).toBe(true)
  box.take()
  expect(await box.wait(5, staying)).toBe(false)
  const leaving = new AbortController()
  const left = box.wait(10_000, leaving.signal)
  leaving.abort()
  expect(await left).toBe(true)
})
