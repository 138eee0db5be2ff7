import { widget } from '../../definition.ts'
import { entityMany } from '../../fields.ts'
import { title } from '../title.ts'

/** Deaths of the open batches by cause. */
export const mortalityByCause = widget({
  category: 'BATCHES',
  size: [4, 4],
  min: [3, 3],
  max: [12, 8],
  permission: 'batches.read',
  fields: { title, entityIds: entityMany() },
})
