import type { Dashboard, DashboardWidgets, Widget } from '@steading/contract/widgets/dashboards'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import Home from '../../../src/dashboards/page/Home.tsx'
import { queryClient } from '../../../src/platform/api/queries.ts'
import { type Call, openStage } from '../stage.tsx'

const note = (id: string, text: string): Widget => ({
  id,
  dashboardId: '1',
  type: 'STICKY_NOTE',
  configs: { text },
  isBroken: false,
  files: [],
})
const boardOf = (id: string, displayName: string): Dashboard => ({
  id,
  displayName,
  subtitle: null,
  version: 1,
  favourite: false,
  homepage: false,
  own: true,
  mayArrange: true,
  entity: null,
})
const [gate, yard] = [boardOf('1', 'Gate'), boardOf('2', 'Yard')]
const stored: DashboardWidgets = {
  ...gate,
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
  layout: [
    { id: '1', x: 0, y: 0, w: 3, h: 2 },
    { id: '2', x: 3, y: 0, w: 3, h: 2 },
  ],
  widgets: { '1': note('1', 'Left'), '2': note('2', 'Right') },
}
const events = { content: [], totalElements: 0, number: 0, size: 50, sortProperty: 'severityLevel', sortDirection: 'DESC' }
const button = (name: string | RegExp) => page.getByRole('button', { name })

const open = (more: Readonly<Record<string, (call: Call) => unknown>> = {}) =>
  openStage(<Home />, {
    path: '/farmview',
    at: '/farmview?hours=24',
    replies: {
      'GET /dashboard/list': () => [gate, yard],
      'GET /dashboard/homepage': () => gate,
      'GET /dashboard/:id/true': ({ path }: Call) => (path === '/dashboard/1/true' ? stored : { ...stored, ...yard }),
      'GET /interfaces': () => [],
      'GET /events/search': () => events,
      ...more,
    },
  })

afterEach(() => vi.useRealTimers())

test('a draft stays when another dashboard becomes the home page', async () => {
  let home = gate
  const { calls, place } = await open({ 'GET /dashboard/homepage': () => home })
  await button('Edit dashboard').click()
  await button(/^Remove/)
    .first()
    .click()
  await expect.poll(() => page.getByText('Left').query()).toBeNull()
  home = yard
  const asked = calls.filter(({ path }) => path === '/dashboard/homepage').length
  await queryClient.refetchQueries({ queryKey: ['dashboards', 'homepage'] })
  expect(calls.filter(({ path }) => path === '/dashboard/homepage').length).toBeGreaterThan(asked)
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'false')
  await expect.element(page.getByRole('heading', { name: 'Gate' })).toBeVisible()
  expect(place().searchStr).toBe('?hours=24&dashboard=1')
})

test('who saved a dashboard sees at the next poll what others changed since', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
  let now = stored
  await open({
    'GET /dashboard/:id/true': () => now,
    'PUT /dashboard/:id/widgets': () => {
      now = { ...stored, version: 2, layout: stored.layout.slice(1), widgets: { '2': note('2', 'Right') } }
      return now
    },
  })
  await button('Edit dashboard').click()
  await button(/^Remove/)
    .first()
    .click()
  await button('Save layout').click()
  await expect.element(button('Edit dashboard')).toBeVisible()
  await expect.element(page.getByText('Right')).toBeVisible()
  expect(page.getByText('Someone else changed this dashboard').query()).toBeNull()
  now = {
    ...now,
    version: 3,
    layout: [...now.layout, { id: '3', x: 0, y: 2, w: 3, h: 2 }],
    widgets: {
      '2': note('2', 'Wrong'),
      '3': { ...note('3', 'x'), type: 'TITLE', configs: { text: 'Below', title: 'New title' } },
    },
  }
  await vi.advanceTimersByTimeAsync(61_000)
  const hint = page.getByRole('alert').filter({ hasText: 'Someone else changed this dashboard' })
  await expect.element(hint.getByText('Added: New title (Heading)')).toBeVisible()
  await expect.element(hint.getByText('Changed: Wrong (Note)')).toBeVisible()
  await hint.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByText('Someone else changed this dashboard')).not.toBeInTheDocument()
})
