import type { LayoutItem, Widget } from '@steading/contract/widgets/dashboards'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draftOf } from './arranging.ts'
import {
  isChanged,
  lostWidgets,
  ownDraft,
  rebased,
  requestOf,
  withAdded,
  withConfigs,
  withDuplicate,
  withLayout,
  withoutWidget,
} from './draft.ts'
import { type History, pushed, redone, undone } from './history.ts'

const item = (id: string, x: number, y: number, w = 3, h = 1): LayoutItem => ({ id, x, y, w, h })
const note = (id: string, text = 'Note'): Widget => ({
  id,
  dashboardId: '1',
  type: 'STICKY_NOTE',
  configs: { text },
  isBroken: false,
  files: [],
})
const dashboard = {
  version: 4,
  layout: [item('1', 0, 0), item('2', 3, 0)],
  widgets: { '1': note('1'), '2': note('2') },
}
const result = (text: string) => ({ type: 'STICKY_NOTE' as const, configs: { text }, uploads: [], previews: [] })

test('a new draft has nothing to save', () => {
  const draft = draftOf(dashboard)
  expect(isChanged(draft, dashboard)).toBe(false)
  expect(isChanged({ ...draft, layout: draft.layout.toReversed() }, dashboard)).toBe(false)
})

test('a draft saves what was added, edited and removed', () => {
  const added = withAdded(draftOf(dashboard), '1', result('New'))
  const edited = withConfigs(added, '1', result('Edited'))
  const draft = withoutWidget(edited, '2')
  expect(isChanged(draft, dashboard)).toBe(true)
  expect(requestOf(draft).body).toEqual({
    version: 4,
    layout: [item('1', 0, 0), { id: 'new-1', x: 6, y: 0, w: 2, h: 1 }],
    added: [{ id: 'new-1', type: 'STICKY_NOTE', configs: { text: 'New' } }],
    edited: [{ id: '1', configs: { text: 'Edited' } }],
  })
})

test('a widget that is added and removed again leaves nothing to save', () => {
  const draft = withoutWidget(withAdded(draftOf(dashboard), '1', result('New')), 'new-1')
  expect(isChanged(draft, dashboard)).toBe(false)
  expect(requestOf(draft).body).toMatchObject({ added: [], edited: [] })
})

test('a duplicate names the saved widget whose pictures it takes over', () => {
  const once = withDuplicate(draftOf(dashboard), '2')
  const twice = withDuplicate(once, 'new-1')
  expect(requestOf(twice).body.added).toMatchObject([
    { id: 'new-1', copyOf: '2' },
    { id: 'new-2', copyOf: '2' },
  ])
})

test('pictures of removed widgets are not uploaded', () => {
  const file = new File(['x'], 'new-a.png')
  const picture = { type: 'SIMPLE_IMAGE' as const, configs: { files: ['new-a.png'] }, uploads: [file], previews: [] }
  const draft = withAdded(draftOf(dashboard), '1', picture)
  expect(requestOf(draft).files).toEqual([file])
  expect(requestOf(withoutWidget(draft, 'new-1')).files).toEqual([])
})

test('a rebased draft keeps its changes and takes those of others', () => {
  const mine = withConfigs(withoutWidget(withAdded(draftOf(dashboard), '1', result('New')), '2'), '1', result('Mine'))
  const newer = {
    version: 5,
    layout: [item('1', 0, 2), item('2', 3, 0), item('7', 6, 0)],
    widgets: { '1': note('1'), '2': note('2'), '7': note('7') },
  }
  const draft = rebased(mine, newer)
  expect(draft.version).toBe(5)
  // Its own widget stays, what others moved has moved, what others added stands below what is in its way.
  expect(draft.layout).toEqual([{ ...item('new-1', 6, 0), w: 2 }, item('1', 0, 2), item('7', 6, 3)])
  expect(requestOf(draft).body.edited).toEqual([{ id: '1', configs: { text: 'Mine' } }])
})

