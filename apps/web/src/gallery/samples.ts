// Believable data of a farm at night, for looking at pieces; nothing of it reaches the product.
import type { Widget as Placed } from '@steading/contract/dashboards'
import type { Interface } from '@steading/contract/interfaces'
import type { Series } from '@steading/contract/readings'
import type { WidgetData } from '../widgets/view.ts'

export const now = Math.floor(Date.now() / 60_000) * 60_000
const minute = 60_000
const iso = (ms: number) => new Date(ms).toISOString()

let seed = 11
const noise = () => ((seed = (seed * 1_664_525 + 1_013_904_223) >>> 0) / 4_294_967_296 - 0.5) * 2
const bump = (at: number, middle: number, width: number) => Math.exp(-((at - middle) ** 2) / (2 * width * width))

/** Five-minute values of the last `hours`, made of a shape over hours ago. */
function course(interfaceId: string, shape: (ago: number) => number | null, wobble: number, hours = 24): Series {
  const times = Array.from({ length: hours * 12 + 1 }, (_, at) => now - (hours * 12 - at) * 5 * minute)
  let drift = 0
  const values = times.map(time => {
    drift = drift * 0.86 + noise() * wobble
    const value = shape((now - time) / 3_600_000)
    return value === null ? null : value + drift
  })
  return { interfaceId, resolution: 'FIVE_MIN', step: 300, times, values }
}

const house = { id: '31', name: 'Pavilhão 2', displayName: 'Quinta do Paul | Pavilhão 2', type: 'SECTOR' } as const

const sensor = (id: string, more: Partial<Interface> & Pick<Interface, 'displayName' | 'category' | 'unit'>): Interface => ({
  id,
  terminalInterfaceDataType: 'DECIMAL',
  terminalInterfaceType: 'IN',
  decimals: 1,
  min: null,
  max: null,
  entity: house,
  terminal: { id: '4', displayName: 'QPL-01', connected: true },
  historyConfiguration: 'TIME_INTERVAL',
  historySeconds: 60,
  hidden: false,
  lastReadingTimestampUtc: iso(now - 12_000),
  lastConvertedReading: null,
  stale: false,
  good: true,
  lastCommand: null,
  version: 1,
  ...more,
})
const command = (interfaceId: string, value: number | boolean, state: 'SENT' | 'DONE' | 'UNCONFIRMED', ago: number) => ({
  id: '01',
  interfaceId,
  value,
  state,
  issuedUtc: iso(now - ago * minute),
  answeredUtc: state === 'DONE' ? iso(now - ago * minute) : null,
  reason: null,
  readBack: null,
  verifiedUtc: null,
  holdUntilUtc: null,
  by: 'Rita Marques',
})

const interfaces: Interface[] = [
  sensor('1', { displayName: 'Temperature', category: 'TEMPERATURE', unit: '°C', lastConvertedReading: 31, min: -40, max: 80 }),
  sensor('2', { displayName: 'Humidity', category: 'HUMIDITY', unit: '%', lastConvertedReading: 71.4 }),
  sensor('3', { displayName: 'CO₂', category: 'CO2', unit: 'ppm', lastConvertedReading: 2480, decimals: 0 }),
  sensor('4', {
    displayName: 'NH₃',
    category: 'NH3',
    unit: 'ppm',
    lastConvertedReading: 11.8,
    stale: true,
    lastReadingTimestampUtc: iso(now - 24 * minute),
  }),
  sensor('5', { displayName: 'Temperature, house 1', category: 'TEMPERATURE', unit: '°C', lastConvertedReading: 22 }),
  sensor('6', { displayName: 'Outside', category: 'TEMPERATURE', unit: '°C', lastConvertedReading: 12.8 }),
  sensor('7', { displayName: 'Static pressure', category: 'STATIC_PRESSURE', unit: 'Pa', lastConvertedReading: 7, decimals: 0 }),
  sensor('8', {
    displayName: 'Ventilation',
    category: 'VENTILATION_CONTROL',
    unit: '%',
    terminalInterfaceType: 'IN_OUT',
    decimals: 0,
    min: 0,
    max: 100,
    lastConvertedReading: 0,
    lastCommand: command('8', 100, 'DONE', 54),
  }),
  sensor('9', {
    displayName: 'Cooling pad',
    category: 'COOLING_PAD',
    unit: null,
    terminalInterfaceDataType: 'BOOLEAN',
    terminalInterfaceType: 'IN_OUT',
    lastConvertedReading: true,
    lastCommand: command('9', true, 'DONE', 35),
  }),
  sensor('10', {
    displayName: 'Lighting',
    category: 'ILLUMINATION_CONTROL',
    unit: '%',
    terminalInterfaceType: 'IN_OUT',
    decimals: 0,
    min: 0,
    max: 100,
    lastConvertedReading: 20,
    lastCommand: command('10', 45, 'SENT', 0),
  }),
  sensor('11', {
    displayName: 'Feed store door',
    category: 'DOOR_CONTACT',
    unit: null,
    terminalInterfaceDataType: 'BOOLEAN',
    lastConvertedReading: false,
  }),
]

