import { CATEGORY_IDS } from '../../../devices/categories.ts'
import { widget } from '../../definition.ts'
import { choices, optionalEntity, sensorMany } from '../../fields.ts'
import { title } from '../title.ts'

/** Last values of several interfaces by name: chosen ones, or those of an entity and its categories. */
export const multipleInterfaces = widget({
  category: 'INTERFACES',
  size: [5, 3],
  min: [3, 2],
  max: [12, 12],
  fields: {
    title,
    interfaceIds: sensorMany('ANY', 50, 0),
    entityId: optionalEntity(),
    categories: choices(CATEGORY_IDS),
  },
  problems: ({ interfaceIds, entityId }) =>
    Array.isArray(interfaceIds) && interfaceIds.length === 0 && entityId === undefined ? [['interfaceIds', 'required']] : [],
})
