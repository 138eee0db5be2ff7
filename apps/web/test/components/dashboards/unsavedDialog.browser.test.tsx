import { createHashHistory } from '@tanstack/react-router'
import type { Dashboard } from '@steading/contract/widgets/dashboards'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import RenameDialog from '../../../src/dashboards/actions/RenameDialog.tsx'
import WidgetDialog from '../../../src/dashboards/widgetForm/WidgetDialog.tsx'
import { openStage } from '../stage.tsx'

const dashboard: Dashboard = {
  id: '1',
  displayName: 'Gate',
  subtitle: null,
  version: 1,
  favourite: false,
  homepage: false,
  own: true,
  mayArrange: true,
  entity: null,
}
const dialogs = {
  'of a widget': (close: () => void) => ({
    dialog: (
      <WidgetDialog
        entityId={undefined}
        widget={{ id: '7', type: 'TITLE', configs: { text: 'Gate', position: 'LEFT', line: false }, files: [] }}
        isTypeFixed
        close={close}
        onDone={() => {}}
      />
    ),
    field: () => page.getByRole('textbox', { name: 'Text' }),
  }),
  'of a name': (close: () => void) => ({
    dialog: <RenameDialog dashboard={dashboard} close={close} />,
    field: () => page.getByRole('textbox', { name: 'Name' }),
  }),
}
const button = (name: string) => page.getByRole('button', { name })
/** A press beside the dialog, on what covers the page. */
async function pressOutside() {
  const cover = document.querySelector('.mantine-Modal-overlay')!
  await page.elementLocator(cover).click({ position: { x: 4, y: 4 } })
}
const ways = { Escape: () => userEvent.keyboard('{Escape}'), 'a press outside': pressOutside }

beforeEach(() => page.viewport(1280, 900))

const histories: { destroy: () => void }[] = []
afterEach(() => {
  histories.splice(0).forEach(history => history.destroy())
  window.location.hash = ''
})

describe.each(Object.entries(dialogs))('a dialog %s', (_, dialogOf) => {
  test.each(Object.entries(ways))('asks on %s before what is entered is lost', async (_name, leave) => {
    const close = vi.fn<() => void>()
    const { dialog, field } = dialogOf(close)
    await openStage(dialog)
    await field().fill('Yard')
    await leave()
    await button('Keep editing').click()
    await expect.element(button('Keep editing')).not.toBeInTheDocument()
    await expect.element(field()).toHaveValue('Yard')
    expect(close).not.toHaveBeenCalled()
    await leave()
    await button('Discard changes').click()
    await expect.poll(() => close.mock.calls.length).toBe(1)
  })

  test.each(Object.entries(ways))('closes on %s where nothing was entered', async (_name, leave) => {
    const close = vi.fn<() => void>()
    const { dialog, field } = dialogOf(close)
    await openStage(dialog)
    await expect.element(field()).toHaveValue('Gate')
    await leave()
    await expect.poll(() => close.mock.calls.length).toBe(1)
    expect(button('Keep editing').query()).toBeNull()
  })

  test('asks when Back is pressed before what is entered is lost', async () => {
    window.location.hash = '#/elsewhere'
    const history = createHashHistory()
    histories.push(history)
    history.push('/edit')
    history.flush()
    const { dialog, field } = dialogOf(() => {})
    const { place } = await openStage(dialog, { path: '/edit', history })
    await field().fill('Yard')
    window.history.back()
    await button('Keep editing').click()
    await expect.element(field()).toHaveValue('Yard')
    await expect.poll(() => window.location.hash).toBe('#/edit')
    expect(place().pathname).toBe('/edit')
    window.history.back()
    await button('Discard changes').click()
    await expect.element(page.getByText('elsewhere')).toBeVisible()
    expect(page.getByRole('dialog').query()).toBeNull()
  })
})
