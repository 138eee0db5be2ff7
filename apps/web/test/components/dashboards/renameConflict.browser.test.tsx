import type { DashboardWidgets } from '@steading/contract/widgets/dashboards'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import RenameDialog from '../../../src/dashboards/actions/RenameDialog.tsx'
import { isClean } from '../axe.ts'
import { type Call, failure, openStage } from '../stage.tsx'
import { dashboard } from './editorStage.tsx'

const newer: DashboardWidgets = {
  ...dashboard,
  displayName: 'Night gate',
  subtitle: 'Houses 1 to 3',
  version: 2,
  lastUpdatedBy: { userId: '9', shortName: 'Ana' },
}
const field = (name: string) => page.getByRole('textbox', { name })
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
const bodies = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)

/** The dialog with what somebody types while others save another name and a subtitle. */
async function saveOverOthers(typed: Readonly<Record<string, string>>) {
  const close = vi.fn<() => void>()
  const { calls } = await openStage(<RenameDialog dashboard={dashboard} close={close} />, {
    replies: {
      'PUT /dashboard/:id': ({ body }: Call) =>
        (body as { version: number }).version === 1 ? failure(409, 'VERSION_CONFLICT') : { ...newer, version: 3 },
      'GET /dashboard/:id/true': () => newer,
    },
  })
  for (const [name, text] of Object.entries(typed)) await field(name).fill(text)
  await save()
  await expect.element(page.getByText(/Ana/).first()).toBeVisible()
  return { calls, close }
}

test('a name that others changed meanwhile stays as it was typed, beside theirs', async () => {
  const { calls, close } = await saveOverOthers({ Name: 'Yard' })
  await expect.element(field('Name')).toHaveValue('Yard')
  await expect.element(page.getByText('Night gate', { exact: false }).first()).toBeVisible()
  await isClean(page.getByRole('dialog').element())
  await save()
  await expect.poll(() => close.mock.calls.length).toBe(1)
  // The subtitle was not touched here: that of the others stays.
  expect(bodies(calls).at(-1)).toEqual({ displayName: 'Yard', subtitle: 'Houses 1 to 3', version: 2 })
})

test('a subtitle that was typed stays beside the name that others changed', async () => {
  const { calls, close } = await saveOverOthers({ Subtitle: 'By the road' })
  await expect.element(field('Subtitle')).toHaveValue('By the road')
  await save()
  await expect.poll(() => close.mock.calls.length).toBe(1)
  expect(bodies(calls).at(-1)).toEqual({ displayName: 'Night gate', subtitle: 'By the road', version: 2 })
})
