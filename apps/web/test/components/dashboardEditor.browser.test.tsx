import type { DashboardWidgets } from '@steading/contract/widgets/dashboards'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, dashboard, note, openEditor, openPage, tileOf } from './dashboards/editorStage.tsx'
import { failure } from './stage.tsx'

/** Position of the tile in its grid, px: the hint above the grid wraps by the width that is left. */
const top = (text: string) => {
  const tile = page.getByText(text, { exact: true }).element().closest('.tile')!
  return tile.getBoundingClientRect().top - tile.parentElement!.getBoundingClientRect().top
}
test('one undo brings back a removed widget and the place of the one that moved up', async () => {
  await openEditor()
  await expect.element(page.getByText('Below', { exact: true })).toBeVisible()
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
  const before = top('Below')
  await button(/^Remove/)
    .first()
    .click()
  await expect.poll(() => top('Below')).toBeLessThan(before)
  await button('Undo').click()
  await expect.element(page.getByText('Above', { exact: true })).toBeVisible()
  await expect.poll(() => top('Below')).toBe(before)
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
  await button('Redo').click()
  await expect.poll(() => top('Below')).toBeLessThan(before)
  await expect.element(button('Redo')).toHaveAttribute('aria-disabled', 'true')
})

test('a stored gap is no change', async () => {
  const layout = [dashboard.layout[0]!, { id: '2', x: 0, y: 5, w: 3, h: 2 }]
  await openEditor({ ...dashboard, layout })
  await expect.poll(() => top('Below')).toBe(5 * 104)
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
  await button('Cancel').click()
  await expect.element(button('Edit dashboard')).toBeVisible()
  expect(page.getByRole('dialog').query()).toBeNull()
})

test('Ctrl+Z and Ctrl+Shift+Z walk the draft, and leave it alone in a field', async () => {
  await openEditor()
  await button(/^Remove/)
    .first()
    .click()
  await expect.poll(() => page.getByText('Above', { exact: true }).query()).toBeNull()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(page.getByText('Above', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.poll(() => page.getByText('Above', { exact: true }).query()).toBeNull()

  await button('Add widget').click()
  await page.getByRole('searchbox').fill('note')
  await userEvent.keyboard('{Control>}z{/Control}')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByRole('dialog').query()).toBeNull()
  await expect.element(button('Redo')).toHaveAttribute('aria-disabled', 'true')
  expect(page.getByText('Above', { exact: true }).query()).toBeNull()
})

test('Ctrl+Y redoes, and undo and redo are announced, also twice in a row', async () => {
  await openEditor()
  const announcement = () => document.querySelector('output')!.textContent
  for (const _ of [1, 2])
    await button(/^Remove/)
      .first()
      .click()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(announcement).toBe('Undone')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(announcement).toBe('Undone\u00A0')
  await userEvent.keyboard('{Control>}y{/Control}')
  await expect.poll(announcement).toBe('Redone')
  await expect.poll(() => page.getByText('Above', { exact: true }).query()).toBeNull()
})

test('the focus goes on to the widget that follows a removed one, and after the last to the button that adds', async () => {
  await openEditor()
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  await button('Remove: Above').click()
  await expect.poll(focused).toBe('Move Below')
  await button('Remove: Below').click()
  await expect.poll(focused).toBe('Add widget')
})

test('the focus is on the button that edits after a draft is discarded', async () => {
  await openEditor()
  await button('Remove: Above').click()
  await button('Cancel').click()
  await button('Discard changes').click()
  await expect.element(page.getByText('Above', { exact: true })).toBeVisible()
  await expect.poll(() => document.activeElement?.textContent).toBe('Edit dashboard')
  expect(page.getByRole('dialog').query()).toBeNull()
})

test('a phone is told nothing of dragging', async () => {
  const hint = () => page.getByText(/^Drag a widget by its name/)
  await openEditor()
  await expect.element(hint()).toBeVisible()
  await page.viewport(390, 800)
  await expect.element(hint()).not.toBeVisible()
  await page.viewport(1280, 900)
})

test('a dashboard with as many widgets as it may have says so instead of a copy', async () => {
  const ids = Array.from({ length: 100 }, (_, at) => String(at + 1))
  await openEditor({
    ...dashboard,
    layout: ids.map((id, at) => ({ id, x: 3 * (at % 4), y: 2 * Math.floor(at / 4), w: 3, h: 2 })),
    widgets: Object.fromEntries(ids.map(id => [id, note(id, `Note ${id}`)])),
  })
  await expect.element(button('Add widget')).toBeDisabled()
  await button('Duplicate: Note 1').first().click()
  await expect.poll(() => document.querySelector('output')!.textContent).toBe('A dashboard has at most 100 widgets.')
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
})

test('Escape puts a widget that is dragged back', async () => {
  await openPage(framed)
  await button('Edit dashboard').click()
  await expect.element(button(/^Remove/).first()).toBeVisible()
  const head = tileOf('Right').querySelector('.edit-head')!
  const { left, top: upper, width } = head.getBoundingClientRect()
  const fire = (type: string, x: number) =>
    head.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: left + x, clientY: upper + 20, isPrimary: true }),
    )
  head.setPointerCapture = () => undefined
  fire('pointerdown', 20)
  await expect
    .poll(() => {
      fire('pointermove', 20 - width)
      return columnOf('Right')
    })
    .toBe('5')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => columnOf('Right')).toBe('9')
  fire('pointerup', 20 - width)
  await expect.poll(() => columnOf('Right')).toBe('9')
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
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
  await expect.element(page.getByText('The newest', { exact: true })).toBeInViewport()
  const tile = () => page.getByText('The newest', { exact: true }).element().closest('.tile')!
  await expect.poll(() => document.activeElement?.closest('.tile')).toBe(tile())
  await expect.element(page.getByText('The newest added', { exact: true })).toBeInTheDocument()
  expect(rows.map(id => top(`Row ${id}`))).toEqual(before)
  await page.viewport(1280, 900)
})

