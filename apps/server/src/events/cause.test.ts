import { expect, test } from 'vitest'
import { freezeCause } from './cause.ts'

const reason = {
  line: 0,
  interfaceId: '4',
  value: 2600,
  reading: 2600,
  operator: 'GREATER',
  threshold: 2500,
  since: 1000,
  permanence: 600,
} as const

test('a cause keeps the unit of its sensor and the compared value', () => {
  const scale = (max: number) =>
    freezeCause(reason, { id: '4', name: 'Scale', category: 'ANIMAL_SCALE', max, place: 'Paul | House 1' }, 3)
  expect(scale(25_000)).toMatchObject({
    unit: 'g',
    interfaceName: 'Scale',
    place: 'Paul | House 1',
    ruleVersion: 3,
    sinceUtc: '1970-01-01T00:00:01.000Z',
  })
  expect(scale(500)).toMatchObject({ unit: 'kg' })
  expect(scale(500)).not.toHaveProperty('relativeTo')
  const door = freezeCause(
    { ...reason, value: true },
    { id: '4', name: 'Door', category: 'DOOR_CONTACT', max: null, place: '' },
    3,
  )
  expect(door.unit).toBeNull()
  const share = { ...reason, relativeTo: 'CAPACITY', percent: true } as const
  expect(freezeCause(share, { id: '4', name: 'Silo', category: 'SILO_WEIGHT', max: 15_000, place: '' }, 3)).toMatchObject({
    unit: 'kg',
    relativeTo: 'CAPACITY',
    percent: true,
  })
})
