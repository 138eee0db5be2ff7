import type { Session } from '@steading/contract/users/sessions'
import { sessions } from '@steading/contract/users/sessions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { of } from '../../../test/session.sample.ts'

const old = of('7', 'a')
const next = of('7', 'b')
/** The one token that the server takes. */
let valid: string
let ear: (event: { data: unknown }) => void
/** What another tab does when it is asked for its session. */
let asked: () => void
const used: string[] = []

beforeEach(() => {
  vi.resetModules()
  used.length = 0
  valid = 'a'
  asked = () => undefined
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' }, querySelector: () => null })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = ({ is }: { is: string }) => is === 'asked' && asked()
      addEventListener = (_: 'message', listener: typeof ear) => (ear = listener)
    },
  )
  vi.stubGlobal('fetch', async (request: Request) => {
    const token = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
    used.push(token)
    return token === valid
      ? Response.json({ token: 'once', expiresUtc: '2026-05-05T03:00:00.000Z' })
      : Response.json({}, { status: 401 })
  })
})
afterEach(() => vi.unstubAllGlobals())

async function aTab() {
  const { client } = await import('@steading/contract/http/client')
  const { session } = await import('../session/session.ts')
  const { wire } = await import('./api.ts')
  session.begin(old)
  const call = () => client(sessions, { ...wire, base: 'http://localhost/services' }).token()
  return { session, call }
}

test('repeats a call that was refused while its tab renewed the token', async () => {
  const { session, call } = await aTab()
  let reply: (session: Session) => void = () => undefined
  const extended = session.extend(() => new Promise(resolve => (reply = resolve)))
  valid = 'b'
  const answer = call()
  reply(next)
  await extended
  expect(await answer).toMatchObject({ data: { token: 'once' } })
  expect([used, session.get()]).toEqual([['a', 'b'], next])
})

test('repeats a call whose token another tab has replaced', async () => {
  const { session, call } = await aTab()
  valid = 'b'
  asked = () => ear({ data: { is: 'begun', session: next } })
  expect(await call()).toMatchObject({ data: { token: 'once' } })
  expect([used, session.get()]).toEqual([['a', 'b'], next])
})

test('ends the session when no tab has a newer token', async () => {
  const { session, call } = await aTab()
  valid = 'c'
  asked = () => ear({ data: { is: 'begun', session: old } })
  await expect(call()).rejects.toMatchObject({ status: 401 })
  expect([used, session.get()]).toEqual([['a'], undefined])
})
