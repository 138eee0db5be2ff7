import type { DashboardWidgets, Widget } from '@steading/contract/widgets/dashboards'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import DashboardEditor from '../../src/dashboards/edit/DashboardEditor.tsx'
import { sessionSource } from '../../src/widgets/source/sessionSource.ts'
import { SourceProvider } from '../../src/widgets/source/source.ts'
import { openStage } from './stage.tsx'

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

test('one undo brings back a removed widget and the place of the one that moved up', async () => {
  await openStage(
    <SourceProvider value={sessionSource}>
      <DashboardEditor dashboard={dashboard} range={undefined} alarms={new Map()} close={() => {}} />
    </SourceProvider>,
    { replies: { 'GET /interfaces': () => [] } },
  )
  // Until its part has loaded, the widgets stand in the grid that only shows them.
  await expect.element(button(/^Remove/).first()).toBeVisible()
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
