import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import type { TemplateDetails } from '@steading/contract/rules/templates'
import { translators } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { conflictEntries } from './conflictFields.ts'

const t = (await translators())['en-US']
const input = (id: string, max: number): TemplateInput => ({ id, group: 'regulation', type: 'DECIMAL', required: false, max })

const seen: TemplateDetails = {
  id: '12',
  name: 'House cooling',
  translations: { 'en-US': 'House cooling' },
  description: {},
  category: { id: 'THERMOSTAT', order: 3, kind: 'CONTROL' },
  profiles: [],
  hasEvent: false,
  entity: null,
  isSystem: false,
  editable: true,
  version: 1,
  groups: ['regulation'],
  inputs: [input('setPoint', 30), input('differential', 5)],
  createdBy: null,
  creationTimestampUtc: '2026-11-21T12:00:00Z',
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
}

test('lists only fields that another user changed, each with an action', () => {
  const latest: TemplateDetails = {
    ...seen,
    name: 'Cooling',
    translations: { 'en-US': 'House cooling', 'pt-PT': 'Arrefecer' },
    version: 2,
    inputs: [input('setPoint', 28), input('offset', 3)],
  }
  const put: Record<string, unknown> = {}
  const entries = conflictEntries(seen, latest, { setFieldValue: (field, value) => void (put[field] = value) }, t)
  expect(entries.map(entry => [entry.key, entry.value])).toEqual([
    ['name', 'Cooling'],
    ['translations', 'English: House cooling · Português: Arrefecer'],
    ['inputs', 'Setpoint, + Offset from reference, − Differential'],
  ])
  for (const entry of entries) entry.take()
  expect(put).toEqual({ name: 'Cooling', translations: latest.translations, inputs: latest.inputs })
})

test('lists nothing without changes', () => {
  expect(conflictEntries(seen, { ...seen, version: 2 }, { setFieldValue: () => undefined }, t)).toEqual([])
})
