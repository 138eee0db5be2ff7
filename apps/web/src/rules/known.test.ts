import { expect, test } from 'vitest'
import { sampleInterface } from '../platform/interface.sample.ts'
import { knownOf } from './known.ts'

const nowhere = { interfaces: [] }
const there = (id: string, box: string) =>
  sampleInterface({ id, terminal: { id: box, displayName: `Box ${box}`, connected: true, retired: false } })

test('interfaces of several boxes are called with their box, those of one by their name alone', () => {
  const apart = knownOf(nowhere, [there('1', '1'), there('2', '2')])
  expect([apart('1').name, apart('2').name]).toEqual(['One (Box 1)', 'One (Box 2)'])
  const together = knownOf(nowhere, [there('1', '1'), there('2', '1')])
  expect(together('2').name).toBe('One')
})
