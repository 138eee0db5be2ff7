import type { TaskTemplate } from '@steading/contract/tasks/taskTemplates'
import type { TaskDetails } from '@steading/contract/tasks/tasks'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import {
  emptyValues,
  templateValues,
  toCreateRequest,
  toEditRequest,
  toFormField,
  toFormValues,
  toTickRequest,
  validateEdited,
  validateNew,
} from './taskForm.ts'

const t = await translator('en-US')
const now = Date.parse('2026-05-04T10:00:30Z')
const required = 'This field is required.'
const empty = emptyValues({ entityId: '3', batchId: null }, now)
const filled = { ...empty, title: 'Clean the drinkers' }

const task = {
  id: '9',
  title: 'Clean the drinkers',
  description: 'All lines',
  entity: { id: '3', displayName: 'QPL' },
  batch: { id: '7', code: 'LAQPL-2603' },
  assignees: [{ userId: '5', shortName: 'M. Silva' }],
  priority: 'MAJOR',
  startDate: null,
  dueDate: '2026-05-05T10:00:00.000Z',
  requiresApproval: true,
  checklist: [
    { text: 'North line', done: true, by: null, at: null },
    { text: 'South line', done: false, by: null, at: null },
  ],
  attachments: [],
  version: 4,
} as unknown as TaskDetails // safe: what the form reads of it

test('a new task is due tomorrow at this minute', () => {
  expect(empty.dueDate).toBe('2026-05-05T10:00:00.000Z')
})

test('lines without text are not sent', () => {
  const checklist = [
    { text: 'North line', done: false },
    { text: ' ', done: false },
  ]
  expect(toCreateRequest({ ...filled, checklist }).checklist).toEqual(['North line'])
})

test('a new task needs a title and a place or a batch', () => {
  const place = { entityId: null, batchId: null }
  expect(validateNew({ ...empty, ...place }, t)).toEqual({ title: required, entityId: required })
  expect(validateNew({ ...filled, ...place, batchId: '7' }, t)).toEqual({})
  expect(validateNew({ ...filled, dueDate: null }, t)).toHaveProperty('dueDate')
})

test('a task is due after its start', () => {
  const late = { ...filled, startDate: '2026-05-06T10:00:00.000Z' }
  expect(validateNew(late, t)).toEqual({ dueDate: 'The end must be after the start.' })
})

test('a stored task opens as it was and is sent with its version', () => {
  const values = toFormValues(task)
  expect(validateEdited(values, 4, t)).toEqual({})
  expect(toEditRequest({ ...values, removed: ['plan.pdf'] }, 4)).toEqual({
    title: 'Clean the drinkers',
    description: 'All lines',
    additionalNotes: '',
    entityId: '3',
    batchId: '7',
    assigneeIds: ['5'],
    priority: 'MAJOR',
    startDate: null,
    dueDate: '2026-05-05T10:00:00.000Z',
    requiresApproval: true,
    checklist: [
      { text: 'North line', done: true },
      { text: 'South line', done: false },
    ],
    removedAttachments: ['plan.pdf'],
    version: 4,
  })
})

test('a tick changes its own line alone', () => {
  const before = toEditRequest(toFormValues(task), 4)
  const sent = toTickRequest(task, new Map([[1, true]]))
  expect(sent.checklist.map(({ done }) => done)).toEqual([true, true])
  expect({ ...sent, checklist: before.checklist }).toEqual(before)
})

test('a task from a template takes what the template says', () => {
  const template = {
    id: '2',
    displayName: 'Vaccination',
    description: 'Day 14',
    entity: { id: '1' },
    assignees: [],
    priority: 'CRITICAL',
    requiresApproval: true,
    checklist: ['Count the doses'],
    dueAfter: 2,
  } as unknown as TaskTemplate // safe: what the form reads of it
  expect(templateValues(template, { ...empty, entityId: null }, now)).toMatchObject({
    title: 'Vaccination',
    entityId: '1',
    priority: 'CRITICAL',
    requiresApproval: true,
    dueDate: '2026-05-04T12:00:00.000Z',
    checklist: [{ text: 'Count the doses', done: false }],
  })
  expect(templateValues(template, empty, now).entityId).toBe('3')
})

test('errors of removed files stand at the files', () => {
  expect(toFormField('removedAttachments.0')).toBe('files')
  expect(toFormField('checklist.1')).toBe('checklist.1')
})
