import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('..', import.meta.url))

/** Classes that a sheet gives a look by themselves: at the beginning of a line, where no rule of a width or of paper stands. */
const looksIn = (sheet: string) => [...sheet.matchAll(/^\.([\w-]+) \{/gm)].map(found => found[1]!)

/** The slice that a sheet is of; the folders of `ui` are each for themselves. */
const sliceOf = (path: string) => /^(?:ui\/[^/]+(?=\/)|[^/]+)/.exec(path)![0]

/** The slices by the class that each gives a look. */
function owners(sheets: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>()
  for (const [path, sheet] of Object.entries(sheets))
    for (const name of looksIn(sheet)) all.set(name, (all.get(name) ?? new Set()).add(sliceOf(path)))
  return all
}
const shared = (sheets: Readonly<Record<string, string>>) =>
  [...owners(sheets)].filter(([, slices]) => slices.size > 1).map(([name, slices]) => `${name}: ${[...slices].join(', ')}`)

// The sheets of all pages that somebody has opened stay: two of one name would dress each other's parts.
test('no two slices give one class a look', () => {
  const sheets = Object.fromEntries(
    globSync('**/*.css', { cwd: src }).map(path => [path, readFileSync(`${src}/${path}`, 'utf8')]),
  )
  expect(owners(sheets).size).toBeGreaterThan(500)
  expect(shared(sheets)).toEqual([])
})

test('detects a class that two slices style', () => {
  expect(shared({ 'events/a.css': '.more {\n}\n', 'ui/b.css': '.more {\n}\n.less {\n}\n' })).toEqual(['more: events, ui'])
  expect(shared({ 'ui/form/a.css': '.more {\n}\n', 'ui/list/b.css': '.more {\n}\n' })).toEqual(['more: ui/form, ui/list'])
  expect(shared({ 'ui/list/a.css': '.more {\n}\n', 'ui/list/b.css': '.more {\n}\n' })).toEqual([])
  expect(shared({ 'drills/a.css': '@media print {\n  .more {\n  }\n}\n', 'ui/b.css': '.more {\n}\n' })).toEqual([])
})
