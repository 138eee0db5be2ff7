import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { latest } from './web.ts'

test('the page is there while a newer one takes its place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'web-'))
  const path = join(folder, 'index.html')
  const page = latest(path)
  await expect(page()).rejects.toThrow('ENOENT')
  await writeFile(path, 'one')
  expect(String(await page())).toBe('one')
  await rm(path)
  expect(String(await page())).toBe('one')
  await writeFile(path, 'two')
  expect(String(await page())).toBe('two')
  await rm(folder, { recursive: true })
})
