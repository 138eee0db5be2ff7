import { widget } from '../../definition.ts'
import { sensorOne } from '../../fields.ts'
import { title } from '../title.ts'

/** Level of a silo, how long it lasts, and by when feed must be ordered. */
export const silo = widget({
  category: 'INTERFACES',
  size: [6, 2],
  min: [4, 2],
  max: [12, 6],
  fields: { interfaceId: sensorOne('SILO'), title },
})
