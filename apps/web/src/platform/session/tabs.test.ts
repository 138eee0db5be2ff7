import type { Session } from '@steading/contract/users/sessions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { of } from '../../../test/session.sample.ts'
import { type Channel, answerWithin, tabs } from './tabs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ana = of('7', 'a')

/** A browser: what a tab says, all others hear. */
function browser() {
  const ears: { readonly channel: Channel; readonly hear: (data: unknown) => void }[] = []
  const channel = (): Channel => {
    const made: Channel = {
      send: data => {
        for (const ear of ears) if (ear.channel !== made) ear.hear(structuredClone(data))
      },
      onMessage: listener => void ears.push({ channel: made, hear: listener }),
    }
    return made
  }
  const open = (session?: Session) => {
    const tab = { session, ended: undefined as boolean | undefined }
    const shared = tabs(channel(), {
      get: () => tab.session,
      take: next => (tab.session = next),
      lose: rejected => {
        tab.session = undefined
        tab.ended = rejected
      },
    })
    return { tab, shared }
  }
  return { open, channel }
}

test('takes over the session of another tab at once', async () => {
  const { open } = browser()
  open(ana)
  open(ana)
  const fresh = open()
  await fresh.shared.join()
  expect(fresh.tab.session).toEqual(ana)
})

test('waits at most the timeout without other tabs, accepts a late answer', async () => {
  const { open, channel } = browser()
  const fresh = open()
  const waited = vi.fn<() => void>()
  const joined = fresh.shared.join().then(waited)
  await vi.advanceTimersByTimeAsync(answerWithin - 1)
  expect(waited).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await joined
  expect(fresh.tab.session).toBeUndefined()
  channel().send({ is: 'begun', session: ana })
  expect(fresh.tab.session).toEqual(ana)
})

test('does not ask other tabs if it has a session', async () => {
  const { open } = browser()
  open(of('8', 'b'))
  const mine = open(ana)
  await mine.shared.join()
  expect(mine.tab.session).toEqual(ana)
})

test('shares a login with all tabs, a new token with tabs of the user', () => {
  const { open } = browser()
  const one = open(ana)
  const waiting = open()
  const other = open(of('8', 'b'))
  one.shared.begun(of('7', 'a2'))
  expect(waiting.tab.session?.sessionToken).toBe('a2')
  const again = open(ana)
  one.shared.begun(of('7', 'a3'))
  expect([again, waiting, other].map(({ tab }) => tab.session?.sessionToken)).toEqual(['a3', 'a3', 'b'])
})

test('signs out in every tab; a refused old token ends no newer session', () => {
  const { open } = browser()
  const one = open(ana)
  const two = open(ana)
  const newer = open(of('7', 'a2'))
  one.shared.ended('a', false)
  expect([two.tab.session, two.tab.ended]).toEqual([undefined, false])
  expect(newer.tab.session?.sessionToken).toBe('a2')
})

test('ignores malformed messages', () => {
  const { open, channel } = browser()
  const { tab } = open()
  for (const data of [undefined, 'asked', { is: 'begun', session: { sessionToken: 'x' } }, { is: 'else' }]) channel().send(data)
  expect(tab.session).toBeUndefined()
})
