import { widget } from '../../definition.ts'
import { interfaceOne } from '../../fields.ts'
import { title } from '../title.ts'

/** Operates a device. On a public dashboard it shows the value alone. */
export const controller = widget({
  category: 'INTERFACES',
  size: [3, 1],
  min: [2, 1],
  max: [8, 4],
  fields: { interfaceId: interfaceOne('OUTPUT'), title },
})
