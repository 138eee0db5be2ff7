import { widget } from '../../definition.ts'
import { choice, hours, sensorOne } from '../../fields.ts'
import { title } from '../title.ts'

/** One interface against another one: pairs of equal buckets, their line and R². */
export const regressionChart = widget({
  category: 'INTERFACES',
  size: [5, 3],
  min: [4, 3],
  max: [12, 12],
  fields: {
    x: sensorOne('NUMBER'),
    y: sensorOne('NUMBER'),
    title,
    hours: hours(),
    resolution: choice(['HOUR', 'FIVE_MIN', 'DAY']),
  },
  problems: ({ x, y }) => (x === y ? [['y', 'sameInterface']] : []),
})
