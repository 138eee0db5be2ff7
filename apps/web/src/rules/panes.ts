import { CATEGORIES } from '@steading/contract/categories'
import type { Interface } from '@steading/contract/interfaces'
import type { Series } from '@steading/contract/readings'
import type { Limit, Pane } from '../ui/chart/lines.ts'

const seriesColours = 8

/** Sensors by their unit, then devices by theirs; what is on or off by its kind, whose words it shares. */
const groupOf = (of: Interface) =>
  `${of.terminalInterfaceType === 'IN' ? 'a' : 'b'} ${of.unit ?? ''} ${of.terminalInterfaceDataType === 'BOOLEAN' ? of.category : ''}`

/** Lines of one unit share a pane, sensors above devices; what is on or off has panes of its own. */
export function panesOf(
  interfaces: readonly Interface[],
  series: ReadonlyMap<string, Series>,
  limits: ReadonlyMap<string, readonly Limit[]>,
  wordOf: (of: Interface, value: boolean) => string,
): readonly Pane[] {
  const shown = interfaces.filter(one => one.terminalInterfaceDataType !== 'STRING')
  const groups = Map.groupBy(shown, groupOf)
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
        ...(first && isStates && { states: [false, true].map(value => wordOf(first, value)) }),
        ...(first?.unit === '%' && first.terminalInterfaceType !== 'IN' && { min: 0, max: 100 }),
      }
    })
}