test('a widget that was moved here stays where it was put', () => {
  const moved = withLayout(draftOf(dashboard), [item('1', 0, 4), item('2', 3, 0)])
  const draft = rebased(moved, { ...dashboard, version: 5, layout: [item('1', 9, 0), item('2', 6, 0)] })
  expect(draft.layout).toEqual([item('1', 0, 4), item('2', 6, 0)])
})

test('fields of a widget are taken from the side that changed them', () => {
  const saved = { ...note('1'), configs: { text: 'Note', title: 'Old', rowIndex: 0 } }
  const before = { ...dashboard, widgets: { '1': saved, '2': note('2') } }
  const mine = withConfigs(draftOf(before), '1', { ...result('Mine'), configs: { text: 'Mine', title: 'Old' } })
  const remote = { ...saved, configs: { text: 'Note', title: 'New', rowIndex: 3 } }
  const draft = rebased(mine, { ...before, version: 5, widgets: { ...before.widgets, '1': remote } })
  expect(requestOf(draft).body.edited).toEqual([{ id: '1', configs: { text: 'Mine', title: 'New' } }])
})

test('both widgets stay where both sides changed one field', () => {
  const mine = withConfigs(draftOf(dashboard), '1', result('Mine'))
  const draft = rebased(mine, { ...dashboard, version: 5, widgets: { ...dashboard.widgets, '1': note('1', 'Other') } })
  expect(draft.widgets['1']).toMatchObject({ configs: { text: 'Other' } })
  expect(requestOf(draft).body).toMatchObject({
    edited: [],
    added: [{ type: 'STICKY_NOTE', configs: { text: 'Mine' } }],
    layout: [item('1', 0, 0), item('2', 3, 0), item('new-1', 0, 1)],
  })
})

test('a widget that was edited here is added again where others deleted it', () => {
  const edited = withConfigs(draftOf(dashboard), '2', result('Mine'))
  const draft = rebased(edited, { version: 5, layout: [item('1', 0, 0)], widgets: { '1': note('1') } })
  expect(draft.layout).toEqual([item('1', 0, 0), item('new-1', 3, 0)])
  expect(requestOf(draft).body).toMatchObject({ edited: [], added: [{ id: 'new-1', configs: { text: 'Mine' } }] })
})

test('a widget that others deleted is gone where it was not edited here', () => {
  const draft = rebased(draftOf(dashboard), { version: 5, layout: [item('1', 0, 0)], widgets: { '1': note('1') } })
  expect(draft.layout).toEqual([item('1', 0, 0)])
})

test('a widget that was removed here stays where others edited it meanwhile', () => {
  const removed = withoutWidget(draftOf(dashboard), '2')
  const widgets = { ...dashboard.widgets, '2': note('2', 'Other') }
  expect(rebased(removed, { ...dashboard, version: 5, widgets }).layout).toEqual([item('1', 0, 0), item('2', 3, 0)])
  expect(rebased(removed, { ...dashboard, version: 5 }).layout).toEqual([item('1', 0, 0)])
})

test('a copy of a widget that others deleted is saved as a widget of its own', () => {
  const draft = rebased(withDuplicate(draftOf(dashboard), '2'), {
    version: 5,
    layout: [item('1', 0, 0)],
    widgets: { '1': note('1') },
  })
  expect(draft.layout.map(({ id }) => id).toSorted()).toEqual(['1', 'new-1'])
  expect(requestOf(draft).body.added).toEqual([{ id: 'new-1', type: 'STICKY_NOTE', configs: { text: 'Note' } }])
})

test('a copy that shows the pictures of a deleted widget goes with it', () => {
  const picture = { ...note('2'), type: 'SIMPLE_IMAGE' as const, configs: { files: ['gate.png'] } }
  const copied = withDuplicate(draftOf({ ...dashboard, widgets: { '1': note('1'), '2': picture } }), '2')
  const draft = rebased(copied, { version: 5, layout: [item('1', 0, 0)], widgets: { '1': note('1') } })
  expect(draft.layout.map(({ id }) => id)).toEqual(['1'])
  expect(requestOf(draft).body.added).toEqual([])
})

