import { CATEGORIES } from '@steading/contract/categories'
import type { Interface } from '@steading/contract/interfaces'
import { QUICK_RANGES, type Series } from '@steading/contract/readings'
import type { Translate } from '@steading/locales/text'
import { drawn, drawnScale, holds, notesOf, reachOf } from '../../platform/drawn.ts'
import type { Pane } from '../../ui/chart/lines.ts'
import { valueText } from '../../widgets/index.ts'

/** The ranges of a history in hours: the quick ones, a week, a month. */
export const historyHours: readonly number[] = [...Object.values(QUICK_RANGES), 168, 720]

/** Seconds to which the end of a range is rounded down: the longer the range, the coarser. */
export const gridOf = (hours: number): number => (hours <= 1 ? 60 : hours <= 24 ? 300 : 3600)

/** Does it say something that a line can show? */
export const hasHistory = (of: Interface): boolean => of.terminalInterfaceDataType !== 'STRING'

/** States and commands hold until the next one; booleans stand at 0 and 1 and are said in their words. */
export function paneOf(of: Interface, series: Series | undefined, t: Translate): Pane {
  const kind = CATEGORIES[of.category].kind
  const isBoolean = of.terminalInterfaceDataType === 'BOOLEAN'
  const { times = [], values = [] } = series ? drawn(of, series) : {}
  const line = {
    name: of.displayName,
    times,
    values,
    ...(series && reachOf(of, series)),
    notes: series && notesOf(series, t),
    series: 1,
    subject: true,
    steps: holds(of),
  }
  return {
    ...drawnScale(of),
    lines: [line],
    ...(isBoolean && { states: [false, true].map(value => valueText(of, value, t)) }),
    ...(of.unit === '%' && kind === 'COMMAND' && { min: 0, max: 100 }),
  }
}
