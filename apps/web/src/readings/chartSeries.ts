import { CATEGORIES } from '@steading/contract/devices/categories'
import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import type { Translate } from '@steading/locales/text'

/** Between raw readings, where nobody says how often they come (s). */
const usualStep = 300
const hour = 3_600
/** What a series' flags say, by the contract. */
const marks = [
  { bit: 1, word: 'chart.mark.implausible' },
  { bit: 2, word: 'chart.mark.gap' },
  { bit: 4, word: 'chart.mark.rebased' },
] as const

const isCounter = ({ category }: Pick<Interface, 'category'>) => CATEGORIES[category].kind === 'COUNTER'

/** Whether a value stands until the next one: states, commands, and whatever is only kept when it changes. */
export const holds = (of: Pick<Interface, 'category' | 'historyConfiguration' | 'terminalInterfaceDataType'>): boolean => {
  const { kind } = CATEGORIES[of.category]
  if (kind === 'COUNTER') return false
  return kind !== 'GAUGE' || of.terminalInterfaceDataType === 'BOOLEAN' || of.historyConfiguration === 'DIFFERENT_VALUES'
}

/**
 * The growth of a counter in an hour, of a series that holds its growth in each step; of the step that is still being counted, by
 * the time that has passed.
 */
export const hourly = ({
  step,
  times,
  values,
  countedUntil,
}: Pick<Series, 'step' | 'times' | 'values' | 'countedUntil'>): (number | null)[] =>
  values.map((value, at) => {
    const seconds =
      countedUntil !== undefined && at === values.length - 1 ? (countedUntil - times[at]!) / 1000 : step || usualStep
    return value === null ? null : (value * hour) / seconds
  })

/** A series as a chart draws it: of a counter not what it counted in steps of whatever length, but how fast. */
export const chartSeries = (of: Pick<Interface, 'category'>, series: Series): Series =>
  isCounter(of) ? { ...series, values: hourly(series) } : series

/** From where to where each point reached, of what is measured; a door is open or it is not. */
export const reachOf = (
  of: Pick<Interface, 'category' | 'terminalInterfaceDataType'>,
  { min, max }: Pick<Series, 'min' | 'max'>,
): { readonly low?: Series['min']; readonly high?: Series['max'] } =>
  isCounter(of) || of.terminalInterfaceDataType === 'BOOLEAN' ? {} : { low: min, high: max }

/** Its unit there, and the end of its axis. */
export const drawnScale = (of: Pick<Interface, 'category' | 'unit' | 'decimals'>) => ({
  unit: isCounter(of) ? `${of.unit ?? ''}/h` : (of.unit ?? ''),
  decimals: of.decimals,
  ...(isCounter(of) && { min: 0 }),
})

/** What is to be known of the points of a counter's series, in words beside them; undefined where there is nothing. */
export function notesOf({ flags }: Pick<Series, 'flags'>, t: Translate): readonly (string | undefined)[] | undefined {
  const words = flags?.map(flag => {
    const all = marks.filter(({ bit }) => (flag & bit) !== 0).map(({ word }) => t(word))
    return all.length === 0 ? undefined : all.join(', ')
  })
  return words?.some(word => word !== undefined) ? words : undefined
}
