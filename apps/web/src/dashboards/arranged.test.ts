import { expect, test } from 'vitest'
import { isArranged } from './arranged.ts'

const tile = (id: string, x: number, w = 3) => ({ id, x, y: 0, w, h: 1 })
const stood = { layout: [tile('1', 0), tile('2', 3)] }

test('a draft is unsaved once a tile stands elsewhere or has another size', () => {
  expect(isArranged({ layout: [tile('2', 3), tile('1', 0)] }, stood)).toBe(false)
  expect(isArranged({ layout: [tile('1', 0), tile('2', 6)] }, stood)).toBe(true)
  expect(isArranged({ layout: [tile('1', 0), tile('2', 3, 4)] }, stood)).toBe(true)
  expect(isArranged({ layout: [tile('1', 0), tile('2', 3), tile('3', 6)] }, stood)).toBe(true)
})
