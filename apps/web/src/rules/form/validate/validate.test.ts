import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { errorField, remainingErrors, validate } from './validate.ts'
import { type RuleFormValues, type Template, emptyValues, withTemplate } from '../../values/ruleForm.ts'
import { emptyEvent } from '../../values/eventForm.ts'
import { alarm, cloud, house, scheduler, thermostat } from '../../values/templates.sample.ts'
import { firstInvalidTab, tabOfField, formTabs } from '../fields/tabs.ts'

const t = await translator('en-US')
const begun = { ...emptyValues('11'), displayName: 'Cooling', sectorId: '12', terminalId: '31' }
const made = (template: Template, inputs: object, more: Partial<RuleFormValues> = {}): RuleFormValues => {
  const values = withTemplate(begun, template, '2026-04-17')
  return { ...values, inputs: { ...values.inputs, ...inputs }, ...more }
}
const wrong = (template: Template, inputs: object, more: Partial<RuleFormValues> = {}) =>
  validate(made(template, inputs, more), template, house, t)
const event = { ...emptyEvent(), title: 'Hot', severityLevel: 'MAJOR', category: 'CLIMATE' } as const
const cooling = { sensors: ['1'], outputs: ['3'], mode: 'COOL' }

test('what every rule needs', () => {
  expect(Object.keys(validate(emptyValues(null), undefined, house, t))).toEqual([
    'displayName',
    'rootEntityId',
    'sectorId',
    'category',
    'templateId',
    'terminalId',
  ])
  expect(wrong(thermostat, cooling)).toEqual({})
  expect(wrong(thermostat, cooling, { displayName: 'ab' })).toEqual({ displayName: t('invalid.tooShort', { min: 3 }) })
  expect(Object.keys(wrong(cloud, { lines: [] }, { terminalId: null }))).not.toContain('terminalId')
})

test('what the body refuses stands at its input, by the same codes', () => {
  expect(wrong(thermostat, { ...cooling, sensors: ['1', '2'] })).toEqual({ 'inputs.sensors.1': t('invalid.SENSOR_NOT_NUMERIC') })
  expect(wrong(thermostat, { ...cooling, outputs: ['4'] })).toEqual({ 'inputs.outputs.0': t('invalid.OUTPUT_NOT_BOOLEAN') })
  expect(wrong(thermostat, { ...cooling, mode: 'HEAT', safeValue: true })).toEqual({
    'inputs.safeValue': t('invalid.SAFE_VALUE_HEATS'),
  })
  expect(wrong(thermostat, { ...cooling, setPoint: 61 })).toEqual({ 'inputs.setPoint': t('invalid.tooBig', { max: 60 }) })
  expect(wrong(thermostat, { sensors: [], mode: undefined, outputs: ['3'] })).toEqual({
    'inputs.sensors': t('invalid.required'),
    'inputs.mode': t('invalid.required'),
  })
})

test('what began with a value may not end empty: nobody means the value that it began with', () => {
  expect(wrong(thermostat, { ...cooling, setPoint: undefined })).toEqual({ 'inputs.setPoint': t('invalid.required') })
})

test('what is hidden is not complained of', () => {
  expect(wrong(thermostat, { ...cooling, spMin: 40, spMax: 20 })).toEqual({})
  const followed = { ...cooling, reference: 'SENSOR', spMin: 40, spMax: 20 }
  expect(wrong(thermostat, followed)).toHaveProperty(['inputs.spMax'])
})

test('a template of one’s own is narrower', () => {
  const narrow = {
    ...thermostat,
    inputs: thermostat.inputs.map(input => (input.id === 'setPoint' ? { ...input, max: 30 } : input)),
  }
  expect(validate(made(narrow, { ...cooling, setPoint: 31 }), narrow, house, t)).toEqual({
    'inputs.setPoint': t('invalid.tooBig', { max: 30 }),
  })
})

test('a figure beside the step of its template is refused', () => {
  const stepped = {
    ...thermostat,
    inputs: thermostat.inputs.map(input => (input.id === 'setPoint' ? { ...input, step: 0.5 } : input)),
  }
  const wrongAt = (setPoint: number) => validate(made(stepped, { ...cooling, setPoint }), stepped, house, t)
  expect(wrongAt(21.5)).toEqual({})
  expect(wrongAt(21.2)).toEqual({ 'inputs.setPoint': t('invalid.step', { step: 0.5 }) })
})

