import { CATEGORIES } from '@steading/contract/categories'
import type { Interface } from '@steading/contract/interfaces'
import type { Series } from '@steading/contract/readings'
import type { Limit, Pane } from '../ui/chart/lines.ts'

const seriesColours = 8

/** Lines of one unit share a pane, sensors above devices; what is on or off has one of its own, below. */
export function panesOf(
  interfaces: readonly Interface[],
  series: ReadonlyMap<string, Series>,
  limits: ReadonlyMap<string, readonly Limit[]>,
): readonly Pane[] {
  const shown = interfaces.filter(one => one.terminalInterfaceDataType !== 'STRING')
  const groups = Map.groupBy(shown, one => `${one.terminalInterfaceType === 'IN' ? 'a' : 'b'} ${one.unit ?? ''}`)
  let colour = 0
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([, members]): Pane => {
      const [first] = members
      const isStates = first?.unit === null || first?.unit === undefined
      const drawn = members.flatMap(one => limits.get(one.id) ?? [])
      const lines = members.map(one => {
        const kind = CATEGORIES[one.category].kind
        const { times = [], values = [] } = series.get(one.id) ?? {}
        colour = (colour % seriesColours) + 1
        return { name: one.displayName, times, values, series: colour, steps: kind === 'STATE' || kind === 'COMMAND' }
      })
      return {
        unit: first?.unit ?? '',
        decimals: first?.decimals ?? 0,
        lines,
        share: first?.terminalInterfaceType === 'IN' && !isStates ? 2 : 1,
        // Sensors of one rule share their limits: each is drawn once.
        limits: [...new Map(drawn.map(limit => [limit.words, limit])).values()],
        ...(isStates && { min: 0, max: 1 }),
        ...(first?.unit === '%' && first.terminalInterfaceType !== 'IN' && { min: 0, max: 100 }),
      }
    })
}
