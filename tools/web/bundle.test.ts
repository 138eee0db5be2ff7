import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageModules, PRELOADS } from '../../apps/web/build/preloads.ts'
import type { Preloads } from '../../apps/web/build/preloads.ts'
import { absentFiles, closure, DATA_LIMIT, firstVisits, LIMIT } from './bundle.ts'
import type { Manifest } from './bundle.ts'
import { builtPages } from './pages.ts'
import type { Start } from '../../apps/web/src/platform/startFile.ts'
import { languages } from '../../packages/locales/src/languages.ts'
import { awaitWebBuild } from './web.ts'
import { keyFinder } from '../../apps/web/build/usedKeys.ts'

const manifest: Manifest = {
  'index.html': { file: 'a.js', imports: ['_shared', '_style'] },
  'src/Login.tsx': { file: 'b.js', imports: ['_shared', '_form'], css: ['g.css'] },
  'src/Chart.tsx': { file: 'c.js', imports: ['_shared'] },
  _shared: { file: 'd.js', imports: ['_form'] },
  _form: { file: 'e.js', imports: ['_shared'] },
  _style: { file: 'f.css' },
}

test('a visit loads its parts and what they import, each once, and nothing that comes later', () => {
  expect(closure(manifest, ['index.html', 'src/Login.tsx']).toSorted()).toEqual([
    'a.js',
    'b.js',
    'd.js',
    'e.js',
    'f.css',
    'g.css',
  ])
})
test('a part that is not there is an error, not a smaller sum', () => {
  expect(() => closure(manifest, ['src/Gone.tsx'])).toThrow('src/Gone.tsx')
})

// The screens are built beside the first tests.
await awaitWebBuild()
test.each(firstVisits())('a first visit of $page loads $what that a slow line carries', ({ bytes, limit, files }) => {
  expect(files.length).toBeGreaterThan(1)
  expect(bytes).toBeLessThanOrEqual(limit)
})
test('first visits count scripts, and texts and styles in each language', () => {
  const counted = firstVisits().filter(({ page }) => page === '/farmview')
  expect(counted.map(({ limit }) => limit)).toEqual([LIMIT, ...Array<number>(6).fill(DATA_LIMIT)])
  const endings = counted.map(({ files }) => [...new Set(files.map(({ file }) => file.split('.').at(-1)))].join(' '))
  expect(endings).toEqual(['js', ...Array<string>(6).fill('json css')])
})

test('the built page preloads every script that its entry imports', () => {
  const page = readFileSync('apps/web/dist/index.html', 'utf8')
  const preloaded = [...page.matchAll(/<link rel="modulepreload" crossorigin href="\/([^"]+)">/g)].map(([, file]) => file!)
  const built: Manifest = JSON.parse(readFileSync('apps/web/dist/.vite/manifest.json', 'utf8'))
  const [entry, ...imported] = closure(built, ['index.html']).filter(file => file.endsWith('.js'))
  expect(imported).not.toEqual([])
  expect(preloaded.toSorted()).toEqual(imported.toSorted())
  expect(page).toContain(`src="/${entry}"`)
})

test('the build lists the preloads of every language and page', () => {
  const { texts, pages }: Preloads = JSON.parse(readFileSync(`apps/web/dist/${PRELOADS}`, 'utf8'))
  expect(Object.keys(texts).toSorted()).toEqual(['de-DE', 'el-GR', 'en-US', 'es-ES', 'fr-FR', 'pt-PT'])
  expect(Object.keys(pages).toSorted()).toEqual(Object.keys(pageModules('apps/web')).toSorted())
  const files = [
    ...Object.values(texts).flatMap(({ start, parts }) => [start, ...parts]),
    ...Object.values(pages).flatMap(page => page.files),
  ]
  expect(files.filter(file => !existsSync(`apps/web/dist/${file}`))).toEqual([])
})

test('the list of preloads covers every page', () => {
  const modules = Object.keys(pageModules('apps/web'))
  expect(builtPages().filter(path => !modules.includes(path))).toEqual([])
  expect(modules).toContain('/events/{eventId}/details')
})

test('every requested file exists', () => {
  expect(absentFiles()).toEqual([])
})

test('an import names its file if that needs scripts or texts', () => {
  const { texts }: Preloads = JSON.parse(readFileSync(`apps/web/dist/${PRELOADS}`, 'utf8'))
  const { needs }: Start = JSON.parse(readFileSync(`apps/web/dist/${texts['en-US']!.start}`, 'utf8'))
  const scripts = readdirSync('apps/web/dist/assets').filter(file => file.endsWith('.js'))
  const imports = scripts.flatMap(file => [
    ...readFileSync(`apps/web/dist/assets/${file}`, 'utf8').matchAll(
      /import\([`"']\.\/([\w-]+\.js)[`"']\)(?:\.then\([^()]*\))?,(\[\]\))?/g,
    ),
  ])
  expect(imports.length).toBeGreaterThan(100)
  expect(imports.filter(([, file, empty]) => empty && needs[`assets/${file}`]).map(([, file]) => file)).toEqual([])
})

/** The keys of a built text file. */
const keysIn = (file: string): string[] => {
  const content = JSON.parse(readFileSync(`apps/web/dist/${file}`, 'utf8'))
  return Object.keys(content.needs ? content.texts : content)
}

test.each(languages)('whatever is loaded on demand comes with its scripts and its texts in %s', language => {
  const built: Manifest = JSON.parse(readFileSync('apps/web/dist/.vite/manifest.json', 'utf8'))
  const { texts }: Preloads = JSON.parse(readFileSync(`apps/web/dist/${PRELOADS}`, 'utf8'))
  const { start, parts } = texts[language]!
  const { needs, scripts }: Start = JSON.parse(readFileSync(`apps/web/dist/${start}`, 'utf8'))
  const find = keyFinder(Object.keys(JSON.parse(readFileSync(`packages/locales/src/${language}.json`, 'utf8'))))
  const byFile = new Map<string, ReadonlySet<string>>()
  const usedBy = (name: string) =>
    closure(built, [name])
      .filter(file => file.endsWith('.js'))
      .flatMap(file => {
        const keys = byFile.get(file) ?? find(readFileSync(`apps/web/dist/${file}`, 'utf8'))
        byFile.set(file, keys)
        return [...keys]
      })
  const always = new Set(keysIn(start))
  const loadedOnDemand = Object.entries(built).filter(([, chunk]) => chunk.isDynamicEntry)
  expect(loadedOnDemand.length).toBeGreaterThan(100)
  const absent = loadedOnDemand.flatMap(([name, { file }]) => {
    const own = new Set((needs[file]?.[1] ?? []).flatMap(part => keysIn(parts[part]!)))
    return usedBy(name)
      .filter(key => !always.has(key) && !own.has(key))
      .map(key => `${name}: ${key}`)
  })
  expect(absent).toEqual([])
  const scriptsOf = (name: string) => closure(built, [name]).filter(file => file.endsWith('.js'))
  const unnamed = loadedOnDemand.flatMap(([name, { file }]) => {
    const named = new Set([file, ...scriptsOf('index.html'), ...(needs[file]?.[0] ?? []).map(place => scripts[place])])
    return scriptsOf(name).filter(script => !named.has(script))
  })
  expect(unnamed).toEqual([])
  expect(usedBy('index.html').filter(key => !always.has(key))).toEqual([])
})
