import { permissionKeys } from '@steading/contract/permissions'
import { expect, test } from 'vitest'
import { EVERYTHING, permissionWord, permissionsOf, sections, withTurned } from './permissions.ts'

const shown = sections.flatMap(section => Object.keys(section.categories).flatMap(permissionsOf))

test('every permission but the one for everything stands in one section, once', () => {
  expect(shown.toSorted()).toEqual(permissionKeys.filter(key => key !== EVERYTHING).toSorted())
})

test('every permission has a word, and no two of a category have the same', () => {
  expect(permissionKeys.filter(key => permissionWord(key) === undefined)).toEqual([])
  const categories = sections.flatMap(section => Object.keys(section.categories))
  const wordsOf = (category: string) => permissionsOf(category).map(permissionWord)
  expect(categories.filter(one => new Set(wordsOf(one)).size < wordsOf(one).length)).toEqual([])
})

test('view stands first, what is particular last', () => {
  expect(permissionsOf('TERMINALS')).toEqual([
    'terminals.read',
    'terminals.create',
    'terminals.update',
    'terminals.delete',
    'terminals.update_name',
    'terminals.read_details',
  ])
})

test('some are put in and taken out, the others stay', () => {
  expect(withTurned(['events.read', 'users.read'], ['users.create', 'users.read'], true)).toEqual([
    'users.create',
    'users.read',
    'events.read',
  ])
  expect(withTurned(['users.read', 'events.read'], ['users.read'], false)).toEqual(['events.read'])
})
