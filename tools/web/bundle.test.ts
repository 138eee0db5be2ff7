import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageModules, PRELOADS } from '../../apps/web/build/preloads.ts'
import type { Preloads } from '../../apps/web/build/preloads.ts'
import { absentFiles, closure, firstVisits, LIMIT } from './bundle.ts'
import type { Manifest } from './bundle.ts'
import { builtPages } from './pages.ts'

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

test('the built page preloads every script that its entry imports', () => {
  const page = readFileSync('apps/web/dist/index.html', 'utf8')
  const preloaded = [...page.matchAll(/<link rel="modulepreload" crossorigin href="\/([^"]+)">/g)].map(([, file]) => file!)
  const built: Manifest = JSON.parse(readFileSync('apps/web/dist/.vite/manifest.json', 'utf8'))
  const [entry, ...imported] = closure(built, ['index.html'])
  expect(imported).not.toEqual([])
  expect(preloaded.toSorted()).toEqual(imported.toSorted())
  expect(page).toContain(`src="/${entry}"`)
})

test('the build lists the preloads of every language and page', () => {
  const { texts, pages }: Preloads = JSON.parse(readFileSync(`apps/web/dist/${PRELOADS}`, 'utf8'))
  expect(Object.keys(texts).toSorted()).toEqual(['de-DE', 'el-GR', 'en-US', 'es-ES', 'fr-FR', 'pt-PT'])
  expect(Object.keys(pages).toSorted()).toEqual(Object.keys(pageModules('apps/web')).toSorted())
  const files = [...Object.values(texts), ...Object.values(pages).flat()]
  expect(files.filter(file => !existsSync(`apps/web/dist/${file}`))).toEqual([])
})

test('the list of preloads covers every page', () => {
  const modules = Object.keys(pageModules('apps/web'))
  expect(builtPages().filter(path => !modules.includes(path))).toEqual([])
  expect(modules).toContain('/events/{eventId}/details')
})

test('every requested script exists', () => {
  expect(absentFiles()).toEqual([])
})
