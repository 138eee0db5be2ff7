import type { Cause } from '@steading/contract/events/events'

/** A condition for tests: too hot since ten minutes before 03:04. */
export const sampleCause: Cause = {
  interfaceId: '4',
  interfaceName: 'Temperature, average',
  category: 'TEMPERATURE',
  operator: 'GREATER',
  threshold: 26,
  value: 27.4,
  reading: 27.4,
  sinceUtc: '2026-05-04T02:54:00.000Z',
  permanence: 600,
  ruleVersion: 4,
}
