import type { Session } from '@steading/contract/sessions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { of } from './session.sample.ts'
import { type Channel, answerWithin, tabs } from './tabs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ana = of('7', 'a')

/** A browser: what a tab says, all others hear. */
function browser() {
  const ears: { readonly channel: Channel; readonly hear: (data: unknown) => void }[] = []
  const channel = (): Channel => {
    const made: Channel = {
      say: data => {
        for (const ear of ears) if (ear.channel !== made) ear.hear(structuredClone(data))
      },
      hear: listener => void ears.push({ channel: made, hear: listener }),
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

test('a new tab takes the session of another one, without waiting', async () => {
  const { open } = browser()
  open(ana)
  open(ana)
  const fresh = open()
  await fresh.shared.join()
  expect(fresh.tab.session).toEqual(ana)
})

test('alone it waits, and no longer than it says; a late answer still counts', async () => {
  const { open, channel } = browser()
  const fresh = open()
  const waited = vi.fn<() => void>()
  const joined = fresh.shared.join().then(waited)
  await vi.advanceTimersByTimeAsync(answerWithin - 1)
  expect(waited).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await joined
  expect(fresh.tab.session).toBeUndefined()
  channel().say({ is: 'begun', session: ana })
  expect(fresh.tab.session).toEqual(ana)
})

test('who has a session asks nobody', async () => {
  const { open } = browser()
  open(of('8', 'b'))
  const mine = open(ana)
  await mine.shared.join()
  expect(mine.tab.session).toEqual(ana)
})

test('signing in is for all, a new token for that person’s tabs only', () => {
  const { open } = browser()
  const [one, waiting, other] = [open(ana), open(), open(of('8', 'b'))]
  one.shared.begun(of('7', 'a2'))
  expect(waiting.tab.session?.sessionToken).toBe('a2')
  const again = open(ana)
  one.shared.begun(of('7', 'a3'))
  expect([again, waiting, other].map(({ tab }) => tab.session?.sessionToken)).toEqual(['a3', 'a3', 'b'])
})

test('who goes, goes from every tab; an old token that is refused ends no newer session', () => {
  const { open } = browser()
  const [one, two, newer] = [open(ana), open(ana), open(of('7', 'a2'))]
  one.shared.ended('a', false)
  expect([two.tab.session, two.tab.ended]).toEqual([undefined, false])
  expect(newer.tab.session?.sessionToken).toBe('a2')
})

test('what is no word of ours is not heard', () => {
  const { open, channel } = browser()
  const { tab } = open()
  for (const data of [undefined, 'asked', { is: 'begun', session: { sessionToken: 'x' } }, { is: 'else' }]) channel().say(data)
  expect(tab.session).toBeUndefined()
})
