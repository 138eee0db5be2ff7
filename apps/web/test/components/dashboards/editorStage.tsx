import type { DashboardWidgets, Widget } from '@steading/contract/widgets/dashboards'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { DashboardPage } from '../../../src/dashboards/page/DashboardPage.tsx'
import { sessionBoard } from '../../../src/widgets/source/sessionBoard.ts'
import { SourceProvider } from '../../../src/widgets/source/source.ts'
import { type Call, openStage } from '../stage.tsx'

export const note = (id: string, text: string): Widget => ({
  id,
  dashboardId: '1',
  type: 'STICKY_NOTE',
  configs: { text },
  isBroken: false,
  files: [],
})
export const dashboard: DashboardWidgets = {
  id: '1',
  displayName: 'Gate',
  subtitle: null,
  version: 1,
  favourite: false,
  homepage: false,
  own: true,
  mayArrange: true,
  entity: null,
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
  layout: [
    { id: '1', x: 0, y: 0, w: 3, h: 2 },
    { id: '2', x: 0, y: 2, w: 3, h: 2 },
  ],
  widgets: { '1': note('1', 'Above'), '2': note('2', 'Below') },
}
export const button = (name: string | RegExp) => page.getByRole('button', { name })

/** The page of a dashboard, and what the server answers besides. */
export async function openPage(
  shown: DashboardWidgets = dashboard,
  replies: Readonly<Record<string, (call: Call) => unknown>> = {},
) {
  const stage = await openStage(
    <SourceProvider value={sessionBoard}>
      <DashboardPage id="1" range={undefined} list={[]} alarms={new Map()} />
    </SourceProvider>,
    { path: '/farmview', replies: { 'GET /interfaces': () => [], 'GET /dashboard/:id/true': () => shown, ...replies } },
  )
  await expect.element(button('Edit dashboard')).toBeVisible()
  return stage
}
/** The same, about to be arranged. */
export async function openEditor(...of: Parameters<typeof openPage>) {
  const stage = await openPage(...of)
  await button('Edit dashboard').click()
  await expect.element(button(/^Remove/).first()).toBeVisible()
  await expect.element(button('Save layout')).toBeVisible()
  return stage
}

export const tileOf = (text: string) => page.getByText(text, { exact: true }).element().closest<HTMLElement>('.tile')!
