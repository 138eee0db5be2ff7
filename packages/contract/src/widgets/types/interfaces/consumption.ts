import { widget } from '../../definition.ts'
import { choice, sensorMany } from '../../fields.ts'
import { title } from '../title.ts'

/** What meters counted in a day, a week or a month, beside the period before. */
export const consumption = widget({
  category: 'INTERFACES',
  size: [4, 2],
  min: [3, 2],
  max: [12, 8],
  fields: {
    interfaceIds: sensorMany('METER', 8),
    title,
    aggregator: choice(['SUM', 'AVG']),
    period: choice(['DAY', 'WEEK', 'MONTH']),
  },
})
