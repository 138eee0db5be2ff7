import { expect, test } from 'vitest'
import {
  withEntity,
  emptyValues,
  toDraft,
  toFormValues,
  isShown,
  withCategory,
  withFetchedTemplate,
  withFirstDay,
  withTemplate,
} from './ruleForm.ts'
import { cloudRule } from './rule.sample.ts'
import { alarm, cloud, scheduler, thermostat } from './templates.sample.ts'

const today = '2026-04-01'
const begun = { ...emptyValues('11'), displayName: 'Cooling', sectorId: '12', terminalId: '31' }

test('a template begins with what it says, with empty lists, and off where something must be said', () => {
  const { inputs, category, templateId } = withTemplate(begun, thermostat, today)
  expect({ category, templateId }).toEqual({ category: 'THERMOSTAT', templateId: '4' })
  expect(inputs).toMatchObject({ sensors: [], staleAfter: 300, reference: 'FIXED', setPoint: 24, outputs: [] })
  expect(inputs['mode']).toBeUndefined()
  expect(inputs['safeValue']).toBeUndefined()
  expect(withTemplate(begun, scheduler, today).inputs).toMatchObject({ lines: [], callbackValue: false })
})

test('a cycle begins on the day that is given, with the values that its inputs begin with', () => {
  const inputs = [{ id: 'differential', group: 'cycle', type: 'DECIMAL', required: false, defaultValue: 1 } as const]
  const cycle = { id: 'cycle', group: 'cycle', type: 'CYCLEGROUP', required: true, inputs: [...inputs] } as const
  const made = withTemplate(begun, { ...thermostat, inputs: [{ ...cycle, inputs: [...inputs] }] }, today)
  expect(made.inputs['cycle']).toEqual({
    preCycle: { date: '2026-04-01', differential: 1 },
    dayOne: { date: '2026-04-01', differential: 1 },
    days: [],
    lastDay: { day: 35, differential: 1 },
  })
})

test('another house moves a cycle that nobody has dated to the day of its batch', () => {
  const cycle = { id: 'cycle', group: 'cycle', type: 'CYCLEGROUP', required: true } as const
  const made = withTemplate(begun, { ...thermostat, inputs: [cycle] }, '2026-04-01')
  const moved = withFirstDay(made, '2026-04-01', '2026-04-20')
  expect(moved.inputs['cycle']).toMatchObject({ preCycle: { date: '2026-04-20' }, dayOne: { date: '2026-04-20' } })
  const dated = { ...made, inputs: { cycle: { preCycle: { date: '2026-04-01' }, dayOne: { date: '2026-04-04' } } } }
  expect(withFirstDay(dated, '2026-04-01', '2026-04-20')).toEqual(dated)
})

test('another entity takes sector, template, box and category with it; another category its template', () => {
  const made = withTemplate(begun, thermostat, today)
  expect(withEntity(made, '20')).toEqual({ ...emptyValues('20'), displayName: 'Cooling' })
  expect(withCategory(made, 'PROPORTIONAL')).toMatchObject({
    category: 'PROPORTIONAL',
    templateId: null,
    inputs: {},
    terminalId: '31',
  })
  expect(withCategory(made, 'CLOUD_ALARM').terminalId).toBeNull()
})

test('a template that comes late takes nothing away that was filled in meanwhile, and nothing that was asked for since', () => {
  const asked = { ...begun, category: thermostat.category.id }
  const meanwhile = { ...asked, displayName: 'Colder', terminalId: '32', sectorId: '7' }
  expect(withFetchedTemplate(meanwhile, asked, thermostat, today)).toEqual(withTemplate(meanwhile, thermostat, today))
  const elsewhere = withEntity(asked, '20')
  expect(withFetchedTemplate(elsewhere, asked, thermostat, today)).toBe(elsewhere)
  const other = withCategory(asked, 'PROPORTIONAL')
  expect(withFetchedTemplate(other, asked, thermostat, today)).toBe(other)
})

test('only what is shown and filled in is sent', () => {
  const made = withTemplate(begun, thermostat, today)
  const ids = (reference: string) =>
    toDraft({ ...made, inputs: { ...made.inputs, reference } }, thermostat).inputs.map(input => input.id)
  expect(ids('FIXED')).toEqual(['sensors', 'staleAfter', 'reference', 'setPoint', 'outputs'])
  expect(ids('SENSOR')).toContain('spMin')
  expect(isShown({ when: { input: 'reference', is: 'SENSOR' } }, { reference: 'FIXED' })).toBe(false)
  expect(toDraft(made, thermostat).eventConfiguration).toBeNull()
  expect(toDraft({ ...withTemplate(begun, cloud, today), terminalId: '31' }, cloud).terminalId).toBeNull()
})

test('conditions that say nothing of their own follow the event that is repeated', () => {
  const lines = [
    { interfaceId: '1', repetitionTime: '00:00' },
    { interfaceId: '2', repetitionTime: '01:00' },
  ]
  const made = { ...withTemplate(begun, alarm, today), inputs: { lines, lineLogic: 'ANY' } }
  const sent = (hasRepetitionTime: boolean) =>
    toDraft({ ...made, eventConfiguration: { ...made.eventConfiguration, hasRepetitionTime } }, alarm).inputs[0]?.value
  expect(sent(false)).toEqual(lines)
  expect(sent(true)).toEqual([{ interfaceId: '1' }, lines[1]])
})

test('a rule comes back as it is: its conditions with their boxes, what it lacks as its template begins', () => {
  const values = toFormValues(cloudRule)
  expect(values).toMatchObject({ category: 'CLOUD_ALARM', rootEntityId: '11', autoClose: false, showAllInterfaces: true })
  expect(values.inputs).toEqual({ lines: [{ interfaceId: '1', terminalId: '31' }], lineLogic: 'ANY' })
})
