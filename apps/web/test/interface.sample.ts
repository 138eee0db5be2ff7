import type { Interface } from '@steading/contract/devices/interfaces'

/** An interface for tests: a sensor of temperature without a reading, and whatever a test says of it. */
export const sampleInterface = (more: Partial<Interface> = {}): Interface => ({
  id: '8',
  displayName: 'One',
  category: 'TEMPERATURE',
  terminalInterfaceDataType: 'DECIMAL',
  terminalInterfaceType: 'IN',
  unit: null,
  decimals: 1,
  min: null,
  max: null,
  entity: { id: '3', name: 'House 2', displayName: 'Farm | House 2', type: 'SECTOR' },
  terminal: { id: '1', displayName: 'Box', connected: true, retired: false },
  historyConfiguration: 'TIME_INTERVAL',
  historySeconds: 300,
  hidden: false,
  lastReadingTimestampUtc: null,
  lastConvertedReading: null,
  stale: false,
  good: true,
  lastCommand: null,
  driven: false,
  safeValue: null,
  calculated: false,
  version: 1,
  ...more,
})

/** Fans in percent, with feedback, driven by a rule. */
export const sampleFans = (more: Partial<Interface> = {}): Interface =>
  sampleInterface({
    displayName: 'Fans',
    category: 'VENTILATION_CONTROL',
    terminalInterfaceDataType: 'INTEGER',
    terminalInterfaceType: 'IN_OUT',
    unit: '%',
    decimals: 0,
    min: 0,
    max: 100,
    historyConfiguration: 'DIFFERENT_VALUES',
    historySeconds: null,
    driven: true,
    ...more,
  })
