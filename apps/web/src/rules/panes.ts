import type { Interface } from '@steading/contract/interfaces'
import type { Series } from '@steading/contract/readings'
import { drawn, drawnScale, holds, reachOf } from '../platform/drawn.ts'
import type { Limit, Line, Pane } from '../ui/chart/lines.ts'

const seriesColours = 8

const isSensor = (of: Interface) => of.terminalInterfaceType === 'IN'
const isState = (of: Interface) => of.terminalInterfaceDataType === 'BOOLEAN'

/** What shares a pane: figures of one unit; states of one kind, which share their words. */
const groupOf = (of: Interface) => (isState(of) ? of.category : drawnScale(of).unit)

/** The panes of a rule's chart: figures above states, and what it measures above what it operates. */
export function panesOf(
  interfaces: readonly Interface[],
  series: ReadonlyMap<string, Series>,
  limits: ReadonlyMap<string, readonly Limit[]>,
  wordOf: (of: Interface, value: boolean) => string,
  nameOf: (of: Interface) => string,
): readonly Pane[] {
  const shown = interfaces.filter(one => one.terminalInterfaceDataType !== 'STRING')
  const weight = (members: readonly Interface[]) => (members.some(isState) ? 2 : members.some(isSensor) ? 0 : 1)
  let colour = 0
  const lineOf = (of: Interface): Line => {
    const found = series.get(of.id)
    const { times = [], values = [] } = found ? drawn(of, found) : {}
    colour = (colour % seriesColours) + 1
    return { name: nameOf(of), times, values, ...(found && reachOf(of, found)), series: colour, steps: holds(of) }
  }
  return [...Map.groupBy(shown, groupOf).values()]
    .toSorted((a, b) => weight(a) - weight(b))
    .flatMap((members): Pane[] => {
      const [first] = members
      if (!first) return []
      const drawn = members.flatMap(one => limits.get(one.id) ?? [])
      return [
        {
          ...drawnScale(first),
          lines: members.map(lineOf),
          share: members.some(isSensor) && !isState(first) ? 2 : 1,
          // Sensors of one rule share their limits: each is drawn once.
          limits: [...new Map(drawn.map(limit => [limit.words, limit])).values()],
          ...(isState(first) && { states: [false, true].map(value => wordOf(first, value)) }),
          ...(first.unit === '%' && !members.some(isSensor) && { min: 0, max: 100 }),
        },
      ]
    })
}
