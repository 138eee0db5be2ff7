import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { vocabularyProblems, withoutText } from './vocabulary.ts'

test('names a refused identifier, its line and the term to use', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vocabulary-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'code.ts')
  writeFileSync(file, "// provisionally\nconst text = 'provisionally'\nawait provisionally(work)\n")
  expect(vocabularyProblems([file])).toEqual([`${file}:3: provisionally, say withSavepoint`])
})

test.each([
  ["a('b') // c", 'a(   )     '],
  ['a(`b ${c} d`)', 'a(     c}   )'],
  ['a /* b\n c */ d', 'a     \n      d'],
  ['x = /a[/]b/g', 'x =         '],
])('blanks comments, strings and patterns of %j', (source, expected) => {
  expect(withoutText(source).trimEnd()).toBe(expected.trimEnd())
})
