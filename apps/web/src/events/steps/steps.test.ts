import { expect, test } from 'vitest'
import { nextStep, takenSteps } from './steps.ts'

const line = (
  step: 'SEEN' | 'GOING' | 'CHECKED' | 'SOLVED' | null,
  minute: number,
  name = 'Ana',
  status = 'PENDING' as 'OPEN' | 'PENDING' | 'CLOSED',
) => ({
  status,
  notes: '',
  note: false,
  name,
  step,
  arrivesAt: null,
  finding: null,
  checks: [],
  date: `2026-05-04T03:${String(minute).padStart(2, '0')}:00.000Z`,
})
const opened = (minute: number) => line(null, minute, '', 'OPEN')

test('nobody has said anything: seen comes first', () => {
  const taken = takenSteps([opened(0)])
  expect([taken, nextStep(taken)]).toEqual([{}, 'SEEN'])
})

test('of several who took one step the last counts; what comes next follows the furthest', () => {
  const taken = takenSteps([line('SEEN', 9, 'Rui'), line('GOING', 5), line('SEEN', 2), opened(0)])
  expect([taken.SEEN?.name, taken.GOING?.name, nextStep(taken)]).toEqual(['Rui', 'Ana', 'CHECKED'])
})

test('what was done before it opened again does not count', () => {
  const taken = takenSteps([opened(30), line('SOLVED', 20, 'Ana', 'CLOSED'), line('CHECKED', 10), opened(0)])
  expect([taken, nextStep(taken)]).toEqual([{}, 'SEEN'])
})

test('solved: nothing is left', () => {
  expect(nextStep(takenSteps([line('SOLVED', 20, 'Ana', 'CLOSED'), line('CHECKED', 10), opened(0)]))).toBeUndefined()
})
