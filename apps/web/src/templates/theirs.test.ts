import type { TemplateInput } from '@steading/contract/template-inputs'
import type { TemplateDetails } from '@steading/contract/templates'
import { translators } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { theirEntries } from './theirs.ts'

const t = (await translators())['en-US']
const input = (id: string, max: number): TemplateInput => ({ id, group: 'regulation', type: 'DECIMAL', required: false, max })

const seen: TemplateDetails = {
  ...{ id: '12', name: 'House cooling', translations: { 'en-US': 'House cooling' }, description: {} },
  category: { id: 'THERMOSTAT', order: 3, kind: 'CONTROL' },
  ...{ profiles: [], hasEvent: false, entity: null, isSystem: false, editable: true, version: 1, groups: ['regulation'] },
  inputs: [input('setPoint', 30), input('differential', 5)],
  ...{ createdBy: null, creationTimestampUtc: '2026-11-21T12:00:00Z', lastUpdatedBy: null, lastUpdateTimestampUtc: null },
}

test('only what somebody else changed is told, each with a way to take it', () => {
  const theirs: TemplateDetails = {
    ...seen,
    ...{ name: 'Cooling', translations: { 'en-US': 'House cooling', 'pt-PT': 'Arrefecer' }, version: 2 },
    inputs: [input('setPoint', 28), input('offset', 3)],
  }
  const put: Record<string, unknown> = {}
  const entries = theirEntries(seen, theirs, { setFieldValue: (field, value) => void (put[field] = value) }, t)
  expect(entries.map(one => [one.key, one.said])).toEqual([
    ['name', 'Cooling'],
    ['translations', 'English: House cooling · Português: Arrefecer'],
    ['inputs', 'Setpoint, + Offset from reference, − Differential'],
  ])
  for (const one of entries) one.take()
  expect(put).toEqual({ name: 'Cooling', translations: theirs.translations, inputs: theirs.inputs })
})

test('nothing changed: nothing is told', () => {
  expect(theirEntries(seen, { ...seen, version: 2 }, { setFieldValue: () => undefined }, t)).toEqual([])
})
