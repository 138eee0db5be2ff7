import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import { chartSeries, drawnScale, holds, reachOf } from '../../readings/index.ts'
import type { Limit, Line, Pane } from '../../ui/chart/draw/lines.ts'

const seriesColours = 8

const isSensor = (iface: Interface) => iface.terminalInterfaceType === 'IN'
const isState = (iface: Interface) => iface.terminalInterfaceDataType === 'BOOLEAN'

/** What shares a pane: figures of one unit; states of one kind, which share their words. */
const paneKey = (iface: Interface) => (isState(iface) ? iface.category : drawnScale(iface).unit)

/** The panes of a rule's chart: figures above states, and what it measures above what it operates. */
export function chartPanes(
  interfaces: readonly Interface[],
  series: ReadonlyMap<string, Series>,
  limits: ReadonlyMap<string, readonly Limit[]>,
  wordOf: (iface: Interface, value: boolean) => string,
  nameOf: (iface: Interface) => string,
): readonly Pane[] {
  const shown = interfaces.filter(iface => iface.terminalInterfaceDataType !== 'STRING')
  const weight = (members: readonly Interface[]) => (members.some(isState) ? 2 : members.some(isSensor) ? 0 : 1)
  let colour = 0
  const lineOf = (iface: Interface): Line => {
    const found = series.get(iface.id)
    const { times = [], values = [] } = found ? chartSeries(iface, found) : {}
    colour = (colour % seriesColours) + 1
    return { name: nameOf(iface), times, values, ...(found && reachOf(iface, found)), series: colour, steps: holds(iface) }
  }
  return [...Map.groupBy(shown, paneKey).values()]
    .toSorted((a, b) => weight(a) - weight(b))
    .flatMap((members): Pane[] => {
      const [first] = members
      if (!first) return []
      const drawn = members.flatMap(member => limits.get(member.id) ?? [])
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
