import { widget } from '../../definition.ts'
import { interfaceOne, number } from '../../fields.ts'
import { title } from '../title.ts'

/** The last value of an interface on a scale. */
export const gauge = widget({
  category: 'INTERFACES',
  size: [4, 2],
  min: [3, 2],
  max: [8, 6],
  fields: {
    interfaceId: interfaceOne('NUMBER'),
    title,
    target: number({ decimals: 2 }),
    /** Where the animals are well: drawn where both ends are given. */
    comfortMin: number({ decimals: 2 }),
    comfortMax: number({ decimals: 2 }),
    min: number({ decimals: 2 }),
    max: number({ decimals: 2 }),
  },
})
