import type { DashboardWidgets, Widget } from '@steading/contract/widgets/dashboards'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import DashboardEditor from '../../src/dashboards/edit/DashboardEditor.tsx'
import { sessionSource } from '../../src/widgets/source/sessionSource.ts'
import { SourceProvider } from '../../src/widgets/source/source.ts'
import { type Call, failure, openStage } from './stage.tsx'

const note = (id: string, text: string): Widget => ({
  id,
  dashboardId: '1',
  type: 'STICKY_NOTE',
  configs: { text },
  isBroken: false,
  files: [],
})
const dashboard: DashboardWidgets = {
  id: '1',
  displayName: 'Gate',
  subtitle: null,
  version: 1,
  favourite: false,
  homepage: false,
  own: true,
  mayArrange: true,
  entity: null,
  layout: [
    { id: '1', x: 0, y: 0, w: 3, h: 2 },
    { id: '2', x: 0, y: 2, w: 3, h: 2 },
  ],
  widgets: { '1': note('1', 'Above'), '2': note('2', 'Below') },
}
/** Position of the tile in its grid, px: the hint above the grid wraps by the width that is left. */
const top = (text: string) => {
  const tile = page.getByText(text).element().closest('.edit-tile')!
  return tile.getBoundingClientRect().top - tile.parentElement!.getBoundingClientRect().top
}
const button = (name: string | RegExp) => page.getByRole('button', { name })

async function openEditor(edited: DashboardWidgets = dashboard, replies: Readonly<Record<string, (call: Call) => unknown>> = {}) {
  const close = vi.fn<(saved?: DashboardWidgets) => void>()
  await openStage(
    <SourceProvider value={sessionSource}>
      <DashboardEditor dashboard={edited} range={undefined} alarms={new Map()} close={close} />
    </SourceProvider>,
    { replies: { 'GET /interfaces': () => [], ...replies } },
  )
  // Until its part has loaded, the widgets stand in the grid that only shows them.
  await expect.element(button(/^Remove/).first()).toBeVisible()
  return { close }
}

test('one undo brings back a removed widget and the place of the one that moved up', async () => {
  await openEditor()
  await expect.element(page.getByText('Below')).toBeVisible()
  await expect.element(button('Undo')).toBeDisabled()
  const before = top('Below')
  await button(/^Remove/)
    .first()
    .click()
  await expect.poll(() => top('Below')).toBeLessThan(before)
  await button('Undo').click()
  await expect.element(page.getByText('Above')).toBeVisible()
  await expect.poll(() => top('Below')).toBe(before)
  await expect.element(button('Undo')).toBeDisabled()
  await button('Redo').click()
  await expect.poll(() => top('Below')).toBeLessThan(before)
  await expect.element(button('Redo')).toBeDisabled()
})

test('a stored gap that the grid closes is no change', async () => {
  const layout = [dashboard.layout[0]!, { id: '2', x: 0, y: 5, w: 3, h: 2 }]
  const { close } = await openEditor({ ...dashboard, layout })
  // Without its gap the second widget stands directly below the first.
  await expect.poll(() => top('Below')).toBeLessThan(3 * 104)
  await expect.element(button('Undo')).toBeDisabled()
  await button('Cancel').click()
  await expect.poll(() => close.mock.calls.length).toBe(1)
  expect(page.getByRole('dialog').query()).toBeNull()
})

test('Ctrl+Z and Ctrl+Shift+Z walk the draft, and leave it alone in a field', async () => {
  await openEditor()
  await button(/^Remove/)
    .first()
    .click()
  await expect.poll(() => page.getByText('Above').query()).toBeNull()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(page.getByText('Above')).toBeVisible()
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.poll(() => page.getByText('Above').query()).toBeNull()

  await button('Add widget').click()
  await page.getByRole('searchbox').fill('note')
  await userEvent.keyboard('{Control>}z{/Control}')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByRole('dialog').query()).toBeNull()
  await expect.element(button('Redo')).toBeDisabled()
  expect(page.getByText('Above').query()).toBeNull()
})

test('a widget that is added below the screen comes into view with the focus, and moves no other', async () => {
  await page.viewport(1280, 500)
  const rows = Array.from({ length: 6 }, (_, row) => String(row + 1))
  await openEditor({
    ...dashboard,
    layout: rows.map((id, row) => ({ id, x: 0, y: 3 * row, w: 12, h: 3 })),
    widgets: Object.fromEntries(rows.map(id => [id, note(id, `Row ${id}`)])),
  })
  const before = rows.map(id => top(`Row ${id}`))
  await button('Add widget').click()
  await button(/^Note/).click()
  await page.getByRole('textbox', { name: /^Text/ }).fill('The newest')
  await page.getByRole('dialog').getByRole('button', { name: 'Add widget' }).click()
  await expect.element(page.getByText('The newest')).toBeInViewport()
  const tile = () => page.getByText('The newest').element().closest('.edit-tile')!
  await expect.poll(() => document.activeElement?.closest('.edit-tile')).toBe(tile())
  await expect.element(page.getByText('Widget added', { exact: true })).toBeInTheDocument()
  expect(rows.map(id => top(`Row ${id}`))).toEqual(before)
  await page.viewport(1280, 900)
})

test('a conflict whose newer version does not come says why, and the draft stays', async () => {
  let isThere = false
  const newer = { ...dashboard, version: 2, widgets: { ...dashboard.widgets, '2': note('2', 'Others') } }
  const { close } = await openEditor(dashboard, {
    'PUT /dashboard/:id/widgets': () => failure(409, 'VERSION_CONFLICT'),
    'GET /dashboard/:id/true': () => (isThere ? newer : failure(403, 'NOT_ALLOWED')),
  })
  await button(/^Remove/)
    .first()
    .click()
  await button('Save layout').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  expect(dialog.getByText('Someone else changed this dashboard').query()).toBeNull()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(button('Undo')).toBeEnabled()
  expect(page.getByText('Above').query()).toBeNull()
  isThere = true
  await button('Save layout').click()
  await expect.element(dialog.getByRole('heading', { name: 'Someone else changed this dashboard' })).toBeVisible()
  await expect.element(dialog.getByText('Changed: Note')).toBeVisible()
  expect(close).not.toHaveBeenCalled()
})
