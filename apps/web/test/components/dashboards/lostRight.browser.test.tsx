import type { DashboardWidgets, Widget } from '@steading/contract/widgets/dashboards'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { isClean } from '../axe.ts'
import { type Call, failure } from '../stage.tsx'
import { button, dashboard, note, openEditor } from './editorStage.tsx'

const picture: Widget = {
  ...note('2', ''),
  type: 'SIMPLE_IMAGE',
  configs: { files: ['plan.png'], description: 'Fire plan', fit: 'CONTAIN' },
  files: [{ name: 'plan.png', type: 'image/webp', size: 1, url: '/services/static/widgets/image/2/plan.png' }],
}
const withPicture: DashboardWidgets = { ...dashboard, widgets: { '1': note('1', 'Above'), '2': picture } }
const own = { ...dashboard, id: '9' }
const isOwn = ({ path }: Call) => path.startsWith('/dashboard/9')
/** The dashboard that is arranged refuses the draft; a new one takes it. */
const refusing = (status: 403 | 404, ofOwn: () => unknown = () => own) => ({
  'PUT /dashboard/:id/widgets': (call: Call) =>
    isOwn(call) ? ofOwn() : failure(status, status === 403 ? 'NOT_ALLOWED' : 'NOT_FOUND'),
  'POST /dashboard': () => own,
  'DELETE /dashboard/:id': () => ({}),
})
const sent = (calls: readonly Call[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ call: `${method} ${path}`, body }))
const dialog = () => page.getByRole('dialog')

/** Removes the first widget and saves, which is refused. */
async function saveRefused() {
  await button('Remove: Above').click()
  await button('Save layout').click()
  await expect.element(page.getByRole('dialog', { name: 'You can no longer change this dashboard' })).toBeVisible()
}

test.each([403, 404] as const)('a draft that is refused by %s becomes an own dashboard', async status => {
  const { calls, place } = await openEditor(dashboard, refusing(status))
  await saveRefused()
  await isClean(dialog().element())
  await button('Save as my own').click()
  await expect.poll(() => place().searchStr).toBe('?dashboard=9')
  expect(sent(calls).slice(1)).toEqual([
    { call: 'POST /dashboard', body: { displayName: 'Gate' } },
    {
      call: 'PUT /dashboard/9/widgets',
      body: {
        version: 1,
        layout: [{ id: 'new-1', x: 0, y: 0, w: 3, h: 2 }],
        added: [{ id: 'new-1', type: 'STICKY_NOTE', configs: { text: 'Below' } }],
        edited: [],
      },
    },
  ])
  await expect.element(page.getByText('Saved as your own dashboard')).toBeVisible()
  expect(dialog().query()).toBeNull()
})

test('a draft that is refused stays where it is not saved as an own one', async () => {
  const { calls } = await openEditor(dashboard, refusing(403))
  await saveRefused()
  await dialog().getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'false')
  expect(page.getByText('Above', { exact: true }).query()).toBeNull()
  expect(sent(calls)).toHaveLength(1)
})

test('a draft that an own dashboard does not take either stays, and the empty dashboard goes', async () => {
  const { calls } = await openEditor(
    dashboard,
    refusing(404, () => failure(400, 'INVALID_INPUT')),
  )
  await saveRefused()
  await button('Save as my own').click()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'false')
  expect(sent(calls).at(-1)).toMatchObject({ call: 'DELETE /dashboard/9' })
})

test('an own dashboard has the saved pictures', async () => {
  const { calls, place } = await openEditor(withPicture, {
    ...refusing(403),
    'GET /static/widgets/image/:id/:name': () => new Response('x', { headers: { 'content-type': 'image/webp' } }),
  })
  await saveRefused()
  await button('Save as my own').click()
  await expect.poll(() => place().searchStr).toBe('?dashboard=9')
  expect(sent(calls).at(-1)).toMatchObject({
    call: 'PUT /dashboard/9/widgets',
    body: { added: [{ type: 'SIMPLE_IMAGE', configs: { files: ['new-1-plan.png'], description: 'Fire plan' } }] },
  })
})

test('a picture that is gone is named before an own dashboard is saved without it', async () => {
  const { calls, place } = await openEditor(withPicture, refusing(404))
  await saveRefused()
  await button('Save as my own').click()
  const question = page.getByRole('dialog', {
    name: 'Can’t be taken along, because the picture is no longer available: Fire plan (Picture).',
  })
  await expect.element(question).toBeVisible()
  expect(sent(calls)).toHaveLength(1)
  await question.getByRole('button', { name: 'Save as my own' }).click()
  await expect.poll(() => place().searchStr).toBe('?dashboard=9')
  expect(sent(calls).at(-1)).toMatchObject({ body: { added: [], layout: [] } })
})

test('a picture that cannot be read now leaves the draft as it is', async () => {
  const { calls } = await openEditor(withPicture, {
    ...refusing(403),
    'GET /static/widgets/image/:id/:name': () => failure(500, 'INTERNAL'),
  })
  await saveRefused()
  await button('Save as my own').click()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'false')
  expect(sent(calls)).toHaveLength(1)
})

test('pictures of an own dashboard and their duplicates are read by their present addresses', async () => {
  const renewed = { ...picture, files: [{ ...picture.files[0]!, url: `${picture.files[0]!.url}?expires=2` }] }
  let answers = 0
  const { calls, place } = await openEditor(withPicture, {
    ...refusing(403),
    'GET /dashboard/:id/true': () =>
      answers++ === 0 ? withPicture : { ...withPicture, widgets: { ...withPicture.widgets, '2': renewed } },
    'GET /static/widgets/image/:id/:name': () => new Response('x', { headers: { 'content-type': 'image/webp' } }),
  })
  await button('Duplicate: Fire plan').click()
  await saveRefused()
  await button('Save as my own').click()
  await expect.poll(() => place().searchStr).toBe('?dashboard=9')
  const pictures = calls.filter(({ path }) => path.startsWith('/static/widgets/image'))
  expect(pictures.map(({ query }) => query.get('expires'))).toEqual(['2', '2'])
})

test('a widget that an own dashboard does not take is named and opened', async () => {
  const refused = () => failure(400, 'INVALID_INPUT', [{ field: 'added.0.configs.text', code: 'required', message: 'Missing' }])
  await openEditor(dashboard, refusing(403, refused))
  await saveRefused()
  await button('Save as my own').click()
  const refusal = page.getByRole('dialog', { name: /can’t be saved like this/ })
  await refusal.getByRole('button', { name: 'Close' }).click()
  const texts = () => [...document.querySelectorAll<HTMLTextAreaElement>('[role=dialog] textarea')].map(({ value }) => value)
  await expect.poll(texts).toContain('Below')
})
