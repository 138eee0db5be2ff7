import { widget } from '../../definition.ts'
import { hours, sensorMany } from '../../fields.ts'
import { title } from '../title.ts'

/** Series of a chart at most. */
export const MOST_LINES = 8

/** Several interfaces over time. */
export const multiLineChart = widget({
  category: 'INTERFACES',
  size: [5, 3],
  min: [3, 2],
  max: [12, 12],
  fields: { interfaceIds: sensorMany('CHARTED', MOST_LINES), title, hours: hours() },
})
