import type { LayoutItem } from '@steading/contract/dashboards'
import { expect, test } from 'vitest'
import { rebased, withAdded } from './draft.ts'

const tile = (id: string, x: number, y: number): LayoutItem => ({ id, x, y, w: 3, h: 1 })

test('what was arranged here stays upon a newer state; what is new there takes its place or one below; what is gone goes', () => {
  const draft = { version: 4, layout: [tile('1', 6, 0), tile('2', 0, 2)] }
  expect(rebased(draft, { version: 7, layout: [tile('1', 0, 0), tile('2', 3, 0), tile('3', 9, 0), tile('4', 6, 0)] })).toEqual({
    version: 7,
    layout: [tile('1', 6, 0), tile('2', 0, 2), tile('3', 9, 0), tile('4', 6, 3)],
  })
  expect(rebased(draft, { version: 5, layout: [tile('2', 3, 0)] })).toEqual({ version: 5, layout: [tile('2', 0, 2)] })
})

test('a tile that was added here is known; what somebody else saved meanwhile is asked about when this is saved', () => {
  const draft = { version: 4, layout: [tile('1', 6, 0)] }
  const fresh = [tile('1', 0, 0), tile('2', 3, 0)]
  expect(withAdded(draft, { version: 5, layout: fresh })).toEqual({ version: 5, layout: [tile('1', 6, 0), tile('2', 3, 0)] })
  expect(withAdded(draft, { version: 6, layout: fresh })).toEqual({ version: 4, layout: [tile('1', 6, 0), tile('2', 3, 0)] })
})
