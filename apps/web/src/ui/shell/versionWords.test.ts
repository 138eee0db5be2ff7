import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { versionWords } from './versionWords.ts'

const t = await translator('en-US')

test.each([
  [{ version: '3.5.91', date: '2026-11-20' }, 'Version 3.5.91 · 20-11-2026'],
  [{ version: '3.5.92', date: '2026-12-01' }, 'Version 3.5.91'],
  [{ version: '3.5.91', date: undefined }, 'Version 3.5.91'],
  [undefined, 'Version 3.5.91'],
])('where the server runs %j the user menu says %s', (server, words) => {
  expect(versionWords('3.5.91', server, t)).toBe(words)
})
