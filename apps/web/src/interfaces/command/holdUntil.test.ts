import type { Command } from '@steading/contract/devices/interfaces'
import { expect, test } from 'vitest'
import { holdUntil } from './holdUntil.ts'

const now = Date.parse('2026-07-01T10:00:00Z')
const command: Command = {
  id: '01A',
  interfaceId: '2',
  value: 35,
  state: 'DONE',
  issuedUtc: '2026-07-01T09:50:00Z',
  answeredUtc: null,
  reason: null,
  readBack: null,
  verifiedUtc: null,
  holdUntilUtc: null,
  by: 'Manager',
}
const until = (holdUntilUtc: string | null, state: Command['state'] = 'DONE') =>
  holdUntil({ ...command, state, holdUntilUtc }, now)

test('a command holds until its time, once it is done', () => {
  expect(until('2026-07-01T10:20:00Z')).toBe('2026-07-01T10:20:00Z')
  expect(until('2026-07-01T09:59:00Z')).toBeUndefined()
  expect(until('2026-07-01T10:20:00Z', 'SENT')).toBeUndefined()
  expect(until(null)).toBeUndefined()
  expect(holdUntil(null, now)).toBeUndefined()
})
