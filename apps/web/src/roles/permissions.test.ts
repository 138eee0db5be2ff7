import { permissionKeys } from '@steading/contract/users/permissions'
import { expect, test } from 'vitest'
import { EVERYTHING, permissionWord, permissionsOf, sections, withToggled } from './permissions.ts'

const shown = sections.flatMap(section => Object.keys(section.categories).flatMap(permissionsOf))

test('lists every permission except that for everything in one section', () => {
  expect(shown.toSorted()).toEqual(permissionKeys.filter(key => key !== EVERYTHING).toSorted())
})

test('words permissions uniquely within a category', () => {
  expect(permissionKeys.filter(key => permissionWord(key) === undefined)).toEqual([])
  const categories = sections.flatMap(section => Object.keys(section.categories))
  const wordsOf = (category: string) => permissionsOf(category).map(permissionWord)
  expect(categories.filter(category => new Set(wordsOf(category)).size < wordsOf(category).length)).toEqual([])
})

test('sorts view first, special actions last', () => {
  expect(permissionsOf('TERMINALS')).toEqual([
    'terminals.read',
    'terminals.create',
    'terminals.update',
    'terminals.delete',
    'terminals.update_name',
    'terminals.read_details',
  ])
})

test('adds and removes permissions, keeps the others', () => {
  expect(withToggled(['events.read', 'users.read'], ['users.create', 'users.read'], true)).toEqual([
    'users.create',
    'users.read',
    'events.read',
  ])
  expect(withToggled(['users.read', 'events.read'], ['users.read'], false)).toEqual(['events.read'])
})
