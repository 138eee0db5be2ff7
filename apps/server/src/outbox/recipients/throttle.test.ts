import { expect, test } from 'vitest'
import { createThrottle } from './throttle.ts'

const S = 1000
const lastNotified = new Map([
  ['keeper', 100 * S],
  ['vet', 40 * S],
])
const spared = (recurrence: number, escalation: number, severity: 'MAJOR' | 'CRITICAL') => {
  const is = createThrottle({ recurrence, escalation, severity, at: 120 * S }, lastNotified)
  return ['keeper', 'vet', 'boss'].filter(who => is(who))
}

test.each([
  // The rule's own repetition: the channel told somebody within that time, or it did not.
  [60, 0, 'MAJOR', ['keeper', 'vet', 'boss']],
  [60, 0, 'CRITICAL', ['keeper', 'vet', 'boss']],
  [20, 0, 'MAJOR', []],
  [0, 0, 'MAJOR', []],
  // Up the list: who was told themselves.
  [60, 1, 'MAJOR', ['keeper']],
  [86_400, 2, 'MAJOR', ['keeper', 'vet']],
  [86_400, 1, 'CRITICAL', []],
] as const)('throttles within %i s at level %i of a %s event: %j', (recurrence, escalation, severity, who) =>
  expect(spared(recurrence, escalation, severity)).toEqual(who),
)
