import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import type { DemoHouse } from './farm.ts'

/** A tile of a demo dashboard: what it shows, by paths below the house, and its place on the grid. */
export interface DemoTile {
  readonly type: WidgetTypeName
  readonly paths: readonly string[]
  readonly place: readonly [x: number, y: number, w: number, h: number]
  readonly more?: Readonly<Record<string, unknown>>
}

const value = (path: string, x: number, y: number): DemoTile => ({ type: 'DIRECT_VALUE', paths: [path], place: [x, y, 3, 1] })
const control = (path: string, x: number, y: number): DemoTile => ({ type: 'CONTROLLER', paths: [path], place: [x, y, 3, 1] })
const chart = (title: string, paths: readonly string[], x: number, y: number): DemoTile => ({
  type: 'SIMPLE_MULTI_LINE_CHART',
  paths,
  place: [x, y, 6, 3],
  more: { title, hours: 24 },
})
/** So far from the set-point of its rules a house is still comfortable (°C): well within what they alarm about. */
const COMFORT = 2
const gauge = (path: string, target: number, x: number, y: number): DemoTile => ({
  type: 'GAUGE',
  paths: [path],
  place: [x, y, 3, 2],
  more: { min: 10, max: 36, target, comfortMin: target - COMFORT, comfortMax: target + COMFORT },
})

const broilers = (setPoint: number): readonly DemoTile[] => [
  value('temperature/average', 0, 0),
  value('humidity', 3, 0),
  value('co2', 6, 0),
  value('nh3', 9, 0),
  chart('Temperature', ['temperature/average', 'temperature/1', 'temperature/4'], 0, 1),
  gauge('temperature/average', setPoint, 6, 1),
  value('pressure', 9, 1),
  value('silo', 9, 2),
  control('ventilation', 6, 3),
  control('pad', 9, 3),
  chart('Air', ['co2', 'humidity'], 0, 4),
  control('window', 6, 4),
  control('heating', 9, 4),
  control('light', 6, 5),
  value('water', 9, 5),
  value('scale', 6, 6),
  value('mains', 9, 6),
]

const pigs = (setPoint: number): readonly DemoTile[] => [
  value('temperature/1', 0, 0),
  value('humidity', 3, 0),
  value('co2', 6, 0),
  value('nh3', 9, 0),
  chart('Temperature', ['temperature/1', 'temperature/2'], 0, 1),
  gauge('temperature/1', setPoint, 6, 1),
  value('water', 9, 1),
  value('silo', 9, 2),
  control('ventilation', 6, 3),
  control('heating', 9, 3),
  chart('Air', ['co2', 'humidity'], 0, 4),
  control('lantern', 6, 4),
  control('siren', 9, 4),
]

/** What somebody wants to see first of a house. */
export const boardOf = ({ kind, setPoint }: DemoHouse): { readonly name: string; readonly tiles: readonly DemoTile[] } =>
  kind === 'broiler' ? { name: 'Broiler watch', tiles: broilers(setPoint) } : { name: 'Fattening watch', tiles: pigs(setPoint) }
