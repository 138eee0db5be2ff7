import { expect, test } from 'vitest'
import { isAlertDelivered, missing, stateOf } from './missing.ts'

test('whoever may mend it is told until somebody outside watches and two people hear; not in the demo', () => {
  const whole = { outside: true, people: 2, demo: false }
  expect(isAlertDelivered(whole)).toBe(false)
  expect(isAlertDelivered({ ...whole, outside: false })).toBe(true)
  expect(isAlertDelivered({ ...whole, people: 1 })).toBe(true)
  expect(isAlertDelivered({ outside: false, people: 0, demo: true })).toBe(false)
  expect(missing({ outside: false, people: 1 })).toEqual({ outside: true, people: true })
})

test('one silent stage is enough; after a start the first beats are waited for', () => {
  const stage = (silent: boolean, lastUtc: string | null = '2026-05-04T06:00:00.000Z') => ({
    stage: 'BOX' as const,
    silent,
    lastUtc,
  })
  expect(stateOf({ stages: [stage(false), stage(true)] })).toBe('error')
  expect(stateOf({ stages: [stage(false), stage(false, null)] })).toBe('pending')
  expect(stateOf({ stages: [stage(false)] })).toBe('ok')
})
