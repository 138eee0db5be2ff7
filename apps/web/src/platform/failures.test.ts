import { CallFailed } from '@steading/contract/client'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Unreachable } from './api.ts'
import { translator } from '@steading/locales/text'
import { explain, isForbidden, isGone } from './failures.ts'

const answered = (status: number) => new CallFailed({ method: 'GET', path: '/events/:id' }, status, undefined)

test('only what is not there is gone; everything else may be tried again', () => {
  expect(isGone(answered(404))).toBe(true)
  for (const error of [answered(500), answered(503), answered(403), new Unreachable(undefined), new Error('x')])
    expect(isGone(error)).toBe(false)
})

test('only a missing permission is forbidden: no retry helps', () => {
  expect(isForbidden(answered(403))).toBe(true)
  for (const error of [answered(401), answered(404), answered(500), new Unreachable(undefined)])
    expect(isForbidden(error)).toBe(false)
})

test('people hear what is wrong with an entry, without the names that programs give to choices', async () => {
  const t = await translator('de-DE')
  const failed = (code: string, message: string) =>
    explain(
      new CallFailed({ method: 'POST', path: '/users' }, 400, {
        ...{ code: 'INVALID_INPUT', message: 'Prüfen', requestId: 'r' },
        fields: [{ field: 'channel', code, message }],
      }),
      t,
    ).sentence
  expect(failed('notOneOf', 'Bitte eine dieser Möglichkeiten wählen: SMS, VOICE.')).toBe(t('invalid.notListed'))
  expect(failed('tooShort', 'Zu kurz')).toBe('Zu kurz')
})

test('what is gone is told apart in one place', () => {
  const src = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.ts'] }).filter(file =>
    /status === 404/.test(readFileSync(src + file, 'utf8')),
  )
  expect(files).toEqual(['platform/failures.ts'])
})

test('every details page fails in the same voice', () => {
  const src = fileURLToPath(new URL('..', import.meta.url))
  const pages = globSync('*/*Details.tsx', { cwd: src })
  expect(pages.length).toBeGreaterThan(3)
  for (const page of pages) expect([page, readFileSync(src + page, 'utf8').includes('<FailedPage ')]).toEqual([page, true])
})
