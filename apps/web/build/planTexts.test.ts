import { expect, test } from 'vitest'
import { planTexts } from './planTexts.ts'

const plan = (chunks: Readonly<Record<string, readonly string[]>>, bytes: number) =>
  planTexts(
    {
      start: new Set(['ui.save', 'login.title']),
      chunks: new Map(Object.entries(chunks).map(([file, keys]) => [file, new Set(keys)])),
    },
    keys => keys.length * bytes,
    { file: 2_500 },
  )

test('a chunk needs the parts of the areas that it uses beyond the start', () => {
  const { start, parts, needs } = plan(
    { 'rule.js': ['ui.save', 'rule.name'], 'user.js': ['user.name', 'ui.none'], 'login.js': ['login.title', 'ui.save'] },
    9_000,
  )
  expect(start).toEqual(['login.title', 'ui.save'])
  const keysOf = (file: string) => needs[file]?.flatMap(part => parts[part]!).toSorted()
  expect(keysOf('rule.js')).toEqual(['rule.name'])
  expect(keysOf('user.js')).toEqual(['ui.none', 'user.name'])
  expect(keysOf('login.js')).toBeUndefined()
})

test('an area stays in one part, and areas that are needed together share it', () => {
  const { parts, needs } = plan({ 'a.js': ['rule.a', 'input.a'], 'b.js': ['rule.b', 'input.b'], 'c.js': ['report.name'] }, 10)
  expect(parts).toHaveLength(2)
  expect(parts).toContainEqual(['input.a', 'input.b', 'rule.a', 'rule.b'])
  expect(parts).toContainEqual(['report.name'])
  expect(needs['a.js']).toEqual(needs['b.js'])
  expect(needs['c.js']).not.toEqual(needs['a.js'])
})
