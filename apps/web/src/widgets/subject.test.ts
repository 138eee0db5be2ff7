import type { Interface } from '@steading/contract/interfaces'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { sampleInterface } from '../platform/interface.sample.ts'
import { limitWords } from './alarm.ts'
import { panesOf } from './multiLineChart.view.tsx'
import { subjectOf } from './subject.ts'

const t = await translator('en-US')
const live = sampleInterface({ id: '1', displayName: 'North', unit: '°C', lastConvertedReading: 21.5 })
const retired: Interface = { ...live, terminal: { ...live.terminal, connected: false, retired: true } }

test('a sensor of a retired box is stale, and says why, however fresh its last reading is', () => {
  expect(subjectOf(live, undefined, t)).toMatchObject({ stale: false, retired: false })
  expect(subjectOf(retired, undefined, t)).toMatchObject({ stale: true, retired: true })
})

test('its line in a chart is named so', () => {
  const series = new Map([['1', { interfaceId: '1', resolution: 'FIVE_MIN' as const, step: 300, times: [1], values: [10] }]])
  const names = (of: Interface) =>
    panesOf(['1'], { interfaces: new Map([['1', of]]), series }, t)[0]?.lines.map(line => line.name)
  expect(names(live)).toEqual(['North'])
  expect(names(retired)).toEqual(['North (retired)'])
})

test('a reading just beyond the limit of its alarm and that limit are told apart', () => {
  const of = { ...live, lastConvertedReading: 30.02 }
  const alarm = {
    severity: 'CRITICAL',
    limit: { value: 30, beyond: 'above' },
    sinceUtc: '2026-05-04T01:54:00.000Z',
  } as const
  expect(subjectOf(of, undefined, t, alarm).text).toBe('30.02')
  expect(limitWords(alarm, of, t).replaceAll('\u00a0', ' ')).toContain('30.00 °C')
  expect(subjectOf(of, undefined, t).text).toBe('30.0')
})
