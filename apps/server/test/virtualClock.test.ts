import { expect, test } from 'vitest'
import { every } from '../src/platform/time/clock.ts'
import { createVirtualClock } from './virtualClock.ts'

test('fires due timers in the order of their times, each at its own time', () => {
  const clock = createVirtualClock(1000)
  const fired: string[] = []
  const note = (name: string) => () => void fired.push(`${name} ${clock.now()} ${clock.mono()}`)
  clock.after(30, note('late'))
  clock.after(10, () => {
    note('first')()
    clock.after(5, note('nested'))
  })
  clock.after(31, note('beyond'))
  clock.advance(30)
  expect(fired).toEqual(['first 1010 10', 'nested 1015 15', 'late 1030 30'])
  expect([clock.now(), clock.mono()]).toEqual([1030, 30])
})

test('a cancelled timer does not fire', () => {
  const clock = createVirtualClock()
  let fired = 0
  const cancel = clock.after(10, () => void fired++)
  clock.after(10, () => void fired++)
  cancel()
  clock.advance(20)
  expect(fired).toBe(1)
})

test('what repeats fires once an interval until it is ended, also from within', () => {
  const clock = createVirtualClock()
  const at: number[] = []
  const end = every(clock, 10, () => {
    at.push(clock.mono())
    if (at.length === 3) end()
  })
  clock.advance(9)
  clock.advance(91)
  expect(at).toEqual([10, 20, 30])
})
