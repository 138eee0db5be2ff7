import { widget } from '../../definition.ts'
import { choice, entityMany } from '../../fields.ts'
import { title } from '../title.ts'

/** Sold animals by groups of weight. */
export const animalWeight = widget({
  category: 'BATCHES',
  size: [4, 4],
  min: [3, 3],
  max: [12, 8],
  permission: 'batches.read',
  fields: { title, mode: choice(['TOTALS', 'PER_FARM']), entityIds: entityMany() },
})
