import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCachedReader, fillMeta } from './web.ts'

test('serves the last page while the file is being replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'web-'))
  const path = join(folder, 'index.html')
  const page = createCachedReader(path)
  await expect(page()).rejects.toThrow('ENOENT')
  await writeFile(path, 'one')
  expect(String(await page())).toBe('one')
  await rm(path)
  expect(String(await page())).toBe('one')
  await writeFile(path, 'two')
  expect(String(await page())).toBe('two')
  await rm(folder, { recursive: true })
})

test('escapes the tenant that it writes into the page', () => {
  const page = Buffer.from('<head><meta name="tenant" content="1"><title>S</title></head>')
  expect(fillMeta(page, { tenant: 'acme' })).toBe('<head><meta name="tenant" content="acme" /><title>S</title></head>')
  expect(fillMeta(page, { tenant: '$&"><script>' })).toContain('content="$&amp;&quot;&gt;&lt;script&gt;" />')
  expect(() => fillMeta(Buffer.from('<head></head>'), { tenant: 'acme' })).toThrow('no one place')
})

test('finds every meta element in the page of the web app', () => {
  const tiles = 'https://tiles.example/{z}/{x}/{y}.png'
  const uploads = { 'event-files': '3', 'event-file-mb': '40' }
  const page = fillMeta(readFileSync('apps/web/index.html'), {
    tenant: 'acme',
    'map-tiles': tiles,
    'cache-seconds': '60',
    ...uploads,
  })
  expect(page).toContain('<meta name="tenant" content="acme" />')
  expect(page).toContain(`<meta name="map-tiles" content="${tiles}" />`)
  expect(page).toContain('<meta name="cache-seconds" content="60" />')
  expect(page).toContain('<meta name="event-files" content="3" />')
  expect(page).toContain('<meta name="event-file-mb" content="40" />')
})
