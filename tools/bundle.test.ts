import { expect, test } from 'vitest'
import { type Manifest, closure } from './bundle.ts'

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
