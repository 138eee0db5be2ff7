import { paging } from '@steading/contract/http/paging'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseSearch } from '../../platform/navigation/search.ts'
import { filtersOn, readList, writeList } from './useListState.ts'

const pages = paging({ sorts: ['openDate', 'title'], sort: 'openDate', direction: 'DESC' })
const status = z.enum(['OPEN', 'CLOSED'])
const schema = pages.query.extend({ title: z.string().optional(), status: z.union([status, z.array(status)]).optional() })
const initial = readList(schema, {})

test('uses the defaults of the list without search parameters', () => {
  expect(initial).toEqual({ currentPage: 0, itemsPerPage: 10, sortProperty: 'openDate', sortDirection: 'DESC' })
})

test('drops an invalid parameter and keeps the others', () => {
  const state = readList(schema, parseSearch('?itemsPerPage=7&sortProperty=drop+table&title=door&status=OPEN&status=CLOSED'))
  expect(state).toEqual({ ...initial, title: 'door', status: ['OPEN', 'CLOSED'] })
})

test('writes only differences, and reads them back', () => {
  const state = { ...initial, currentPage: 2, title: 'door', status: ['OPEN' as const, 'CLOSED' as const] }
  const search = writeList(state, initial)
  expect(search).toBe('?currentPage=2&title=door&status=OPEN&status=CLOSED')
  expect(readList(schema, parseSearch(search))).toEqual(state)
  expect(writeList(initial, initial)).toBe('')
})

test('counts two dates as one filter, page and sorting as none', () => {
  const dated = schema.extend({ fromDate: z.string().optional(), toDate: z.string().optional(), lastTime: z.string().optional() })
  const start = readList(dated, { lastTime: 'ONE_DAY' })
  expect(filtersOn(start, start)).toBe(0)
  expect(filtersOn({ ...start, currentPage: 3, sortProperty: 'title' }, start)).toBe(0)
  const days = { ...start, lastTime: undefined, fromDate: '2026-05-04', toDate: '2026-05-05' }
  expect(filtersOn(days, start)).toBe(1)
  expect(filtersOn({ ...days, title: 'door', status: 'OPEN' }, start)).toBe(3)
})
