import type { Series } from '@steading/contract/devices/readings'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSeriesQuery, type SeriesWindow } from './seriesQuery.ts'

const minute = 60_000
const start = Date.UTC(2026, 4, 4)

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.useRealTimers())

const seriesOf = (interfaceId: string): Series => ({ interfaceId, resolution: 'HOUR', step: 3600, times: [1, 2], values: [3, 4] })

function createCall() {
  const asked: { readonly interfaceIds: string[]; readonly fromDate: string; readonly points: number }[] = []
  const query = createSeriesQuery(['readings', 'series'], async range => {
    asked.push(range)
    return range.interfaceIds.map(seriesOf)
  })
  return { asked, query }
}

const month: Omit<SeriesWindow, 'interfaceIds'> = { hours: 720, to: start, points: 1500 }

test('widgets with one range make one request per refresh, whatever their interfaces', async () => {
  const client = new QueryClient()
  const { asked, query } = createCall()
  const widgets = Array.from({ length: 10 }, (_, at) => query({ ...month, interfaceIds: [`${at}`, `${at + 1}`] }))
  const ends = widgets.map(options => new QueryObserver(client, options).subscribe(() => undefined))
  await vi.advanceTimersByTimeAsync(100)
  expect(asked.map(({ interfaceIds }) => interfaceIds)).toEqual([['0', '1', '10', '2', '3', '4', '5', '6', '7', '8', '9']])
  expect([...(client.getQueryData(widgets[9]!.queryKey) ?? new Map()).keys()]).toEqual(['9', '10'])
  void client.invalidateQueries({ queryKey: ['readings'] })
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toHaveLength(2)
  ends.forEach(end => end())
})

test('requests each range and number of points by itself', async () => {
  const client = new QueryClient()
  const { asked, query } = createCall()
  const windows = [month, { ...month, hours: 6 }, { ...month, points: 90 }].map(one => query({ ...one, interfaceIds: ['1'] }))
  const ends = windows.map(options => new QueryObserver(client, options).subscribe(() => undefined))
  await vi.advanceTimersByTimeAsync(100)
  expect(asked.map(({ fromDate, points }) => [fromDate.slice(0, 13), points])).toEqual([
    ['2026-04-04T00', 1500],
    ['2026-05-03T18', 1500],
    ['2026-04-04T00', 90],
  ])
  ends.forEach(end => end())
})

test('keeps no window in the cache that its end has left behind', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: 30 * minute } } })
  const { query } = createCall()
  const at = (refresh: number) => query({ ...month, interfaceIds: ['1'], to: start + refresh * 5 * minute })
  const observer = new QueryObserver(client, at(0))
  const end = observer.subscribe(() => undefined)
  for (let refresh = 1; refresh <= 12; refresh++) {
    await vi.advanceTimersByTimeAsync(5 * minute)
    observer.setOptions(at(refresh))
    expect(client.getQueryCache().getAll().length).toBeLessThanOrEqual(2)
  }
  end()
})

test('keeps the same objects when a refresh brings the same series', async () => {
  const client = new QueryClient()
  const { asked, query } = createCall()
  const options = query({ ...month, interfaceIds: ['1', '2'] })
  const end = new QueryObserver(client, options).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  const before = client.getQueryData(options.queryKey)
  void client.invalidateQueries({ queryKey: ['readings'] })
  await vi.advanceTimersByTimeAsync(100)
  expect([asked.length, client.getQueryData(options.queryKey) === before]).toEqual([2, true])
  end()
})
