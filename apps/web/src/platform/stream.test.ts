import type { LiveMessage } from '@steading/contract/live'
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
  const heard: LiveMessage[] = []
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
    onMessage: message => heard.push(message),
    onState: state => states.push(state),
    onJoin: () => joined++,
    random: () => 1,
  })
  return { stream, opened, states, heard, joined: () => joined }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('hears what it asked for, says when it is live, and has fetched anew what was fetched before', async () => {
  const { stream, opened, states, heard, joined } = server()
  stream.want(['1', '2'])
  stream.run(true)
  await pass(200)
  expect(opened.map(one => one.ids)).toEqual([['1', '2']])
  expect(joined()).toBe(0)
  opened[0]!.say(hello)
  opened[0]!.say(event)
  await pass(0)
  expect(joined()).toBe(1)
  expect([states, heard]).toEqual([['connecting', 'live'], [event]])
})

test('takes over without a gap when more is wanted, and not at all when less is', async () => {
  const { stream, opened, states, heard, joined } = server()
  stream.want(['1', '2'])
  stream.run(true)
  await pass(200)
  opened[0]!.say(hello)
  await pass(0)
  stream.want(['1'])
  await pass(500)
  expect(opened).toHaveLength(1)
  stream.want(['1', '3'])
  stream.want(['1', '3', '4'])
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
  expect([opened[0]!.signal.aborted, states.at(-1), joined(), heard]).toEqual([false, 'live', 1, [event]])
  await pass(leavingMs)
  expect([opened[0]!.signal.aborted, opened[1]!.signal.aborted]).toEqual([true, false])
})

test('comes back after a break, with pauses that grow, and has everything fetched anew', async () => {
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

test('a stream that has fallen silent is opened anew; pings keep it', async () => {
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

test('hurries when the server is back, and stays still once stopped', async () => {
  const { stream, opened, states } = server()
  stream.run(true)
  await pass(200)
  for (const one of [0, 1, 2, 3]) {
    opened[one]!.cut()
    if (one < 3) await pass(30_000)
  }
  await pass(0)
  stream.hurry()
  await pass(0)
  expect(opened).toHaveLength(5)
  stream.run(false)
  await pass(120_000)
  expect([opened.length, opened[4]!.signal.aborted, states.at(-1)]).toEqual([5, true, 'off'])
})

test('pauses lie between nothing and a bound that doubles up to half a minute', () => {
  expect([0, 1, 4, 5, 60].map(failures => pauseAfter(failures, 1))).toEqual([1000, 2000, 16_000, 30_000, 30_000])
  expect(pauseAfter(9, 0)).toBe(0)
})

test('a stream that carries fewer interfaces than are watched is not live', () => {
  expect([carriesAll('live', 200), carriesAll('live', 208), carriesAll('connecting', 1)]).toEqual([true, false, false])
})
