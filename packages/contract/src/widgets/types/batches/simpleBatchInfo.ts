import { SPECIES_CODES } from '../../../production/species.ts'
import { widget } from '../../definition.ts'
import { choice, choices, day, entityMany } from '../../fields.ts'
import { title } from '../title.ts'

export const INFO_TIMES = ['LAST_MONTH', 'LAST_QUARTER', 'LAST_YEAR', 'CUSTOM'] as const
const closed = ['MORTALITY', 'AVERAGE_DAILY_GAIN', 'CONVERSION_INDEX', 'AVERAGE_WEIGHT_ANIMALS_EXISTS']

/** One figure over several batches, and the same of the period before. */
export const simpleBatchInfo = widget({
  category: 'BATCHES',
  size: [4, 2],
  min: [3, 2],
  max: [12, 6],
  permission: 'batches.read',
  fields: {
    option: choice(['MORTALITY', 'OPEN', 'AVERAGE_DAILY_GAIN', 'CONVERSION_INDEX', 'AVERAGE_WEIGHT_ANIMALS_EXISTS']),
    title,
    entityIds: entityMany(),
    species: choices(SPECIES_CODES),
    time: choice(INFO_TIMES, { onlyIf: { option: closed } }),
    startDate: day({ onlyIf: { option: closed, time: ['CUSTOM'] } }),
    endDate: day({ onlyIf: { option: closed, time: ['CUSTOM'] } }),
  },
  ranges: [['startDate', 'endDate']],
  problems: ({ option, time, startDate, endDate }) => {
    if (option === 'OPEN' || time !== 'CUSTOM') return []
    const missing = Object.entries({ startDate, endDate }).filter(([, date]) => date === undefined)
    if (missing.length > 0) return missing.map(([field]) => [field, 'required'])
    return String(endDate) < String(startDate) ? [['endDate', 'endBeforeStart']] : []
  },
})
