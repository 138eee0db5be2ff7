import { expect, test } from 'vitest'
import { absentFiles, closure, firstVisits, LIMIT } from './bundle.ts'
import type { Manifest } from './bundle.ts'

const manifest: Manifest = {
  'index.html': { file: 'a.js', imports: ['_shared', '_style'] },
  'src/Login.tsx': { file: 'b.js', imports: ['_shared', '_form'] },
  'src/Chart.tsx': { file: 'c.js', imports: ['_shared'] },
  _shared: { file: 'd.js', imports: ['_form'] },
  _form: { file: 'e.js', imports: ['_shared'] },
  _style: { file: 'f.css' },
}

test('a visit loads its parts and what they import, each once, and nothing that comes later', () => {
  expect(closure(manifest, ['index.html', 'src/Login.tsx']).toSorted()).toEqual(['a.js', 'b.js', 'd.js', 'e.js'])
})
test('a part that is not there is an error, not a smaller sum', () => {
  expect(() => closure(manifest, ['src/Gone.tsx'])).toThrow('src/Gone.tsx')
})

// The screens are built before the tests run.
test.each(firstVisits())('a first visit of $page loads what a slow line carries', ({ bytes, files }) => {
  expect(files.length).toBeGreaterThan(1)
  expect(bytes).toBeLessThanOrEqual(LIMIT)
})

test('whatever a script asks for is there', () => {
  expect(absentFiles()).toEqual([])
})
