import { expect, test } from 'vitest'
import { sampleFans, sampleInterface } from '../../../test/interface.sample.ts'
import { isOperable } from './Operate.tsx'

const box = { id: '1', displayName: 'Box', connected: false, retired: false }

test.each([
  ['a sensor', sampleInterface(), false],
  ['a device', sampleFans(), true],
  ['a device whose box is away: it may come back', sampleFans({ terminal: box }), true],
  ['a device whose box is retired', sampleFans({ terminal: { ...box, retired: true } }), false],
])('%s', (_what, iface, expected) => {
  expect(isOperable(iface)).toBe(expected)
})
