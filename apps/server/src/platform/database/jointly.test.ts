import { expect, test } from 'vitest'
import { answersTo, jointly } from './jointly.ts'
import type { Work } from './work.ts'

const aWork = () => ({}) as Work // safe: it is only held

test('what is asked side by side is asked together, step by step, and everyone gets their own answer', async () => {
  const asked: number[][] = []
  const double = jointly((_, all: readonly number[]) => {
    asked.push([...all])
    return Promise.resolve(all.map(n => n * 2))
  })
  const work = aWork()
  const steps = async (n: number) => double(work, (await double(work, n)) + 1)
  expect(await Promise.all([1, 2, 3].map(steps))).toEqual([6, 10, 14])
  expect(asked).toEqual([
    [1, 2, 3],
    [3, 5, 7],
  ])
  expect(await double(work, 5)).toBe(10)
  expect(asked).toHaveLength(3)
})

test('another work asks for itself, and what cannot be answered is refused to all who asked', async () => {
  const asked: string[][] = []
  const ask = jointly((_, all: readonly string[]) => {
    asked.push([...all])
    return all.includes('bad') ? Promise.reject(new Error('no')) : Promise.resolve(all)
  })
  const [here, there] = [aWork(), aWork()]
  const answers = await Promise.allSettled([ask(here, 'bad'), ask(there, 'good'), ask(here, 'well')])
  expect(answers.map(one => one.status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  expect(asked).toEqual([['bad', 'well'], ['good']])
  expect(await ask(here, 'well')).toBe('well')
})

test('rows find their place', () => {
  const rows = [
    { at: 3, name: 'c' },
    { at: 1, name: 'a' },
    { at: 3, name: 'd' },
  ]
  expect(answersTo(['x', 'y', 'z'], rows).map(all => all.map(one => one.name))).toEqual([['a'], [], ['c', 'd']])
})
