import type { Choice } from './choices.ts'
import type { Template } from './ruleForm.ts'

/** Templates as the platform gives them, shortened, and a house with what they choose from. */

const figures = { dataTypes: ['DECIMAL', 'INTEGER'] } as const
export const thermostat: Template = {
  id: '4',
  category: { id: 'THERMOSTAT', order: 3, kind: 'CONTROL' },
  hasEvent: false,
  groups: ['sensors', 'regulation', 'actions'],
  inputs: [
    {
      id: 'sensors',
      group: 'sensors',
      type: 'DROPGROUP',
      action: 'INPUT',
      required: true,
      min: 1,
      max: 8,
      filters: { dataTypes: [...figures.dataTypes], kinds: ['GAUGE'] },
    },
    {
      id: 'staleAfter',
      group: 'sensors',
      type: 'INTEGER',
      required: false,
      defaultValue: 300,
      min: 60,
      max: 3600,
      duration: true,
    },
    { id: 'mode', group: 'regulation', type: 'ENUM', required: true, enumEntries: ['COOL', 'HEAT'] },
    {
      id: 'reference',
      group: 'regulation',
      type: 'ENUM',
      required: false,
      defaultValue: 'FIXED',
      enumEntries: ['FIXED', 'SENSOR'],
    },
    { id: 'setPoint', group: 'regulation', type: 'DECIMAL', required: false, defaultValue: 24, min: -20, max: 60, unit: '°C' },
    {
      id: 'spMin',
      group: 'regulation',
      type: 'DECIMAL',
      required: false,
      defaultValue: 10,
      when: { input: 'reference', is: 'SENSOR' },
    },
    {
      id: 'spMax',
      group: 'regulation',
      type: 'DECIMAL',
      required: false,
      defaultValue: 35,
      when: { input: 'reference', is: 'SENSOR' },
    },
    { id: 'outputs', group: 'actions', type: 'DROPGROUP', action: 'OUTPUT', required: true, min: 1, max: 8 },
    { id: 'safeValue', group: 'actions', type: 'BOOLEAN', required: false },
  ],
}

const lineInputs: NonNullable<Template['inputs'][number]['inputs']> = [
  { id: 'permanenceTime', group: 'lines', type: 'TIME', required: false, defaultValue: '00:00' },
]
export const alarm: Template = {
  id: '7',
  category: { id: 'ALARM_WITHOUT_ACTUATION', order: 6, kind: 'ALARM' },
  hasEvent: true,
  groups: ['lines'],
  inputs: [
    { id: 'lines', group: 'lines', type: 'DROPGROUP', action: 'INPUT', required: true, min: 1, max: 32, inputs: lineInputs },
    { id: 'lineLogic', group: 'lines', type: 'ENUM', required: false, defaultValue: 'ANY', enumEntries: ['ANY', 'ALL'] },
  ],
}
export const cloud: Template = { ...alarm, id: '9', category: { id: 'CLOUD_ALARM', order: 8, kind: 'ALARM' } }
export const scheduler: Template = {
  id: '10',
  category: { id: 'SCHEDULER', order: 9, kind: 'SCHEDULER' },
  hasEvent: false,
  groups: ['schedule', 'actions'],
  inputs: [
    { id: 'outputs', group: 'actions', type: 'DROPGROUP', action: 'OUTPUT', required: true, min: 1, max: 8 },
    { id: 'lines', group: 'schedule', type: 'SCHEDULER', required: true, min: 1, max: 50 },
    { id: 'callbackValue', group: 'schedule', type: 'BOOLEAN', required: true },
  ],
}

const terminal = { id: '31', displayName: 'QPL-01' }
const choice = (
  id: string,
  displayName: string,
  category: Choice['category'],
  dataType: Choice['dataType'],
  unit: string | null,
): Choice => ({
  id,
  displayName,
  category,
  dataType,
  unit,
  terminal,
  place: 'Pavilhão 1',
  placeInFull: 'Quinta | Pavilhão 1',
  calculated: false,
})
export const house: ReadonlyMap<string, Choice> = new Map(
  [
    choice('1', 'Temperature', 'TEMPERATURE', 'DECIMAL', '°C'),
    choice('2', 'Mains', 'MAINS_POWER', 'BOOLEAN', null),
    choice('3', 'Heaters', 'HEATING_RELAY', 'BOOLEAN', null),
    choice('4', 'Fans', 'VENTILATION_CONTROL', 'INTEGER', '%'),
    choice('5', 'Status', 'TEXT_STATE', 'STRING', null),
  ].map(choice => [choice.id, choice]),
)