test('a conflict whose newer version does not come says why, and the draft stays', async () => {
  let [isSaving, isThere] = [false, false]
  const newer = { ...dashboard, version: 2, widgets: { ...dashboard.widgets, '2': note('2', 'Others') } }
  await openEditor(dashboard, {
    'PUT /dashboard/:id/widgets': () => {
      isSaving = true
      return failure(409, 'VERSION_CONFLICT')
    },
    'GET /dashboard/:id/true': () => (isSaving ? (isThere ? newer : failure(400, 'INVALID_INPUT')) : dashboard),
  })
  await button(/^Remove/)
    .first()
    .click()
  await button('Save layout').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  expect(dialog.getByText('Someone else changed this dashboard').query()).toBeNull()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'false')
  expect(page.getByText('Above', { exact: true }).query()).toBeNull()
  isThere = true
  await button('Save layout').click()
  await expect.element(dialog.getByRole('heading', { name: 'Someone else changed this dashboard' })).toBeVisible()
  await expect.element(dialog.getByText('Changed: Others (Note)')).toBeVisible()
  await expect.element(button('Save layout')).toBeInTheDocument()
})

test('a draft does not change while it is saved', async () => {
  let answer: (stored: DashboardWidgets) => void = () => undefined
  const stored = new Promise<DashboardWidgets>(resolve => (answer = resolve))
  await openEditor(dashboard, { 'PUT /dashboard/:id/widgets': () => stored })
  const grid = () => document.querySelector<HTMLElement>('.dash')!
  await button('Remove: Above').click()
  expect(grid().inert).toBe(false)
  await button('Save layout').click()
  await expect.poll(() => grid().inert).toBe(true)
  await expect.element(button('Add widget')).toBeDisabled()
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(page.getByText('Above', { exact: true }).query()).toBeNull()
  answer({ ...dashboard, version: 2, layout: [dashboard.layout[1]!], widgets: { '2': note('2', 'Below') } })
  await expect.element(button('Edit dashboard')).toBeVisible()
  expect(grid().inert).toBe(false)
})

test('a widget is not added to a dashboard that is saved empty', async () => {
  await openEditor(dashboard, { 'PUT /dashboard/:id/widgets': () => new Promise(() => undefined) })
  await button('Remove: Above').click()
  await button('Remove: Below').click()
  await button('Save layout').click()
  for (const at of [0, 1]) await expect.element(button('Add widget').nth(at)).toBeDisabled()
})

test('an answer that comes after Cancel leaves the next draft as it is', async () => {
  let answer: (stored: DashboardWidgets) => void = () => undefined
  const stored = new Promise<DashboardWidgets>(resolve => (answer = resolve))
  await openEditor(dashboard, { 'PUT /dashboard/:id/widgets': () => stored })
  await button('Remove: Above').click()
  await button('Save layout').click()
  await expect.element(button('Add widget')).toBeDisabled()
  await button('Cancel').click()
  await button('Discard changes').click()
  await button('Edit dashboard').click()
  await button('Remove: Below').click()
  answer({ ...dashboard, version: 2, layout: [dashboard.layout[1]!], widgets: { '2': note('2', 'Below') } })
  await expect.element(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'false')
})

