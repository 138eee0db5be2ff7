import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { failPoints, mutants } from './mutants.ts'

const root = new URL('../', import.meta.url)

// Most of them are played at night alone: a line that is gone is seen before.
test('what is changed to see a test fail is still there', () => {
  const gone = [...mutants, ...failPoints].flatMap(({ name, edits }) =>
    edits.flatMap(({ file, find }) =>
      readFileSync(new URL(file, root), 'utf8').includes(find) ? [] : [`${name}: ${file}: ${find}`],
    ),
  )
  expect(gone).toEqual([])
})
