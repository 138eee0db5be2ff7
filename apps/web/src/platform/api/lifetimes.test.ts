import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.each([
  ['60', 60_000],
  ['0', 0],
  ['', 300_000],
])('look-ups stay fresh as long as the server told: %j s', async (content, lookUp) => {
  vi.stubGlobal('document', { querySelector: (name: string) => (name === 'meta[name=cache-seconds]' ? { content } : null) })
  vi.resetModules()
  expect((await import('./lifetimes.ts')).lifetimes).toMatchObject({ lookUp, sectorsOfFarm: 120_000 })
})

test('uses every lifetime', async () => {
  const { lifetimes } = await import('./lifetimes.ts')
  const code = globSync('apps/web/src/**/*.{ts,tsx}').map(path => readFileSync(path, 'utf8'))
  expect(Object.keys(lifetimes).filter(name => !code.some(text => text.includes(`lifetimes.${name}`)))).toEqual([])
})
