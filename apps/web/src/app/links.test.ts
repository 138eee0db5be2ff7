import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { built } from './built.ts'
import { pagePaths } from '../platform/navigation/paths.ts'

const src = fileURLToPath(new URL('..', import.meta.url))
/** What leads to a page by a name that is written there. */
const link = /\b(?:to|go|listHref|hrefAt)\(\s*(?:to\()?'(\/[^']*)'|\bhref=["']([^"']*)["']/g

test('links are made of built pages only', () => {
  const known = new Set<string>(pagePaths)
  const links = globSync('**/*.{ts,tsx}', { cwd: src })
    .filter(file => !file.endsWith('.test.ts'))
    .flatMap(file =>
      [...readFileSync(src + file, 'utf8').matchAll(link)].map(found => ({ file, to: found[1] ?? found[2] ?? '' })),
    )
    .filter(({ to }) => to.startsWith('/'))
  expect(links.length).toBeGreaterThan(25)
  expect(links.filter(({ to }) => !known.has(to) || !(to in built))).toEqual([])
})
