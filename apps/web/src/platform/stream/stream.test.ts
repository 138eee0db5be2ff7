import type { LiveMessage } from '@steading/contract/devices/live'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type StreamState, carriesAll, leavingMs, liveStream, pauseAfter, silenceMs } from './stream.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const atUtc = '2026-05-04T03:41:00.000Z'
const hello: LiveMessage = { type: 'hello', atUtc }
const ping: LiveMessage = { type: 'ping', atUtc }
const event: LiveMessage = { type: 'event', eventId: '7', status: 'OPEN' }

/** A server of streams: each one that was opened, what to say in it, and how to break it. */
function server() {
  const opened: { ids: readonly string[]; signal: AbortSignal; say: (message: LiveMessage) => void; cut: () => void }[] = []
  const states: StreamState[] = []
  const received: LiveMessage[] = []
  let joined = 0
  const stream = liveStream({
    open: async (ids, signal) => {
      let wake: () => void = () => undefined
      const waiting: LiveMessage[] = []
      let over = false
      opened.push({
        ids,
        signal,
        say: message => {
          waiting.push(message)
          wake()
        },
        cut: () => {
          over = true
          wake()
        },
      })
      signal.addEventListener('abort', () => wake())
      return (async function* () {
        for (;;) {
          while (waiting.length > 0) yield waiting.shift()!
          if (over || signal.aborted) return
          await new Promise<void>(resolve => (wake = resolve))
        }
      })()
    },
    onMessage: message => received.push(message),
    onState: state => states.push(state),
    onJoin: () => joined++,
    random: () => 1,
  })
  return { stream, opened, states, received, joined: () => joined }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('receives messages, reports live and refetches', async () => {
  const { stream, opened, states, received, joined } = server()
  stream.subscribe(['1', '2'])
  stream.run(true)
  await pass(200)
  expect(opened.map(one => one.ids)).toEqual([['1', '2']])
  expect(joined()).toBe(0)
  opened[0]!.say(hello)
  opened[0]!.say(event)
  await pass(0)
  expect(joined()).toBe(1)
  expect([states, received]).toEqual([['connecting', 'live'], [event]])
})

test('reconnects without a gap for more interfaces, not for fewer', async () => {
  const { stream, opened, states, received, joined } = server()
  stream.subscribe(['1', '2'])
  stream.run(true)
  await pass(200)
  opened[0]!.say(hello)
  await pass(0)
  stream.subscribe(['1'])
  await pass(500)
  expect(opened).toHaveLength(1)
  stream.subscribe(['1', '3'])
  stream.subscribe(['1', '3', '4'])
  await pass(500)
  expect(opened.map(one => one.ids)).toEqual([
    ['1', '2'],
    ['1', '3', '4'],
  ])
  expect(opened[0]!.signal.aborted).toBe(false)
  opened[1]!.say(hello)
  await pass(0)
  // What was on its way there is heard.
  opened[0]!.say(event)
  await pass(0)
  expect([opened[0]!.signal.aborted, states.at(-1), joined(), received]).toEqual([false, 'live', 1, [event]])
  await pass(leavingMs)
  expect([opened[0]!.signal.aborted, opened[1]!.signal.aborted]).toEqual([true, false])
})

test('reconnects with growing pauses and refetches', async () => {
  const { stream, opened, states, joined } = server()
  stream.run(true)
  await pass(200)
  opened[0]!.say(hello)
  await pass(0)
  opened[0]!.cut()
  await pass(0)
  expect(states.at(-1)).toBe('connecting')
  await pass(1000)
  expect(opened).toHaveLength(2)
  opened[1]!.cut()
  await pass(1999)
  expect(opened).toHaveLength(2)
  await pass(1)
  expect(opened).toHaveLength(3)
  opened[2]!.say(hello)
  await pass(0)
  expect([states.at(-1), joined()]).toEqual(['live', 2])
})

test('reconnects a silent stream unless pings arrive', async () => {
  const { stream, opened } = server()
  stream.run(true)
  await pass(200)
  opened[0]!.say(hello)
  await pass(silenceMs - 1)
  opened[0]!.say(ping)
  await pass(silenceMs - 1)
  expect(opened).toHaveLength(1)
  await pass(1 + 1000)
  expect([opened.length, opened[0]!.signal.aborted]).toEqual([2, true])
})

test('reconnects at once when the server is back, not after a stop', async () => {
  const { stream, opened, states } = server()
  stream.run(true)
  await pass(200)
  for (const one of [0, 1, 2, 3]) {
    opened[one]!.cut()
    if (one < 3) await pass(30_000)
  }
  await pass(0)
  stream.reconnectNow()
  await pass(0)
  expect(opened).toHaveLength(5)
  stream.run(false)
  await pass(120_000)
  expect([opened.length, opened[4]!.signal.aborted, states.at(-1)]).toEqual([5, true, 'off'])
})

test('draws pauses below a bound that doubles up to 30 s', () => {
  expect([0, 1, 4, 5, 60].map(failures => pauseAfter(failures, 1))).toEqual([1000, 2000, 16_000, 30_000, 30_000])
  expect(pauseAfter(9, 0)).toBe(0)
})

test('is not live with fewer interfaces than watched', () => {
  expect([carriesAll('live', 200), carriesAll('live', 208), carriesAll('connecting', 1)]).toEqual([true, false, false])
})
