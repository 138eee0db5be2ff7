import type { Command } from '@steading/contract/interfaces'
import { expect, test, vi } from 'vitest'
import { sampleFans } from './interface.sample.ts'
import { liveValues, overlay, tailLength, withCommand, withReading } from './liveValues.ts'

const at = (second: number) => new Date(Date.UTC(2026, 4, 4, 3, 0, second)).toISOString()
const reading = (second: number, value = second) => ({ value, timestampUtc: at(second), good: true })
const command = (id: string, state: Command['state'], value: Command['value'] = 80): Command => ({
  id,
  interfaceId: '8',
  value,
  state,
  issuedUtc: at(0),
  answeredUtc: null,
  reason: null,
  readBack: null,
  verifiedUtc: null,
  holdUntilUtc: null,
  by: null,
})
const fans = sampleFans({
  lastReadingTimestampUtc: at(10),
  lastConvertedReading: 40,
  stale: true,
  lastCommand: command('01B', 'SENT'),
})

test('a newer reading replaces the answered one and ends its silence; an older one does not', () => {
  expect(overlay(fans, withReading(undefined, reading(11, 55)))).toMatchObject({ lastConvertedReading: 55, stale: false })
  expect(overlay(fans, withReading(undefined, reading(10, 55)))).toBe(fans)
  expect(overlay({ ...fans, lastReadingTimestampUtc: null }, withReading(undefined, reading(1, 5)))).toMatchObject({
    lastConvertedReading: 5,
  })
})

test('the tail rises in time, drops what was heard twice, and is bounded', () => {
  let heard = withReading(undefined, reading(1))
  expect(withReading(heard, reading(1, 99))).toBe(heard)
  for (let second = 2; second < tailLength + 50; second++) heard = withReading(heard, reading(second))
  expect(heard.tail).toHaveLength(tailLength)
  expect(heard.tail.at(-1)).toEqual(heard.last)
})

test('the newest command stands, and an answer never gives way to its own SENT', () => {
  const told = (...states: [string, Command['state']][]) =>
    states.reduce<ReturnType<typeof withCommand> | undefined>(
      (heard, [id, state]) => withCommand(heard, command(id, state)),
      undefined,
    )?.command
  expect(told(['01B', 'DONE'], ['01B', 'SENT'])?.state).toBe('DONE')
  expect(told(['01B', 'SENT'], ['01B', 'DONE'])?.state).toBe('DONE')
  expect(told(['01B', 'UNCONFIRMED'], ['01B', 'DONE'])?.state).toBe('DONE')
  expect(told(['01C', 'SENT'], ['01B', 'DONE'])?.id).toBe('01C')
  expect(overlay(fans, { tail: [], command: command('01B', 'REJECTED') }).lastCommand?.state).toBe('REJECTED')
  expect(overlay(fans, { tail: [], command: command('01A', 'DONE') })).toBe(fans)
})

test('keeps only what somebody watches, and tells each watcher of each change once', () => {
  const wanted = vi.fn<() => void>()
  const values = liveValues(wanted)
  values.set('1', heard => withReading(heard, reading(1)))
  expect(values.get('1')).toBeUndefined()
  const [one, two] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const [end, endToo] = [values.watch(['1', '2'], one), values.watch(['1'], two)]
  values.set('1', heard => withReading(heard, reading(1)))
  values.set('1', heard => withReading(heard, reading(1)))
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 1])
  end()
  expect([values.watched(), values.get('1')?.last?.value]).toEqual([['1'], 1])
  endToo()
  expect([values.watched(), values.get('1')]).toEqual([[], undefined])
  expect(wanted).toHaveBeenCalledTimes(4)
})
