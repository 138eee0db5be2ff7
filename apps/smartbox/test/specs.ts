import type { InterfaceSpec } from '@steading/contract/box/messages'

/** Interfaces for tests. */
export const temperature: InterfaceSpec = {
  ix: 1,
  id: '101',
  type: 'DECIMAL',
  dir: 'IN',
  unit: '°C',
  min: -40,
  max: 80,
  factor: 1,
  offset: 0,
  hist: 'TIME_INTERVAL',
  every: 1,
  address: 'h1/temperature',
  dec: 1,
}
export const ventilation: InterfaceSpec = {
  ...temperature,
  ix: 2,
  id: '102',
  type: 'INTEGER',
  dir: 'IN_OUT',
  unit: '%',
  min: 0,
  max: 100,
  hist: 'DIFFERENT_VALUES',
  address: 'h1/ventilation',
}
export const siren: InterfaceSpec = {
  ...temperature,
  ix: 3,
  id: '103',
  type: 'BOOLEAN',
  dir: 'OUT',
  unit: '',
  min: null,
  max: null,
  hist: 'ALL_VALUES',
  address: 'h1/siren',
}
export const door: InterfaceSpec = { ...siren, ix: 4, id: '104', dir: 'IN', address: 'h1/door' }

const listed = [
  { id: '101', dataType: 'DECIMAL', kind: 'GAUGE', every: 1 },
  { id: '102', dataType: 'INTEGER', kind: 'COMMAND' },
]

/** Ventilation in proportion to the temperature: 22 → 10 %, 26 → 100 %. */
export const proportional = (id = '31', version = 1, inputs: object = {}) => ({
  template: 'PROPORTIONAL',
  id,
  version,
  timeZone: 'UTC',
  interfaces: listed,
  inputs: { sensors: ['101'], outputs: ['102'], mode: 'COOL', setPoint: 22, band: 4, ...inputs },
})

/** Above 30 °C for a minute. */
export const hot = (id = '32', version = 1) => ({
  template: 'ALARM_WITHOUT_ACTUATION',
  id,
  version,
  timeZone: 'UTC',
  interfaces: listed.slice(0, 1),
  inputs: { lines: [{ interfaceId: '101', logicOperator: 'GREATER', inputValue: 30, permanenceTime: '00:01' }] },
  event: { severityLevel: 'MAJOR' },
})
