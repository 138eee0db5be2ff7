import type { Session } from '@steading/contract/users/sessions'
import { beforeEach, expect, test, vi } from 'vitest'
import { of } from '../../../test/session.sample.ts'

const ana = of('7', 'a')
const again = of('7', 'b')
const rui = of('8', 'c')

/** A tab that is signed in as Ana; `hear`: what another tab says, `said`: what this one did. */
async function aTab() {
  vi.resetModules()
  const ears: ((event: { data: unknown }) => void)[] = []
  const sent: unknown[] = []
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = (data: unknown) => void sent.push(data)
      addEventListener = (_: 'message', listener: (event: { data: unknown }) => void) => void ears.push(listener)
    },
  )
  const { lapsed, session, sessionEnded } = await import('./session.ts')
  const { holdUnsaved, isUnsaved, mayDiscard } = await import('../navigation/unsaved.ts')
  session.begin(ana)
  sent.length = 0
  const seen: (Session | undefined)[] = []
  session.subscribe(() => seen.push(session.get()))
  const hear = (data: unknown) => ears.forEach(ear => ear({ data }))
  return { lapsed, session, sessionEnded, holdUnsaved, isUnsaved, mayDiscard, sent, seen, hear }
}
beforeEach(() => vi.unstubAllGlobals())

const ask = () => Promise.resolve(true)
const ended = { is: 'ended', token: 'a', rejected: false }

test('drops an ended session without unsaved changes', async () => {
  const { session, lapsed, hear, holdUnsaved } = await aTab()
  const saved = holdUnsaved(ask)
  saved()
  hear(ended)
  expect([session.get(), lapsed.get()]).toEqual([undefined, false])
})

test.each(['the server ends it', 'it is signed out in another tab'])('keeps unsaved changes when %s', async how => {
  const { session, lapsed, sent, seen, hear, holdUnsaved } = await aTab()
  holdUnsaved(ask)
  if (how.startsWith('the')) session.end(true)
  else hear(ended)
  // Calls that were under way are rejected, too: once is enough.
  session.end(true)
  expect([session.get(), lapsed.get(), seen]).toEqual([ana, true, []])
  expect(sent).toEqual(how.startsWith('the') ? [{ is: 'ended', token: 'a', rejected: true }] : [])
  // A session that is over is not handed to a new tab, nor revived by an answer that came late.
  sent.length = 0
  hear({ is: 'asked' })
  session.note({ acceptedTerms: false })
  expect([sent, lapsed.get()]).toEqual([[], true])
})

test('continues after the same user signs in again', async () => {
  const { session, lapsed, seen, hear, holdUnsaved } = await aTab()
  holdUnsaved(ask)
  session.end(true)
  session.begin(again)
  expect([session.get(), lapsed.get(), seen]).toEqual([again, false, [again]])
  session.end(true)
  hear({ is: 'begun', session: ana })
  expect([session.get(), lapsed.get(), seen]).toEqual([ana, false, [again, ana]])
})

test('leaves the page before another user signs in', async () => {
  const { session, lapsed, seen, hear, holdUnsaved } = await aTab()
  holdUnsaved(ask)
  session.end(true)
  hear({ is: 'begun', session: rui })
  expect([session.get(), lapsed.get(), seen]).toEqual([rui, false, [undefined, rui]])
})

test('ends at once when the user signs out or discards', async () => {
  const { session, sessionEnded, lapsed, holdUnsaved } = await aTab()
  holdUnsaved(ask)
  session.end(false)
  expect([session.get(), lapsed.get()]).toEqual([undefined, false])
  session.begin(again)
  session.end(true)
  session.end(false)
  expect([session.get(), lapsed.get(), sessionEnded.get()]).toEqual([undefined, false, false])
})

test('asks each form until one refuses', async () => {
  const { isUnsaved, mayDiscard, holdUnsaved } = await aTab()
  expect([isUnsaved(), await mayDiscard()]).toEqual([false, true])
  const first = vi.fn<typeof ask>(ask)
  const second = vi.fn<typeof ask>(() => Promise.resolve(false))
  const over = holdUnsaved(first)
  holdUnsaved(second)
  expect([isUnsaved(), await mayDiscard()]).toEqual([true, false])
  over()
  expect([first.mock.calls.length, second.mock.calls.length, await mayDiscard()]).toEqual([1, 1, false])
})
