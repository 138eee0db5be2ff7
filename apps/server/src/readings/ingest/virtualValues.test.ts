import { CATEGORIES } from '@steading/contract/devices/categories'
import { expect, test } from 'vitest'
import { computeVirtualValues } from './virtualValues.ts'
import type { Formula, Spec, TerminalSpecs } from '../spec.ts'

const T = Date.UTC(2026, 10, 20, 12)
const spec = (id: number, formula?: Formula): Spec => ({
  id,
  interfaceId: String(id),
  ix: id,
  terminalId: '9',
  dataType: 'DECIMAL',
  category: CATEGORIES.TEMPERATURE,
  min: -40,
  max: 80,
  history: 'ALL_VALUES',
  historySeconds: 300,
  every: 60,
  kind: 'MEAN',
  meter: {},
  rebased: [],
  ...(formula && { formula }),
})

test.each([
  [1e308, 30, Number.MAX_VALUE],
  [-1e308, 30, -Number.MAX_VALUE],
  [2, 30, 60],
])('a factor of %d makes of %d the finite number %d', (a, value, result) => {
  const source = spec(1)
  const scaled = spec(2, { operation: 'SCALE', sources: [1], a, b: 0 })
  const specs: TerminalSpecs = {
    byIx: new Map(),
    byId: new Map([source, scaled].map(one => [one.id, one])),
    computedFrom: new Map([[1, [scaled]]]),
    known: new Map(),
    registers: new Map(),
  }
  const memory = { newest: () => ({ ts: T, value, flags: 0 }), register: () => undefined, keep: () => undefined }
  expect(computeVirtualValues(source, T, specs, memory)).toEqual([{ spec: scaled, value: result }])
})
