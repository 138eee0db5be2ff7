import type { Session } from '@steading/contract/users/sessions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { of } from '../../../test/session.sample.ts'

const old = of('7', 'a')
const next = of('7', 'b')
let touch: () => void
let answer: () => Promise<Session>
const asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  vi.resetModules()
  asked.length = 0
  answer = () => Promise.resolve(next)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' }, querySelector: () => null })
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (touch = listener))
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.doMock('../../platform/api/api.ts', () => ({
    api: () => ({ extend: () => (asked.push('extend'), answer()) }),
    data: (answered: Promise<Session>) => answered,
  }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function aTab() {
  const { session } = await import('../../platform/session/session.ts')
  const { extendWhileWorking, tokenAge } = await import('./extendSession.ts')
  session.begin(old)
  const end = extendWhileWorking()
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { session, tokenAge, pass, end }
}

test('replaces the token at the first touch after half an hour, once', async () => {
  const { session, tokenAge, pass } = await aTab()
  await pass(tokenAge - 1)
  touch()
  expect(asked).toEqual([])
  await pass(1)
  touch()
  touch()
  await pass(0)
  touch()
  expect([asked, session.get()]).toEqual([['extend'], next])
})

test('does not renew the token of an idle session', async () => {
  const { pass, tokenAge } = await aTab()
  await pass(3 * tokenAge)
  expect(asked).toEqual([])
})

test('restarts the age when another tab renews the token', async () => {
  const { session, pass, tokenAge } = await aTab()
  await pass(tokenAge - 1)
  session.begin(next)
  await pass(2)
  touch()
  expect(asked).toEqual([])
})

test('begins no session by an answer after signing out', async () => {
  const { session, pass, tokenAge } = await aTab()
  let reply: (session: Session) => void = () => undefined
  answer = () => new Promise(resolve => (reply = resolve))
  await pass(tokenAge)
  touch()
  session.end(false)
  reply(next)
  await pass(0)
  expect([asked, session.get()]).toEqual([['extend'], undefined])
})
