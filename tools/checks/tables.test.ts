import { expect, test } from 'vitest'
import { tableProblems } from './tables.ts'

const MIGRATIONS = 'create table farms (id int);\ncreate table animals (id int);'
const farms = { path: 'farms/farms.sql.ts', text: `work.sql.insertInto('farms')` }
const animals = {
  path: 'animals/lists/animals.sql.ts',
  text: `import { x } from '../../farms/index.ts'\nwork.sql.insertInto('animals')`,
}
const downward = {
  path: 'animals/lists/farms.sql.ts',
  text: `work.sql.selectFrom('animals').innerJoin('farms as f', 'f.id', 'id')`,
}
const upward = { path: 'farms/counts.sql.ts', text: 'sql`select count(*) from farms join animals on true`' }

test('a slice may read tables of the slices that it imports', () => {
  expect(tableProblems([farms, animals, downward], MIGRATIONS, {})).toEqual([])
})

test('a slice reads no tables of a slice that imports it', () => {
  expect(tableProblems([farms, animals, upward], MIGRATIONS, {})).toEqual([
    'apps/server/src/farms reads animals of animals, which imports it',
  ])
})

test('a listed exception passes while it is needed', () => {
  const allowed = { farms: { tables: ['animals'], reason: 'counts' } }
  expect(tableProblems([farms, animals, upward], MIGRATIONS, allowed)).toEqual([])
  expect(tableProblems([farms, animals], MIGRATIONS, allowed)).toEqual([
    'farms reads no animals of a slice above: take it off the list',
  ])
})
