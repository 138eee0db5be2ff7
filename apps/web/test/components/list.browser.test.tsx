import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import FeedTypeList from '../../src/feedTypes/FeedTypeList.tsx'
import type { Column } from '../../src/ui/list/table/columns.ts'
import { Cards } from '../../src/ui/list/table/ListCards.tsx'
import { pageOf, sampleFeedType } from './feedType.sample.ts'
import { failure, openStage } from './stage.tsx'

const path = '/production/feedTypes'
const grower = sampleFeedType({ id: '8', code: 'F-2', displayName: 'Grower' })
const opened = (at = path) =>
  openStage(<FeedTypeList />, {
    path,
    at,
    replies: {
      'GET /feedTypes/search': ({ query }) =>
        pageOf(query.get('search') === 'grow' ? [grower] : [sampleFeedType(), grower], query.get('search') ? 1 : 23),
    },
  })

test('a list shows the rows and the count of the server', async () => {
  const { screen } = await opened()
  await expect.element(screen.getByRole('row', { name: /F-1.*Starter/ })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /F-2.*Grower/ })).toBeVisible()
  await expect.element(screen.getByText(/of 23/)).toBeVisible()
})

test('what is typed into the search goes to the server and into the address', async () => {
  const { screen, calls, place } = await opened()
  await screen.getByRole('searchbox').fill('grow')
  await expect.element(screen.getByRole('row', { name: /Starter/ })).not.toBeInTheDocument()
  expect(calls.at(-1)?.query.get('search')).toBe('grow')
  expect(place().href).toBe(`${path}?search=grow`)
})

test('a click on the head of a column sorts by it', async () => {
  const { screen, calls } = await opened()
  await screen.getByRole('button', { name: 'Name' }).click()
  await expect.poll(() => calls.at(-1)?.query.get('sortProperty')).toBe('displayName')
})

test('the second page is asked of the server, and a search goes back to the first', async () => {
  const { screen, calls, place } = await opened()
  await screen.getByRole('button', { name: /2$/ }).first().click()
  await expect.poll(() => calls.at(-1)?.query.get('currentPage')).toBe('1')
  await screen.getByRole('searchbox').fill('grow')
  await expect.poll(() => place().href).toBe(`${path}?search=grow`)
})

test('a row is opened by the keyboard', async () => {
  const { screen, place } = await opened()
  await expect.element(screen.getByRole('row', { name: /Starter/ })).toBeVisible()
  const row = screen.getByRole('row', { name: /Starter/ }).element() as HTMLElement
  const target = row.tabIndex >= 0 ? row : row.querySelector<HTMLElement>('a, button, [tabindex="0"]')
  target!.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => place().pathname).toBe(`${path}/details/7`)
})

test('a server that fails is named, and asked again', async () => {
  let isDown = true
  const { screen } = await openStage(<FeedTypeList />, {
    path,
    replies: { 'GET /feedTypes/search': () => (isDown ? failure(400, 'INVALID_INPUT') : pageOf([sampleFeedType()])) },
  })
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  isDown = false
  await again.click()
  await expect.element(screen.getByRole('row', { name: /Starter/ })).toBeVisible()
})

test('a card leaves out members without a value', async () => {
  const columns: readonly Column<{ id: string; weight: string }>[] = [
    { key: 'title', card: 'title', cell: () => 'Death' },
    { key: 'weight', card: 'meta', cell: ({ weight }) => weight },
    { key: 'about', card: 'meta', cell: ({ id }) => (id === '1' ? <span className="dim">–</span> : <span>Lame</span>) },
  ]
  const { screen } = await openStage(
    <Cards
      label="Movements"
      rows={[
        { id: '1', weight: '–' },
        { id: '2', weight: '53 kg' },
      ]}
      columns={columns}
      query={{ currentPage: 0, itemsPerPage: 10, sortProperty: 'id', sortDirection: 'ASC' }}
      sortBy={() => undefined}
      name={({ id }) => id}
    />,
  )
  const texts = () => [...document.querySelectorAll('.rc-main')].map(({ textContent }) => textContent)
  await expect.poll(texts).toEqual(['Death', 'Death53 kgLame'])
  expect(screen.getByRole('listitem').elements()).toHaveLength(2)
})
