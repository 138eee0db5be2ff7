import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { failPoints, mutants } from './mutants.ts'

const root = new URL('../', import.meta.url)
const all = [...mutants, ...failPoints]

// Most of them are played at night alone: a line that is gone is seen before.
test('what is changed to see a test fail is still there', () => {
  const gone = all.flatMap(({ name, edits }) =>
    edits.flatMap(({ file, find }) =>
      readFileSync(new URL(file, root), 'utf8').includes(find) ? [] : [`${name}: ${file}: ${find}`],
    ),
  )
  expect(gone).toEqual([])
})

test('what is changed so is a program still', () => {
  const broken = all.flatMap(({ name, edits }) =>
    [...Map.groupBy(edits, one => one.file)].flatMap(([file, own]) => {
      const source = readFileSync(new URL(file, root), 'utf8')
      const changed = own.reduce((text, { find, replace }) => text.replaceAll(find, () => replace), source)
      try {
        stripTypeScriptTypes(changed)
        return []
      } catch (error) {
        return [`${name}: ${file}: ${String(error)}`]
      }
    }),
  )
  expect(broken).toEqual([])
})
