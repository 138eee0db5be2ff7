import { client } from '@steading/contract/http/client'
import { sessions } from '@steading/contract/users/sessions'
import { languages } from '@steading/locales/languages'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { data } from '../../platform/api/api.ts'
import { complete, whyNotIn } from './completeSession.ts'

const message = 'Mandatory session fields missing: sessionToken or shortName'
const t = await translator('en-US')
const whole = {
  sessionToken: 'a',
  shortName: 'Ana',
  displayName: 'Ana Prado',
  userId: '1',
  email: 'ana@steading.example',
  helpdeskEmail: null,
  language: 'en-US',
  timeZone: 'UTC',
  smsEnabled: false,
  whatsappEnabled: false,
  voiceEnabled: false,
  permissions: [],
  rootEntity: { id: '1', name: 'root', type: 'ROOT' },
  acceptedTerms: true,
  knowledgeVersion: true,
  idleMinutes: 30,
  expiresUtc: '2026-01-01T00:00:00Z',
}
const { shortName: _, ...nameless } = whole
const { sessionToken: __, ...tokenless } = whole

/** What the login page says to an answer. */
async function failureMessage(answer: unknown, how: 'login' | 'tokenLogin', isTolerant = false): Promise<string> {
  const calls = client(sessions, {
    base: 'https://farm.example',
    send: async () => Response.json(answer),
    ...(isTolerant && { onMismatch: () => undefined }),
  })
  const asked =
    how === 'login'
      ? data(calls.login({ body: { email: 'ana@steading.example', password: 'x' } }))
      : data(calls.tokenLogin({ body: { token: 'x' } }))
  return complete(asked).then(
    ({ shortName }) => `in as ${shortName}`,
    error => whyNotIn(error, t),
  )
}

test.each([
  ['all of it', whole, 'in as Ana'],
  ['no token', tokenless, message],
  ['an empty token', { ...whole, sessionToken: '' }, message],
  ['no name', nameless, message],
  ['an empty name', { ...whole, shortName: '' }, message],
  ['nothing', null, message],
  ['another thing wrong', { ...whole, language: 'xx' }, t('failures.INTERNAL')],
])('a login that answers %s', async (_name, answer, expected) => {
  expect(await failureMessage(answer, 'login')).toBe(expected)
  expect(await failureMessage(answer, 'tokenLogin')).toBe(expected)
})

test.each(['sessionToken', 'shortName'])('a tolerant client refuses an empty %s', async field => {
  expect(await failureMessage({ ...whole, [field]: '' }, 'login', true)).toBe(message)
  expect(await failureMessage({ ...whole, [field]: '' }, 'tokenLogin', true)).toBe(message)
})

test('names the missing fields in every language', async () => {
  const words = await Promise.all(languages.map(async language => (await translator(language))('login.sessionIncomplete')))
  expect(new Set(words).size).toBe(languages.length)
  for (const word of words) expect(word).toMatch(/sessionToken.+shortName/)
})
