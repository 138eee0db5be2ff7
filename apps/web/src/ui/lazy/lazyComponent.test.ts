import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../..', import.meta.url))

test('uses no other way of lazy loading, which would break the page on failure', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter(file => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(100)
  const others = files.filter(file => /\blazy\(|\blazyRouteComponent\(|<Suspense\b/.test(readFileSync(src + file, 'utf8')))
  expect(others).toEqual([])
})