const alarm = (ago: number) => (ago < 1 ? 9 * (1 - ago) : 0)
const series = [
  course('1', ago => 22.2 + 3.1 * bump(ago, 12, 3) + alarm(ago), 0.12),
  course('2', ago => 64 + 7 * bump(ago, 0, 4), 0.7),
  course('3', ago => 1500 + 980 * bump(ago, 0, 5), 22),
  course('4', ago => (ago < 0.4 ? null : 12 + 1.4 * Math.sin(ago)), 0.4),
  course('5', ago => (ago > 6 && ago < 8.5 ? null : 21.9 + 3.2 * bump(ago, 12, 3.2)), 0.12),
  course('6', ago => 13.2 + 8.6 * bump(ago, 12.4, 3.6), 0.14),
  course('7', ago => (ago > 1 ? 24 : 7), 1.1),
]

export const data: WidgetData = {
  interfaces: new Map(interfaces.map(one => [one.id, one])),
  series: new Map(series.map(one => [one.interfaceId, one])),
  now,
  actuate: (target, value) => console.info('would send', target.displayName, value),
}

const widget = (id: string, type: Placed['type'], configs: Placed['configs']): Placed => ({ id, dashboardId: '1', type, configs })
const placed: [Placed, x: number, y: number, w: number, h: number][] = [
  [widget('11', 'DIRECT_VALUE', { interfaceId: '1' }), 0, 0, 3, 1],
  [widget('12', 'DIRECT_VALUE', { interfaceId: '2' }), 3, 0, 3, 1],
  [widget('13', 'DIRECT_VALUE', { interfaceId: '3' }), 6, 0, 3, 1],
  [widget('14', 'DIRECT_VALUE', { interfaceId: '4' }), 9, 0, 3, 1],
  [widget('15', 'SIMPLE_MULTI_LINE_CHART', { interfaceIds: ['5', '1', '6'], title: 'Temperature' }), 0, 1, 6, 3],
  [widget('16', 'GAUGE', { interfaceId: '1', min: 10, max: 36, target: 20 }), 6, 1, 3, 2],
  [widget('17', 'SIMPLE_MULTI_LINE_CHART', { interfaceIds: ['3', '7'], title: 'Air', hours: 24 }), 9, 1, 3, 3],
  [widget('18', 'CONTROLLER', { interfaceId: '8' }), 6, 3, 3, 1],
  [widget('19', 'CONTROLLER', { interfaceId: '9' }), 0, 4, 3, 1],
  [widget('20', 'CONTROLLER', { interfaceId: '10' }), 3, 4, 3, 1],
  [widget('21', 'DIRECT_VALUE', { interfaceId: '11' }), 6, 4, 3, 1],
  [widget('22', 'DIRECT_VALUE', { interfaceId: '99', title: 'Milk tank' }), 9, 4, 3, 1],
]
export const widgets = Object.fromEntries(placed.map(([one]) => [one.id, one]))
export const layout = placed.map(([{ id }, x, y, w, h]) => ({ id, x, y, w, h }))
