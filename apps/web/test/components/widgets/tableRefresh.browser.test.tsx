import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { queryClient } from '../../../src/platform/api/queries.ts'
import SearchTableView from '../../../src/widgets/searchTable/searchTable.view.tsx'
import { sampleBatch } from './dataWidget.sample.ts'
import { pageOf } from '../feedType.sample.ts'
import { type Call } from '../stage.tsx'
import { propsOf } from './widget.sample.ts'
import { openWidget } from './widgetStage.tsx'

/** A table of 23 batches, searched, on its second page and scrolled, whose batches have another code from the next answer on. */
async function openTable() {
  let code = 'LAQ'
  const answer = ({ query }: Call) => {
    const number = Number(query.get('currentPage') ?? 0)
    const rows = Array.from({ length: 10 }, (_, at) => ({
      ...sampleBatch,
      id: `${100 + 10 * number + at}`,
      code: `${code}-${number}${at}`,
    }))
    return { ...pageOf(rows, 23), number }
  }
  const stage = await openWidget(
    <SearchTableView {...propsOf('SIMPLE_SEARCH_TABLE', { subject: 'BATCHES' })} />,
    { 'GET /batches/search': answer },
    { size: [9, 3] },
  )
  const { place, calls } = stage
  await place.getByRole('searchbox').fill('broiler')
  await expect.poll(() => calls.at(-1)?.query.get('search')).toBe('broiler')
  await place.getByRole('button', { name: 'Page 2' }).click()
  await expect.element(place.getByText('LAQ-19')).toBeInTheDocument()
  const list = place.element().querySelector('.search-list')!
  list.scrollTop = 60
  expect(list.scrollTop).toBe(60)
  const refresh = async () => {
    code = 'PAU'
    await queryClient.invalidateQueries()
    await expect.element(place.getByText('PAU-19')).toBeInTheDocument()
  }
  return { ...stage, list, refresh }
}

test('a table keeps what is searched and its page over a refresh', async () => {
  const { place, calls, refresh } = await openTable()
  await refresh()
  await expect.element(place.getByRole('searchbox')).toHaveValue('broiler')
  await expect.element(place.getByText('11–20 of 23')).toBeInTheDocument()
  expect(['search', 'currentPage'].map(name => calls.at(-1)?.query.get(name))).toEqual(['broiler', '1'])
})

test('a table keeps where it is scrolled to over a refresh', async () => {
  const { place, list, refresh } = await openTable()
  await refresh()
  expect(place.element().querySelector('.search-list')).toBe(list)
  expect(list.scrollTop).toBe(60)
})

test('a table keeps the focus over a refresh, in its rows and in its search', async () => {
  const { place, refresh } = await openTable()
  const link = place.getByRole('link', { name: /LAQ-15/ }).element() as HTMLElement
  link.focus({ preventScroll: true })
  await refresh()
  expect(document.activeElement).toBe(link)
  expect(link.textContent).toContain('PAU-15')
  await place.getByRole('searchbox').click()
  await userEvent.keyboard('{End}s')
  await queryClient.invalidateQueries()
  await expect.element(place.getByRole('searchbox')).toHaveFocus()
  await expect.element(place.getByRole('searchbox')).toHaveValue('broilers')
})
