import { CATEGORIES } from '@steading/contract/categories'
import type { Interface } from '@steading/contract/interfaces'
import { QUICK_RANGES, type Series } from '@steading/contract/readings'
import type { Translate } from '@steading/locales/text'
import type { LiveValue } from '../platform/liveValues.ts'
import { drawn, drawnScale, notesOf } from '../platform/drawn.ts'
import type { Pane } from '../ui/chart/lines.ts'
import { valueText } from '../widgets/index.ts'

/** The ranges of a history in hours: the quick ones, a week, a month. */
export const historyHours: readonly number[] = [...Object.values(QUICK_RANGES), 168, 720]

/** Seconds to which the end of a range is rounded down: the longer the range, the coarser. */
export const gridOf = (hours: number): number => (hours <= 1 ? 60 : hours <= 24 ? 300 : 3600)

const asNumber = (value: LiveValue['value']) =>
  typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? value : null

/** Does it say something that a line can show? */
export const hasHistory = (of: Interface): boolean => of.terminalInterfaceDataType !== 'STRING'

/** States and commands hold until the next one; booleans stand at 0 and 1 and are said in their words. */
export function paneOf(of: Interface, series: Series | undefined, tail: readonly LiveValue[], t: Translate): Pane {
  const kind = CATEGORIES[of.category].kind
  const until = series?.times.at(-1) ?? Number.NEGATIVE_INFINITY
  // Single readings of a counter do not say how fast it counts.
  const later = kind === 'COUNTER' ? [] : tail.filter(one => one.good && Date.parse(one.timestampUtc) > until)
  const isBoolean = of.terminalInterfaceDataType === 'BOOLEAN'
  const values = series ? drawn(of, series).values : []
  const line = {
    name: of.displayName,
    times: [...(series?.times ?? []), ...later.map(one => Date.parse(one.timestampUtc))],
    values: [...values, ...later.map(one => asNumber(one.value))],
    notes: series && notesOf(series, t),
    series: 1,
    subject: true,
    steps: kind === 'STATE' || kind === 'COMMAND',
  }
  return {
    ...drawnScale(of),
    lines: [line],
    ...(isBoolean && { states: [false, true].map(value => valueText(of, value, t)) }),
    ...(of.unit === '%' && kind === 'COMMAND' && { min: 0, max: 100 }),
  }
}
