import { CATEGORIES } from '@steading/contract/devices/categories'
import type { Interface } from '@steading/contract/devices/interfaces'
import { QUICK_RANGES, type Series } from '@steading/contract/devices/readings'
import type { Translate } from '@steading/locales/text'
import { chartSeries, drawnScale, holds, notesOf, reachOf } from '../../readings/index.ts'
import type { Pane } from '../../ui/chart/draw/lines.ts'
import { valueText } from '../subject.ts'

/** The ranges of a history in hours: the quick ones, a week, a month. */
export const historyHours: readonly number[] = [...Object.values(QUICK_RANGES), 168, 720]

/** Seconds to which the end of a range is rounded down: the longer the range, the coarser. */
export const gridOf = (hours: number): number => (hours <= 1 ? 60 : hours <= 24 ? 300 : 3600)

/** Does it say something that a line can show? */
export const hasHistory = (iface: Interface): boolean => iface.terminalInterfaceDataType !== 'STRING'

/** States and commands hold until the next one; booleans stand at 0 and 1 and are said in their words. */
export function paneOf(iface: Interface, series: Series | undefined, t: Translate): Pane {
  const kind = CATEGORIES[iface.category].kind
  const isBoolean = iface.terminalInterfaceDataType === 'BOOLEAN'
  const { times = [], values = [] } = series ? chartSeries(iface, series) : {}
  const line = {
    name: iface.displayName,
    times,
    values,
    ...(series && reachOf(iface, series)),
    notes: series && notesOf(series, t),
    series: 1,
    subject: true,
    steps: holds(iface),
  }
  return {
    ...drawnScale(iface),
    lines: [line],
    ...(isBoolean && { states: [false, true].map(value => valueText(iface, value, t)) }),
    ...(iface.unit === '%' && kind === 'COMMAND' && { min: 0, max: 100 }),
  }
}
