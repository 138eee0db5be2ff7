import { widget } from '../../definition.ts'
import { sensorOne } from '../../fields.ts'
import { title } from '../title.ts'

/** Litres of a milk counter: today, yesterday, the mean of seven days, and each day. */
export const milk = widget({
  category: 'INTERFACES',
  size: [12, 2],
  min: [6, 2],
  max: [12, 8],
  fields: { interfaceId: sensorOne('MILK'), title },
})
