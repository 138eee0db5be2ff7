import { client } from '@steading/contract/client'
import { sessions } from '@steading/contract/sessions'
import { languages } from '@steading/locales/languages'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { data } from '../platform/api.ts'
import { complete, whyNotIn } from './complete.ts'

const said = 'Mandatory session fields missing: sessionToken or shortName'
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
async function heard(answer: unknown, how: 'login' | 'tokenLogin'): Promise<string> {
  const calls = client(sessions, { base: 'https://farm.example', send: async () => Response.json(answer) })
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
  ['no token', tokenless, said],
  ['an empty token', { ...whole, sessionToken: '' }, said],
  ['no name', nameless, said],
  ['an empty name', { ...whole, shortName: '' }, said],
  ['nothing', null, said],
  ['another thing wrong', { ...whole, language: 'xx' }, t('failures.INTERNAL')],
])('a login that answers %s', async (_name, answer, expected) => {
  expect(await heard(answer, 'login')).toBe(expected)
  expect(await heard(answer, 'tokenLogin')).toBe(expected)
})

test('every language says it in its own words, and names the fields', async () => {
  const words = await Promise.all(languages.map(async one => (await translator(one))('login.sessionIncomplete')))
  expect(new Set(words).size).toBe(languages.length)
  for (const word of words) expect(word).toMatch(/sessionToken.+shortName/)
})
