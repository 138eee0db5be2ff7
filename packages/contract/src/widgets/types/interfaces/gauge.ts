import { type Configs, type SensorRange, widget } from '../../definition.ts'
import { number, sensorOne } from '../../fields.ts'
import { title } from '../title.ts'

/** Both ends of the scale: the gauge's own, else its sensor's. */
export function scaleEnds(configs: Configs, sensor: SensorRange): readonly [min: number, max: number] {
  const { min, max } = configs
  return [typeof min === 'number' ? min : (sensor.min ?? 0), typeof max === 'number' ? max : (sensor.max ?? 100)]
}

/** The last value of an interface on a scale. */
export const gauge = widget({
  category: 'INTERFACES',
  size: [4, 2],
  min: [3, 2],
  max: [8, 6],
  fields: {
    interfaceId: sensorOne('NUMBER'),
    title,
    target: number({ decimals: 2 }),
    /** Where the animals are well: drawn where both ends are given. */
    comfortMin: number({ decimals: 2 }),
    comfortMax: number({ decimals: 2 }),
    min: number({ decimals: 2 }),
    max: number({ decimals: 2 }),
  },
  ranges: [
    ['comfortMin', 'comfortMax'],
    ['min', 'max'],
  ],
  problemsWithSensors: (configs, ranges) => {
    const sensor = ranges.get(String(configs['interfaceId']))
    if (!sensor) return []
    const [min, max] = scaleEnds(configs, sensor)
    return min < max ? [] : [[configs['max'] === undefined ? 'min' : 'max', 'rangeEmpty']]
  },
})
