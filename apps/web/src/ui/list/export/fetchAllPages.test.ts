import { expect, test, vi } from 'vitest'
import { everyPage, mostRows } from './fetchAllPages.ts'

type Fetch = Parameters<typeof everyPage<{ readonly id: string }>>[0]
const list = (count: number, shift = 0) =>
  vi.fn<Fetch>(({ currentPage, itemsPerPage }) => {
    const first = Math.max(0, currentPage * itemsPerPage - (currentPage > 0 ? shift : 0))
    const content = Array.from({ length: Math.min(itemsPerPage, Math.max(0, count - first)) }, (_, at) => ({
      id: String(first + at),
    }))
    return Promise.resolve({
      content,
      totalElements: count,
      number: currentPage,
      size: itemsPerPage,
      sortProperty: 'id',
      sortDirection: 'DESC' as const,
    })
  })

test('returns each row once in order while rows move between pages', async () => {
  const progress = vi.fn<(done: number, total: number) => void>()
  const { rows, total } = await everyPage(list(120, 3), progress)
  expect(rows.map(row => Number(row.id))).toEqual(Array.from({ length: 120 }, (_, at) => at))
  expect(total).toBe(120)
  expect(progress).toHaveBeenLastCalledWith(120, 120)
})

test.each([0, 1, 50, 100])('fetches a list of %s rows completely', async count => {
  expect((await everyPage(list(count), () => undefined)).rows).toHaveLength(count)
})

test('cuts a moving list at the limit', async () => {
  expect((await everyPage(list(1_000_000, 3), () => undefined)).rows).toHaveLength(mostRows)
})

test('cuts an endless list at the limit', async () => {
  const fetch = list(1_000_000)
  expect((await everyPage(fetch, () => undefined)).rows).toHaveLength(mostRows)
  expect(fetch.mock.calls.length).toBe(mostRows / 50)
})
