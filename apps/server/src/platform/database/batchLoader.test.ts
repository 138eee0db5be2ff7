import { expect, test } from 'vitest'
import { groupByPosition, createBatchLoader } from './batchLoader.ts'
import type { UnitOfWork } from './unitOfWork.ts'

const aWork = () => ({}) as UnitOfWork // safe: it is only held

test('loads concurrent keys in one batch a step, each with its own result', async () => {
  const asked: number[][] = []
  const double = createBatchLoader((_, all: readonly number[]) => {
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

test('batches per transaction and rejects all loads of a failed batch', async () => {
  const asked: string[][] = []
  const ask = createBatchLoader((_, all: readonly string[]) => {
    asked.push([...all])
    return all.includes('bad') ? Promise.reject(new Error('no')) : Promise.resolve(all)
  })
  const here = aWork()
  const work = aWork()
  const answers = await Promise.allSettled([ask(here, 'bad'), ask(work, 'good'), ask(here, 'well')])
  expect(answers.map(answer => answer.status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  expect(asked).toEqual([['bad', 'well'], ['good']])
  expect(await ask(here, 'well')).toBe('well')
})

test('groups rows by the position of their key', () => {
  const rows = [
    { at: 3, name: 'c' },
    { at: 1, name: 'a' },
    { at: 3, name: 'd' },
  ]
  expect(groupByPosition(['x', 'y', 'z'], rows).map(all => all.map(one => one.name))).toEqual([['a'], [], ['c', 'd']])
})
