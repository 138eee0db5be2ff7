import { widget } from '../../definition.ts'
import { sensorOne } from '../../fields.ts'
import { title } from '../title.ts'

/** The last value of an interface, its course and its age. */
export const directValue = widget({
  category: 'INTERFACES',
  size: [3, 1],
  min: [2, 1],
  max: [12, 4],
  fields: { interfaceId: sensorOne('ANY'), title },
})
