import type { TaskTemplate } from '@steading/contract/tasks/taskTemplates'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { emptyValues, toCreateRequest, toEditRequest, toFormValues, validateNew } from './templateForm.ts'
import { triggerText } from './templateWords.ts'

const t = await translator('en-US')
const filled = { ...emptyValues('3'), displayName: 'Vaccination' }

test('a trigger is sent with its own entries alone', () => {
  const all = { ...filled, day: 14, weekdays: [1, 3], time: '08:00' }
  expect(toCreateRequest(all).trigger).toEqual({ type: 'MANUAL' })
  expect(toCreateRequest({ ...all, trigger: 'BATCH_DAY' }).trigger).toEqual({ type: 'BATCH_DAY', day: 14 })
  expect(toCreateRequest({ ...all, trigger: 'WEEKLY' }).trigger).toEqual({ type: 'WEEKLY', weekdays: [1, 3], time: '08:00' })
  expect(toCreateRequest({ ...all, trigger: 'BATCH_CLOSE' }).trigger).toEqual({ type: 'BATCH_CLOSE' })
})

test('each trigger asks for its own entries', () => {
  expect(Object.keys(validateNew({ ...filled, trigger: 'BATCH_DAY' }, t))).toEqual(['day'])
  expect(Object.keys(validateNew({ ...filled, trigger: 'WEEKLY', time: undefined }, t))).toEqual(['weekdays', 'time'])
  expect(validateNew({ ...filled, trigger: 'BATCH_CLOSE' }, t)).toEqual({})
})

test('a new template needs a name, a place and its hours', () => {
  expect(Object.keys(validateNew({ ...emptyValues(null), dueAfter: undefined }, t))).toEqual([
    'displayName',
    'entityId',
    'dueAfter',
  ])
})

test('a stored template opens as it was and is sent with its version', () => {
  const trigger = { type: 'WEEKLY', weekdays: [1], time: '06:30' } as const
  const template = {
    displayName: 'Vaccination',
    description: '',
    entity: { id: '3' },
    species: 'BROILER',
    checklist: ['Count the doses'],
    assignees: [{ userId: '5', shortName: 'M. Silva' }],
    assigneeRole: { id: '4', name: 'Stockperson' },
    priority: 'MAJOR',
    requiresApproval: true,
    trigger,
    dueAfter: 48,
  } as unknown as TaskTemplate // safe: what the form reads of it
  expect(toEditRequest(toFormValues(template), 6)).toEqual({
    displayName: 'Vaccination',
    description: '',
    entityId: '3',
    species: 'BROILER',
    checklist: ['Count the doses'],
    assigneeIds: ['5'],
    assigneeRoleId: '4',
    priority: 'MAJOR',
    requiresApproval: true,
    trigger,
    dueAfter: 48,
    version: 6,
  })
})

test('says in words when a template creates tasks', () => {
  expect(triggerText({ type: 'BATCH_DAY', day: 14 }, t)).toBe('On day 14 of each batch')
  expect(triggerText({ type: 'WEEKLY', weekdays: [1, 2, 3], time: '08:00' }, t)).toBe('Mon–Wed at 08:00')
  expect(triggerText({ type: 'BATCH_CLOSE' }, t)).toBe('When a batch closes')
})
