import { widget } from '../../definition.ts'
import { optionalEntity, toggle } from '../../fields.ts'
import { title } from '../title.ts'

/** Farms where they are, by their worst open event. */
export const map = widget({
  category: 'DATA',
  size: [4, 2],
  min: [3, 2],
  max: [12, 12],
  fields: { title, entityId: optionalEntity(), boundaries: toggle(true) },
})
