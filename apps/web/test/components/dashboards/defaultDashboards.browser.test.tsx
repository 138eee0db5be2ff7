import type { Entity } from '@steading/contract/entities/entities'
import type { Dashboard } from '@steading/contract/widgets/dashboards'
import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import DefaultDashboard from '../../../src/entities/details/DefaultDashboard.tsx'
import { session } from '../../../src/platform/session/session.ts'
import { toasts } from '../../../src/ui/overlay/toast.ts'
import { isClean } from '../axe.ts'
import { type Call, openStage } from '../stage.tsx'

type Replies = Readonly<Record<string, (call: Call) => unknown>>
const boardOf = (id: string, displayName: string, more: Partial<Dashboard> = {}): Dashboard => ({
  id,
  displayName,
  subtitle: null,
  version: 4,
  favourite: false,
  homepage: false,
  own: true,
  mayArrange: true,
  entity: null,
  ...more,
})
const farm: Entity = {
  id: '3',
  name: 'Paul',
  displayName: 'Quinta do Paul',
  type: 'FARM',
  code: null,
  status: 'ACTIVE',
  parent: null,
  farmOfSector: null,
  enterprise: null,
  dashboard: null,
  responsibleUsers: [],
  hiddenResponsibles: 0,
  hasImage: false,
  entityInfo: null,
  billingInformation: null,
  area: null,
  usableArea: null,
  height: null,
  ventilationCapacity: null,
  distressTemperature: null,
  lethalTemperature: null,
  latitude: null,
  longitude: null,
  areaBoundaries: null,
  tags: [],
  timeZone: 'UTC',
  children: 0,
  version: 1,
  createdBy: null,
  creationTimestampUtc: '2026-01-01T00:00:00Z',
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
}
const refused = (deferredStatus: string, message: string) => Response.json({ deferredStatus, message })
const ALREADY = () => refused('CANNOT_UPDATE_ENTITY_ALREADY_HAS_DEFAULT_DASHBOARD', 'A default dashboard is already set here.')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

// One that a test shows would still be there in the next one.
afterEach(() => toasts.set([]))

describe('the card of an entity', () => {
  const open = (dashboard: Entity['dashboard'], replies: Replies = {}) =>
    openStage(<DefaultDashboard entity={{ ...farm, dashboard }} />, {
      replies: {
        'GET /dashboard/list': () => [boardOf('1', 'Gate'), boardOf('2', 'Of others', { own: false }), boardOf('5', 'Yard')],
        ...replies,
      },
    })

  test('offers own dashboards, and sets the chosen one at its version', async () => {
    const { screen, calls } = await open(null, { 'PUT /entities/:id/defaultDashboard': () => boardOf('5', 'Yard') })
    await expect.element(button('Set as default')).toBeDisabled()
    // Before the list opens: it covers the button while it closes.
    await isClean(screen.container)
    await page.getByRole('combobox', { name: 'Dashboard' }).click()
    await expect.element(page.getByRole('option', { name: 'Yard' })).toBeVisible()
    expect(page.getByRole('option', { name: 'Of others' }).query()).toBeNull()
    await page.getByRole('option', { name: 'Yard' }).click()
    await button('Set as default').click()
    await expect.element(page.getByText('Saved.', { exact: true })).toBeVisible()
    expect(calls.filter(({ method }) => method === 'PUT')).toMatchObject([
      { path: '/entities/3/defaultDashboard', body: { dashboardId: '5', version: 4 } },
    ])
  })

  test('says why a dashboard is not set where somebody else was faster, and asks for the dashboards again', async () => {
    const { calls } = await open(null, { 'PUT /entities/:id/defaultDashboard': ALREADY })
    await choose('Dashboard', 'Gate')
    const lists = () => calls.filter(({ path }) => path === '/dashboard/list').length
    const before = lists()
    await button('Set as default').click()
    await expect.element(dialog().getByText('A default dashboard is already set here.')).toBeVisible()
    expect(page.getByText('Saved.', { exact: true }).query()).toBeNull()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await expect.poll(lists).toBeGreaterThan(before)
    await expect.element(button('Set as default')).toBeEnabled()
  })

  test('shows the default with its link, and removes it', async () => {
    const { calls } = await open(
      { id: '9', displayName: 'Farm' },
      { 'DELETE /entities/:id/defaultDashboard': () => boardOf('9', 'Farm') },
    )
    await expect.element(page.getByRole('link', { name: 'Farm' })).toHaveAttribute('href', '/farmview?dashboard=9')
    await button('Remove').click()
    await expect.element(page.getByText('Saved.', { exact: true })).toBeVisible()
    expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/entities/3/defaultDashboard'])
  })

  test('says why a default is not removed that is gone already', async () => {
    await open(
      { id: '9', displayName: 'Farm' },
      { 'DELETE /entities/:id/defaultDashboard': () => refused('ENTITY_DOES_NOT_HAS_DEFAULT_DASHBOARD', 'None is set here.') },
    )
    await button('Remove').click()
    await expect.element(dialog().getByText('None is set here.')).toBeVisible()
  })

  test('says that there is no own dashboard to set', async () => {
    await open(null, { 'GET /dashboard/list': () => [boardOf('2', 'Of others', { own: false })] })
    await expect.element(page.getByText(/^You have no dashboard of your own/)).toBeVisible()
    expect(button('Set as default').query()).toBeNull()
  })

  test('is left out for who keeps no defaults where none is set, and only shown where one is', async () => {
    const { screen } = await open({ id: '9', displayName: 'Farm' })
    session.note({ permissions: [] })
    await expect.element(button('Remove')).not.toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'Farm' })).toBeVisible()
    await screen.unmount()
    await open(null)
    session.note({ permissions: [] })
    await expect.element(page.getByText('Default dashboard')).not.toBeInTheDocument()
  })
})
