import { CallFailed } from '@steading/contract/http/client'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Unreachable } from './api.ts'
import { translator } from '@steading/locales/text'
import { explain, isForbidden, isGone } from './failures.ts'

const answered = (status: number) => new CallFailed({ method: 'GET', path: '/events/:id' }, status, undefined)

test('treats only NOT_FOUND as gone', () => {
  expect(isGone(answered(404))).toBe(true)
  for (const error of [answered(500), answered(503), answered(403), new Unreachable(undefined), new Error('x')])
    expect(isGone(error)).toBe(false)
})

test('treats only a missing permission as forbidden', () => {
  expect(isForbidden(answered(403))).toBe(true)
  for (const error of [answered(401), answered(404), answered(500), new Unreachable(undefined)])
    expect(isForbidden(error)).toBe(false)
})

test('words field problems without names of enum values', async () => {
  const t = await translator('de-DE')
  const failed = (code: string, message: string) =>
    explain(
      new CallFailed({ method: 'POST', path: '/users' }, 400, {
        code: 'INVALID_INPUT',
        message: 'Prüfen',
        requestId: 'r',
        fields: [{ field: 'channel', code, message }],
      }),
      t,
    ).sentence
  expect(failed('notOneOf', 'Bitte eine dieser Möglichkeiten wählen: SMS, VOICE.')).toBe(t('invalid.notListed'))
  expect(failed('tooShort', 'Zu kurz')).toBe('Zu kurz')
})

test('checks for deleted objects in one place', () => {
  const src = fileURLToPath(new URL('../..', import.meta.url))
  const files = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.ts'] }).filter(file =>
    /status === 404/.test(readFileSync(src + file, 'utf8')),
  )
  expect(files).toEqual(['platform/api/failures.ts'])
})

test('uses the same error page on every details page', () => {
  const src = fileURLToPath(new URL('../..', import.meta.url))
  const pages = globSync('*/{,details/}*Details.tsx', { cwd: src })
  expect(pages.length).toBeGreaterThan(3)
  // Pages of one kind share the component that shows it.
  const shared = ['animalMovements/common/RecordPage.tsx', 'resource/ResourceDetails.tsx']
  const isShared = (text: string) => /<(RecordPage|ResourceDetails)\b/.test(text)
  for (const page of [...pages, ...shared]) {
    const text = readFileSync(src + page, 'utf8')
    expect([page, text.includes('<FailedPage ') || isShared(text)]).toEqual([page, true])
  }
  for (const page of shared) expect(readFileSync(src + page, 'utf8')).toContain('<FailedPage ')
})
