import { CreateReport, EditSchedule } from '@steading/contract/reports/reportForms'
import { REPORT_TYPES, reportKind } from '@steading/contract/reports/reportKinds'
import { expect, test } from 'vitest'
import { offeredTypes, toCreateRequest, toEditRequest, toFormValues, withType } from './reportForm.ts'
import type { ReportFormValues } from './reportForm.ts'

const values: ReportFormValues = {
  displayName: 'A report',
  type: 'EVENTS',
  format: 'PDF',
  entityIds: ['1'],
  batchIds: ['2', '3'],
  fromDay: '2026-05-04',
  toDay: '2026-05-10',
  frequency: 'ONCE',
  time: '07:00',
  weekday: 0,
  monthDay: 1,
  language: 'pt-PT',
  timeZone: 'Europe/Lisbon',
  recipientIds: [],
}

test.each(REPORT_TYPES)('the request of a %s is one that the contract takes, once and recurring', type => {
  const { subject } = reportKind(type)
  const batchIds = subject === 'BATCH' ? ['2'] : values.batchIds
  for (const frequency of ['ONCE', 'DAILY', 'WEEKLY', 'MONTHLY'] as const) {
    const request = toCreateRequest({ ...values, batchIds, ...withType(type, 'PDF'), frequency })
    expect(CreateReport.safeParse(request).error?.issues).toBeUndefined()
  }
})

test('a report of one batch is about the first of those that were chosen', () =>
  expect(toCreateRequest({ ...values, ...withType('BATCH_SUMMARY', 'PDF') }).batchIds).toEqual(['2']))

test('a type without the format takes its first one', () => {
  expect(withType('BATCH_RAW', 'PDF').format).toBe('XLSX')
  expect(withType('EVENTS', 'CSV').format).toBe('CSV')
})

test.each(['DAILY', 'WEEKLY', 'MONTHLY'] as const)('the values of a %s schedule are saved as they were loaded', frequency => {
  const recurrence = {
    frequency,
    time: '06:30',
    weekday: frequency === 'WEEKLY' ? 4 : null,
    monthDay: frequency === 'MONTHLY' ? 31 : null,
  }
  const who = { userId: '9', shortName: 'Rita' }
  const request = toEditRequest(
    toFormValues({
      id: '1',
      displayName: 'A report',
      type: 'SILO_STOCK',
      format: 'CSV',
      entity: { id: '1', name: 'Paul', type: 'FARM', displayName: 'Paul' },
      entities: [{ id: '1', name: 'Paul', type: 'FARM', displayName: 'Paul' }],
      batches: [],
      recurrence,
      language: 'el-GR',
      timeZone: 'Europe/Athens',
      nextUtc: '2026-05-04T04:30:00.000Z',
      recipients: [who],
      creationTimestampUtc: '2026-05-03T04:30:00.000Z',
      requestedBy: who,
      createdBy: who,
      lastUpdatedBy: null,
      lastUpdateTimestampUtc: null,
      version: 3,
    }),
    3,
  )
  expect(EditSchedule.parse(request)).toEqual({
    displayName: 'A report',
    type: 'SILO_STOCK',
    format: 'CSV',
    entityIds: ['1'],
    batchIds: [],
    language: 'el-GR',
    timeZone: 'Europe/Athens',
    recurrence,
    recipientIds: ['9'],
    version: 3,
  })
})

test('a type is offered to people who may see its content', () =>
  expect(offeredTypes(asked => asked === 'events.read')).toEqual(['EVENTS']))

test('energy cost is offered to people who may see sensors and tariffs', () => {
  expect(offeredTypes(asked => asked === 'interfaces.read')).not.toContain('ENERGY_COST')
  expect(offeredTypes(asked => asked === 'interfaces.read' || asked === 'tariffs.read')).toContain('ENERGY_COST')
})
