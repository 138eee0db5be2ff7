import type { Command } from '@steading/contract/devices/interfaces'
import { expect, test, vi } from 'vitest'
import { sampleFans } from '../../test/interface.sample.ts'
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

test('replaces a reading only by a newer one', () => {
  expect(overlay(fans, withReading(undefined, reading(11, 55)))).toMatchObject({ lastConvertedReading: 55, stale: false })
  expect(overlay(fans, withReading(undefined, reading(10, 55)))).toBe(fans)
  expect(overlay({ ...fans, lastReadingTimestampUtc: null }, withReading(undefined, reading(1, 5)))).toMatchObject({
    lastConvertedReading: 5,
  })
})

test('keeps a sorted, bounded tail without duplicates', () => {
  let liveState = withReading(undefined, reading(1))
  expect(withReading(liveState, reading(1, 99))).toBe(liveState)
  for (let second = 2; second < tailLength + 50; second++) liveState = withReading(liveState, reading(second))
  expect(liveState.tail).toHaveLength(tailLength)
  expect(liveState.tail.at(-1)).toEqual(liveState.last)
})

test('keeps the newest command and its latest state', () => {
  const withCommands = (...states: [string, Command['state']][]) =>
    states.reduce<ReturnType<typeof withCommand> | undefined>(
      (liveState, [id, state]) => withCommand(liveState, command(id, state)),
      undefined,
    )?.command
  expect(withCommands(['01B', 'DONE'], ['01B', 'SENT'])?.state).toBe('DONE')
  expect(withCommands(['01B', 'SENT'], ['01B', 'DONE'])?.state).toBe('DONE')
  expect(withCommands(['01B', 'UNCONFIRMED'], ['01B', 'DONE'])?.state).toBe('DONE')
  expect(withCommands(['01C', 'SENT'], ['01B', 'DONE'])?.id).toBe('01C')
  expect(overlay(fans, { tail: [], command: command('01B', 'REJECTED') }).lastCommand?.state).toBe('REJECTED')
  expect(overlay(fans, { tail: [], command: command('01A', 'DONE') })).toBe(fans)
})

test('keeps watched values, notifies each watcher once', () => {
  const onSubscribe = vi.fn<() => void>()
  const values = liveValues(onSubscribe)
  values.set('1', liveState => withReading(liveState, reading(1)))
  expect(values.get('1')).toBeUndefined()
  const mock = vi.fn<() => void>()
  const two = vi.fn<() => void>()
  const end = values.watch(['1', '2'], mock)
  const endToo = values.watch(['1'], two)
  values.set('1', liveState => withReading(liveState, reading(1)))
  values.set('1', liveState => withReading(liveState, reading(1)))
  expect([mock.mock.calls.length, two.mock.calls.length]).toEqual([1, 1])
  end()
  expect([values.watched(), values.get('1')?.last?.value]).toEqual([['1'], 1])
  endToo()
  expect([values.watched(), values.get('1')]).toEqual([[], undefined])
  expect(onSubscribe).toHaveBeenCalledTimes(4)
})