test('names the own widgets that are lost with the pictures that others deleted', () => {
  const picture = { ...note('2'), type: 'SIMPLE_IMAGE' as const, configs: { files: ['gate.png'] } }
  const base = draftOf({ ...dashboard, widgets: { '1': note('1'), '2': picture } })
  const stored = { version: 5, layout: [item('1', 0, 0)], widgets: { '1': note('1') } }
  const image = { type: 'SIMPLE_IMAGE' as const, uploads: [], previews: [] }
  const edited = withConfigs(withDuplicate(base, '2'), '2', { ...image, configs: { files: ['gate.png'], description: 'Gate' } })
  const lost = (draft: typeof base) => lostWidgets(draft, stored).map(({ id }) => id)
  expect(lost(edited)).toEqual(['2', 'new-1'])
  expect(lost(withoutWidget(edited, 'new-1'))).toEqual(['2'])
  // Nobody worked on it here, or it has a picture of its own.
  expect(lost(base)).toEqual([])
  const file = new File(['x'], 'new.png')
  expect(lost(withConfigs(base, '2', { ...image, configs: { files: ['new.png'] }, uploads: [file] }))).toEqual([])
})

describe('a draft for a new dashboard', () => {
  const url = (name: string) => ({ name, type: 'image/webp', size: 1, url: `/${name}` })
  const pictureOf = (id: string) => ({
    ...note(id),
    type: 'SIMPLE_IMAGE' as const,
    configs: { files: ['gate.png'], rowIndex: 2 },
    files: [url('gate.png')],
  })
  const stored = { ...dashboard, widgets: { '1': pictureOf('1'), '2': pictureOf('2') } }
  const fetched = (content: string) => Promise.resolve(new File([content], 'gate.png', { type: 'image/webp' }))

  test('adds every widget at its place, saved ones included', async () => {
    const changed = withAdded(withConfigs(draftOf(dashboard), '1', result('Edited')), '1', result('New'))
    const { draft, lost } = await ownDraft(changed, () => fetched('x'))
    expect(requestOf({ ...draft, version: 1 }).body).toEqual({
      version: 1,
      layout: [item('new-1', 0, 0), item('new-2', 3, 0), { id: 'new-3', x: 6, y: 0, w: 2, h: 1 }],
      added: ['Edited', 'Note', 'New'].map((text, at) => ({ id: `new-${at + 1}`, type: 'STICKY_NOTE', configs: { text } })),
      edited: [],
    })
    expect(lost).toEqual([])
  })

  test('brings the pictures of saved widgets under names of their own', async () => {
    const { draft } = await ownDraft(draftOf(stored), () => fetched('x'))
    const { body, files } = requestOf({ ...draft, version: 1 })
    expect(body.added.map(({ configs }) => configs)).toEqual([{ files: ['new-1-gate.png'] }, { files: ['new-2-gate.png'] }])
    expect(files.map(({ name, type }) => [name, type])).toEqual([
      ['new-1-gate.png', 'image/webp'],
      ['new-2-gate.png', 'image/webp'],
    ])
  })

  test('names the widgets whose pictures are gone', async () => {
    const uploaded = withConfigs(draftOf(stored), '1', {
      type: 'SIMPLE_IMAGE',
      configs: { files: ['new.png'] },
      uploads: [new File(['x'], 'new.png')],
      previews: [],
    })
    const { draft, lost } = await ownDraft(uploaded, () => Promise.resolve(undefined))
    expect(lost.map(({ id }) => id)).toEqual(['2'])
    expect(draft.uploads.map(({ name }) => name)).toEqual(['new-1-new.png'])
  })
})

test('undo and redo walk the same states back and forth', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 30 }), states => {
      let history: History<number> = { past: [], present: -1, future: [] }
      for (const state of states) history = pushed(history, state)
      for (const state of [-1, ...states].toReversed()) {
        expect(history.present).toBe(state)
        history = undone(history)
      }
      for (const state of states) {
        history = redone(history)
        expect(history.present).toBe(state)
      }
      return redone(history).present === states.at(-1)
    }),
  )
})
