import { CATEGORIES } from '@steading/contract/categories'
import type { Interface } from '@steading/contract/interfaces'
import type { Series } from '@steading/contract/readings'

/** Between raw readings, where nobody says how often they come (s). */
const usualStep = 300
const hour = 3_600

const isCounter = ({ category }: Pick<Interface, 'category'>) => CATEGORIES[category].kind === 'COUNTER'

/** The growth of a counter in an hour, of a series that holds its growth in each step. */
export const hourly = ({ step, values }: Pick<Series, 'step' | 'values'>): (number | null)[] =>
  values.map(value => (value === null ? null : (value * hour) / (step || usualStep)))

/** A series as a chart draws it: of a counter not what it counted in steps of whatever length, but how fast. */
export const drawn = (of: Pick<Interface, 'category'>, series: Series): Series =>
  isCounter(of) ? { ...series, values: hourly(series) } : series

/** Its unit there, and the end of its axis. */
export const drawnScale = (of: Pick<Interface, 'category' | 'unit' | 'decimals'>) => ({
  unit: isCounter(of) ? `${of.unit ?? ''}/h` : (of.unit ?? ''),
  decimals: of.decimals,
  ...(isCounter(of) && { min: 0 }),
})
