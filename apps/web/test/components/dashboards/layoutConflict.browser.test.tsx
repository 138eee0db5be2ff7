import type { DashboardWidgets, Widget } from '@steading/contract/widgets/dashboards'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draftOf } from '../../../src/dashboards/edit/arranging.ts'
import { withAdded, withConfigs, withLayout, withoutWidget } from '../../../src/dashboards/edit/draft.ts'
import LayoutConflict from '../../../src/dashboards/edit/LayoutConflict.tsx'
import { isClean } from '../axe.ts'
import { openStage } from '../stage.tsx'

const chart = (id: string, title: string, hours = 24): Widget => ({
  id,
  dashboardId: '1',
  type: 'SIMPLE_MULTI_LINE_CHART',
  configs: { interfaceIds: ['7'], title, hours },
  isBroken: false,
  files: [],
})
const place = (id: string, x: number, y = 0) => ({ id, x, y, w: 3, h: 2 })
const stored: DashboardWidgets = {
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
  layout: [place('1', 0), place('2', 3), place('3', 6), place('4', 9)],
  widgets: { '1': chart('1', 'Air'), '2': chart('2', 'Water'), '3': chart('3', 'Feed'), '4': chart('4', 'Light') },
}
/** Others changed Air and Water, removed Light, and added Doors. */
const newer: DashboardWidgets = {
  ...stored,
  version: 2,
  lastUpdatedBy: { userId: '9', shortName: 'Ana' },
  lastUpdateTimestampUtc: '2026-03-04T10:30:00Z',
  layout: [place('1', 0), place('2', 3), place('3', 6), place('5', 9)],
  widgets: { '1': chart('1', 'Air', 48), '2': chart('2', 'Water', 48), '3': chart('3', 'Feed'), '5': chart('5', 'Doors') },
}
const result = (title: string) => ({
  type: 'SIMPLE_MULTI_LINE_CHART' as const,
  configs: { interfaceIds: ['7'], title, hours: 24 },
  uploads: [],
  previews: [],
})

async function open(draft = draftOf(stored), latest = newer) {
  const [onDiscard, saveMine, close] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
  Object.assign(document.documentElement.dataset, { theme: 'steading', mantineColorScheme: 'light' })
  await openStage(
    <LayoutConflict
      draft={draft}
      stored={latest}
      interfaces={undefined}
      busy={false}
      onDiscard={onDiscard}
      saveMine={saveMine}
      close={close}
    />,
  )
  await expect.element(page.getByRole('dialog')).toBeVisible()
  return { onDiscard, saveMine, close }
}
const heading = (name: string) => page.getByRole('heading', { name })
/** Lines below a heading. */
const linesOf = (name: string) =>
  [...(heading(name).element().closest('section')?.querySelectorAll('li') ?? [])].map(line => line.textContent)
const button = (name: string) => page.getByRole('button', { name })

test('a conflict names the widgets that others changed, and those that stay changed here', async () => {
  const draft = withAdded(withoutWidget(withoutWidget(draftOf(stored), '2'), '3'), '1', result('Milk'))
  await open(draft)
  expect(linesOf('Saved in the meantime')).toEqual([
    'Added: Doors (Line chart)',
    'Changed: Air (Line chart) · Water (Line chart)',
    'Removed: Light (Line chart)',
  ])
  // Water was removed here, but others changed it: it stays, below Milk that took its place.
  expect(linesOf('Your changes, if you save both')).toEqual([
    'Added: Milk (Line chart)',
    'Removed: Feed (Line chart)',
    'Moved or resized: Water (Line chart)',
  ])
  await isClean(page.getByRole('dialog').element())
})

test('a conflict says who saved last, and when', async () => {
  await open()
  await expect.poll(() => page.getByText(/^Last changed by/).element().textContent).toMatch(/Ana.*2026/)
})

test('a conflict of which nobody known is the author names somebody else', async () => {
  await open(draftOf(stored), { ...newer, lastUpdatedBy: null })
  await expect.poll(() => page.getByText(/^Last changed by/).element().textContent).toContain('Somebody else')
})

test('a conflict over one setting of a widget says that the own widget is added', async () => {
  await open(withConfigs(draftOf(stored), '1', { ...result('Air'), configs: { interfaceIds: ['7'], title: 'Air', hours: 6 } }))
  expect(linesOf('Your changes, if you save both')).toEqual(['Added: Air (Line chart)'])
})

test('a conflict says that widgets were moved, and that none is changed here', async () => {
  const moved = { ...stored, version: 2, layout: [place('1', 0, 2), ...stored.layout.slice(1)] }
  await open(draftOf(stored), moved)
  expect(linesOf('Saved in the meantime')).toEqual(['Moved or resized: Air (Line chart)'])
  expect(linesOf('Your changes, if you save both')).toEqual(['No changes to widgets'])
})

test('a conflict names a widget that was moved here', async () => {
  await open(withLayout(draftOf(stored), [place('1', 0, 2), ...stored.layout.slice(1)]))
  expect(linesOf('Your changes, if you save both')).toEqual(['Moved or resized: Air (Line chart)'])
})

describe('a picture that others deleted and that was edited here', () => {
  const picture = (description: string): Widget => ({
    ...chart('2', ''),
    type: 'SIMPLE_IMAGE',
    configs: { files: ['plan.png'], description, fit: 'CONTAIN' },
    files: [{ name: 'plan.png', type: 'image/webp', size: 10, url: 'data:,' }],
  })
  const base = { ...stored, layout: stored.layout.slice(0, 2), widgets: { '1': chart('1', 'Air'), '2': picture('') } }
  const without = { ...base, version: 2, layout: base.layout.slice(0, 1), widgets: { '1': chart('1', 'Air') } }
  const edited = (uploads: readonly File[] = []) =>
    withConfigs(draftOf(base), '2', {
      type: 'SIMPLE_IMAGE',
      configs: { ...picture('Fire plan').configs, ...(uploads[0] && { files: [uploads[0].name] }) },
      uploads,
      previews: [],
    })

  test('is named as lost', async () => {
    await open(edited(), without)
    await expect.element(page.getByText(/^The picture was deleted, so this can’t be kept: Fire plan \(Picture\)\./)).toBeVisible()
    expect(linesOf('Your changes, if you save both')).toEqual(['No changes to widgets'])
    await isClean(page.getByRole('dialog').element())
  })

  test('is kept with a new picture', async () => {
    await open(edited([new File(['x'], 'plan-2.png')]), without)
    expect(linesOf('Your changes, if you save both')).toEqual(['Added: Fire plan (Picture)'])
    expect(page.getByText(/can’t be kept/).query()).toBeNull()
  })
})

describe('the dialog of a conflict', () => {
  test.each([
    ['Save both', 'saveMine'],
    ['Discard mine', 'onDiscard'],
    ['Keep editing', 'close'],
  ] as const)('%s calls %s alone', async (name, called) => {
    const calls = await open()
    await button(name).click()
    expect(Object.entries(calls).filter(([, call]) => call.mock.calls.length > 0)).toEqual([[called, calls[called]]])
  })

  test('Escape continues the draft', async () => {
    const { onDiscard, close } = await open()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => close.mock.calls.length).toBe(1)
    expect(onDiscard).not.toHaveBeenCalled()
  })
})
