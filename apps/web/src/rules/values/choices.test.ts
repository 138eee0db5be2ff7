import { expect, test } from 'vitest'
import { createChoiceLookup } from './choices.ts'
import { house } from './templates.sample.ts'

test('what a rule names is told apart while it is filled in', () => {
  const choice = house.get('1')!
  const other = { ...choice, id: '11', place: 'Pavilhão 2', placeInFull: 'Quinta | Pavilhão 2' }
  const choices = new Map([...house, ['11', other]])
  const names = (named: readonly string[], home?: string) => {
    const known = createChoiceLookup(choices, named, home)
    return named.map(id => known(id).name)
  }
  expect(names(['1', '11'])).toEqual(['Temperature · Pavilhão 1', 'Temperature · Pavilhão 2'])
  expect(names(['1'], 'Quinta | Pavilhão 1')).toEqual(['Temperature'])
  expect(names(['11'], 'Quinta | Pavilhão 1')).toEqual(['Temperature · Pavilhão 2'])
  expect(createChoiceLookup(choices, [], undefined)('11').name).toBe('Temperature')
})