test('conditions and events, in the order of the tabs', () => {
  const line = {
    interfaceId: '1',
    logicOperator: 'GREATER',
    permanenceTime: '00:00',
    repetitionTime: '00:00',
    notificationLimit: 3,
  }
  const found = wrong(alarm, { lines: [line, { ...line, interfaceId: '2', logicOperator: 'GREATER', inputValue: true }] })
  expect(Object.keys(found)).toEqual([
    'inputs.lines.0.inputValue',
    ...['eventConfiguration.title', 'eventConfiguration.category', 'eventConfiguration.severityLevel'],
  ])
  const full = {
    lines: [
      { ...line, inputValue: 30 },
      { ...line, interfaceId: '2', inputValue: true },
    ],
  }
  expect(wrong(alarm, full, { eventConfiguration: event })).toEqual({
    'inputs.lines.1.logicOperator': t('invalid.OPERATOR_NOT_ALLOWED'),
  })
  expect(wrong(alarm, full, { eventConfiguration: { ...event, hasRepetitionTime: true } })).toHaveProperty([
    'eventConfiguration.repetitionTime',
  ])
})

test('a week is told with the number of its line', () => {
  const slot = { startTime: '06:00:00', endTime: '07:00:00', action: true }
  const lines = [{ weekdays: [], intervals: [slot, { ...slot, startTime: '06:30:00' }] }]
  expect(wrong(scheduler, { outputs: ['3'], lines })).toEqual({
    'inputs.lines.0.weekdays': t('scheduler.wrong.noWeekday', { line: 1 }),
    'inputs.lines.0.intervals.1.startTime': t('validation.schedulerStart', { line: 1, time: '07:00:00' }),
  })
})

test('what is said of a time slot goes when another slot is corrected; what is said elsewhere stays', () => {
  const slots = (end: string) => [
    { startTime: '06:00:00', endTime: end, action: true },
    { startTime: '08:00:00', endTime: '09:00:00' },
  ]
  const weekTo = (end: string) => wrong(scheduler, { outputs: ['3'], lines: [{ weekdays: [0], intervals: slots(end) }] })
  const errors: Record<string, string> = {
    ...weekTo('23:59:59'),
    displayName: 'taken',
    'inputs.lines.7': 'of a line that is gone',
  }
  const start = 'inputs.lines.0.intervals.1.startTime'
  const action = 'inputs.lines.0.intervals.1.action'
  expect(errors).toHaveProperty([start], t('validation.schedulerStart', { line: 1, time: '23:59:59' }))
  expect(remainingErrors(errors, weekTo('07:00:00'), 'inputs.lines')).toEqual({ [action]: errors[action], displayName: 'taken' })
  expect(remainingErrors(errors, weekTo('08:30:00'), 'inputs.lines')).toMatchObject({
    [start]: t('validation.schedulerStart', { line: 1, time: '08:30:00' }),
  })
})

test('a field leads to its tab, and the first wrong tab is opened', () => {
  expect(formTabs(alarm)).toEqual(['basic', 'lines', 'event', 'told'])
  expect(formTabs(undefined)).toEqual(['basic'])
  expect(tabOfField('inputs.lines.0.inputValue', alarm)).toBe('lines')
  expect(tabOfField('inputs.sensors.1', thermostat)).toBe('sensors')
  expect(tabOfField('eventConfiguration.title', alarm)).toBe('event')
  expect(tabOfField('eventConfiguration.actionConfigurations.0.recurrence', alarm)).toBe('told')
  expect(tabOfField('sectorId', alarm)).toBe('basic')
  expect(firstInvalidTab(['eventConfiguration.title', 'inputs.lines'], alarm)).toBe('lines')
})

test('a channel that the server complains of stands where it is on the form', () => {
  const actions = event.actionConfigurations.map(configuration =>
    configuration.type === 'VOICE' ? { ...configuration, status: 'ACTIVE' as const } : configuration,
  )
  const values = made(alarm, {}, { eventConfiguration: { ...event, actionConfigurations: actions } })
  expect(errorField('eventConfiguration.actionConfigurations.1.properties.usersList.0', values)).toBe(
    'eventConfiguration.actionConfigurations.2.properties.usersList.0',
  )
  expect(errorField('inputs.sensors.1', values)).toBe('inputs.sensors.1')
})
