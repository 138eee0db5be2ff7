import type { Interface } from '@steading/contract/devices/interfaces'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { sampleInterface } from '../../test/interface.sample.ts'
import { limitWords } from './alarm.ts'
import { subjectOf } from './subject.ts'

const t = await translator('en-US')
const live = sampleInterface({ id: '1', displayName: 'North', unit: '°C', lastConvertedReading: 21.5 })
const retired: Interface = { ...live, terminal: { ...live.terminal, connected: false, retired: true } }

test('a sensor of a retired box is stale, and says why, however fresh its last reading is', () => {
  expect(subjectOf(live, undefined, t)).toMatchObject({ stale: false, retired: false })
  expect(subjectOf(retired, undefined, t)).toMatchObject({ stale: true, retired: true })
})

test('a reading just beyond the limit of its alarm and that limit are told apart', () => {
  const iface = { ...live, lastConvertedReading: 30.02 }
  const alarm = {
    severity: 'CRITICAL',
    limit: { value: 30, beyond: 'above' },
    sinceUtc: '2026-05-04T01:54:00.000Z',
  } as const
  expect(subjectOf(iface, undefined, t, alarm).text).toBe('30.02')
  expect(limitWords(alarm, iface, t).replaceAll('\u00a0', ' ')).toContain('30.00 °C')
  expect(subjectOf(iface, undefined, t).text).toBe('30.0')
})

test('a limit has all its decimals, without a reading too', () => {
  const alarm = { severity: 'CRITICAL', limit: { value: 21.18, beyond: 'above' }, sinceUtc: '2026-05-04T01:54:00.000Z' } as const
  expect(limitWords(alarm, { ...live, lastConvertedReading: 25 }, t)).toContain('21.18\u00a0°C')
  expect(limitWords(alarm, { ...live, lastConvertedReading: null }, t)).toContain('21.18\u00a0°C')
})
