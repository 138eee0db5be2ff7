import { expect, test } from 'vitest'
import { createBackoff } from './backoff.ts'
import { ProviderFailure } from './provider.ts'

const MINUTE = 60_000

/** A provider behind a back-off, with the calls that reached it. */
function guarded() {
  let now = 0
  let sent = 0
  let failure: Error | undefined
  const backoff = createBackoff(() => now)
  const call = () =>
    backoff(async () => {
      sent++
      if (failure) throw failure
      return 'answer'
    })
  return {
    call,
    sent: () => sent,
    pass: (ms: number) => (now += ms),
    failWith: (next: Error | undefined) => (failure = next),
  }
}

test('sends nothing to a provider that refused for too many calls, for a minute and then twice as long', async () => {
  const { call, sent, pass, failWith } = guarded()
  failWith(new ProviderFailure('answered 429', 0))
  for (const wait of [MINUTE, 2 * MINUTE]) {
    await expect(call()).rejects.toThrow('answered 429')
    pass(wait - 1)
    await expect(call()).rejects.toThrow('waiting')
    pass(1)
  }
  expect(sent()).toBe(2)
  failWith(undefined)
  expect(await call()).toBe('answer')
  failWith(new ProviderFailure('answered 429', 0))
  await expect(call()).rejects.toThrow('answered 429')
  pass(MINUTE)
  await expect(call()).rejects.toThrow('answered 429')
})

test('waits as long as the provider asks, at most an hour', async () => {
  const { call, pass, failWith } = guarded()
  failWith(new ProviderFailure('answered 429', 10 * MINUTE))
  await expect(call()).rejects.toThrow('answered 429')
  pass(9 * MINUTE)
  await expect(call()).rejects.toThrow('waiting')
  failWith(new ProviderFailure('answered 429', 48 * 60 * MINUTE))
  pass(MINUTE)
  await expect(call()).rejects.toThrow('answered 429')
  failWith(undefined)
  pass(60 * MINUTE)
  expect(await call()).toBe('answer')
})

test('sends the next call after any other failure', async () => {
  const { call, failWith } = guarded()
  failWith(new ProviderFailure('answered 500'))
  await expect(call()).rejects.toThrow('answered 500')
  failWith(undefined)
  expect(await call()).toBe('answer')
})