const framed: DashboardWidgets = {
  ...dashboard,
  layout: [
    { id: '1', x: 0, y: 0, w: 4, h: 3 },
    { id: '2', x: 4, y: 0, w: 4, h: 3 },
    { id: '3', x: 8, y: 0, w: 4, h: 3 },
  ],
  widgets: {
    '1': note('1', 'Left'),
    '2': { ...note('2', ''), type: 'IFRAME', configs: { url: 'https://frame.example/', title: 'Camera', height: 300 } },
    '3': note('3', 'Right'),
  },
}
const frame = () => document.querySelector('iframe')
/** How often a frame was taken out of the document, as a browser does that loads it again; ends with `stop`. */
function watchFrames() {
  let removals = 0
  const hasFrame = (node: Node) => node instanceof Element && (node.matches('iframe') || node.querySelector('iframe') !== null)
  const count = (records: readonly MutationRecord[]) => {
    removals += records.flatMap(({ removedNodes }) => [...removedNodes]).filter(hasFrame).length
  }
  const observer = new MutationObserver(count)
  observer.observe(document.body, { childList: true, subtree: true })
  return {
    stop: () => {
      count(observer.takeRecords())
      observer.disconnect()
      return removals
    },
  }
}
const columnOf = (text: string) => getComputedStyle(tileOf(text)).gridColumnStart
/** Drags with the mouse from a point of a tile by a distance (px). */
const dragBy = (tile: HTMLElement, at: { x: number; y: number }, x: number, y = 0) => {
  const grid = tile.closest('.dash-grid')!
  const [from, to] = [tile.getBoundingClientRect(), grid.getBoundingClientRect()]
  const targetPosition = { x: from.left - to.left + at.x + x, y: from.top - to.top + at.y + y }
  return userEvent.dragAndDrop(tile, grid, { sourcePosition: at, targetPosition, force: true })
}

test('a frame stays in the document while the dashboard begins and ends to be arranged, and while it is dragged over', async () => {
  await openPage(framed)
  await expect.poll(frame).not.toBeNull()
  const [before, frames] = [frame(), watchFrames()]
  for (const _ of [1, 2, 3]) {
    await button('Edit dashboard').click()
    await expect.element(button('Save layout')).toBeVisible()
    await button('Cancel').click()
    await expect.element(button('Edit dashboard')).toBeVisible()
  }
  await button('Edit dashboard').click()
  await expect.element(button(/^Remove/).first()).toBeVisible()
  const column = tileOf('Left').getBoundingClientRect().width / 4
  await dragBy(tileOf('Left'), { x: 20, y: 20 }, 5 * column)
  await expect.poll(() => columnOf('Left')).not.toBe('1')
  await button('Undo').click()
  await expect.poll(() => columnOf('Left')).toBe('1')
  await button('Cancel').click()
  await expect.element(button('Edit dashboard')).toBeVisible()
  expect(frame()).toBe(before)
  expect(frames.stop()).toBe(0)
})

test('only the head of a widget drags it, and only while the dashboard is arranged', async () => {
  await openPage(framed)
  await expect.element(page.getByText('Right', { exact: true })).toBeVisible()
  const step = tileOf('Right').getBoundingClientRect().width
  await dragBy(tileOf('Right'), { x: 20, y: 20 }, -step)
  expect(columnOf('Right')).toBe('9')
  await button('Edit dashboard').click()
  await expect.element(button(/^Remove/).first()).toBeVisible()
  await dragBy(tileOf('Right'), { x: 20, y: 200 }, -step)
  expect(columnOf('Right')).toBe('9')
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
  await dragBy(tileOf('Right'), { x: 20, y: 20 }, -step)
  await expect.poll(() => columnOf('Right')).toBe('5')
  await button('Undo').click()
  await expect.poll(() => columnOf('Right')).toBe('9')
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
})

test('the corner of a widget resizes it within the sizes of its type', async () => {
  await openEditor({ ...dashboard, layout: [dashboard.layout[0]!, { id: '2', x: 6, y: 0, w: 3, h: 2 }] })
  const tile = tileOf('Above')
  const { width, height } = tile.getBoundingClientRect()
  await dragBy(tile, { x: width - 8, y: height - 8 }, width / 3, 0)
  await expect.poll(() => getComputedStyle(tile).gridColumnEnd).toBe('span 4')
  await dragBy(tile, { x: tile.getBoundingClientRect().width - 8, y: height - 8 }, -width * 1.2, -height)
  await expect.poll(() => [getComputedStyle(tile).gridColumnEnd, getComputedStyle(tile).gridRowEnd]).toEqual(['span 2', 'span 1'])
})
