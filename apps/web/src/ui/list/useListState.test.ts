import { paging } from '@steading/contract/paging'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseSearch } from '../../platform/search.ts'
import { filtersOn, readList, writeList } from './useListState.ts'

const pages = paging({ sorts: ['openDate', 'title'], sort: 'openDate', direction: 'DESC' })
const status = z.enum(['OPEN', 'CLOSED'])
const schema = pages.query.extend({ title: z.string().optional(), status: z.union([status, z.array(status)]).optional() })
const initial = readList(schema, {})

test('an address without a search is the list as it shows itself', () => {
  expect(initial).toEqual({ currentPage: 0, itemsPerPage: 10, sortProperty: 'openDate', sortDirection: 'DESC' })
})

test('a parameter that does not hold counts as not given, the others stay', () => {
  const state = readList(schema, parseSearch('?itemsPerPage=7&sortProperty=drop+table&title=door&status=OPEN&status=CLOSED'))
  expect(state).toEqual({ ...initial, title: 'door', status: ['OPEN', 'CLOSED'] })
})

test('an address says only what differs, and reads back as the same state', () => {
  const state = { ...initial, currentPage: 2, title: 'door', status: ['OPEN' as const, 'CLOSED' as const] }
  const search = writeList(state, initial)
  expect(search).toBe('?currentPage=2&title=door&status=OPEN&status=CLOSED')
  expect(readList(schema, parseSearch(search))).toEqual(state)
  expect(writeList(initial, initial)).toBe('')
})

test('filters are counted as people see them: two days are one period, pages and sorting are none', () => {
  const dated = schema.extend({ fromDate: z.string().optional(), toDate: z.string().optional(), lastTime: z.string().optional() })
  const start = readList(dated, { lastTime: 'ONE_DAY' })
  expect(filtersOn(start, start)).toBe(0)
  expect(filtersOn({ ...start, currentPage: 3, sortProperty: 'title' }, start)).toBe(0)
  const days = { ...start, lastTime: undefined, fromDate: '2026-05-04', toDate: '2026-05-05' }
  expect(filtersOn(days, start)).toBe(1)
  expect(filtersOn({ ...days, title: 'door', status: 'OPEN' }, start)).toBe(3)
})
