import { round } from '@steading/contract/round'
import type { Cell } from '@steading/locales/csv'
import type { Notated } from '@steading/locales/notation'
import { type Line, type Pane, valueText } from '../draw/lines.ts'

/**
 * The points of a chart as rows of a file, with the decimals of the screen: a column of moments, written by `write`, and one for each line. Lines with points at
 * other moments leave cells empty; of several points at one position, as of measured pairs, each has a row.
 */
export function chartTable(
  panes: readonly Pane[],
  time: string,
  write: (at: number) => Cell,
  t: Notated,
): readonly (readonly Cell[])[] {
  const lines = panes.flatMap(pane => pane.lines.map(line => ({ pane, line })))
  const columns = lines.map(({ line }) => valuesByPosition(line))
  const times = [...new Set(lines.flatMap(({ line }) => line.times))].toSorted((a, b) => a - b)
  const head = [time, ...lines.map(({ line, pane }) => (pane.unit ? `${line.name} (${pane.unit})` : line.name))]
  const cellOf = (pane: Pane, value: number | null | undefined): Cell =>
    value === null || value === undefined ? null : pane.states ? valueText(pane, value, t) : round(value, pane.decimals)
  const rowsAt = (at: number) => {
    const cells = columns.map(column => column.get(at) ?? [])
    const count = cells.reduce((most, values) => Math.max(most, values.length), 0)
    return Array.from({ length: count }, (_, row) => [
      write(at),
      ...cells.map((values, k) => cellOf(lines[k]!.pane, values[row])), // safe: a column for each line
    ])
  }
  return [head, ...times.flatMap(rowsAt)]
}

function valuesByPosition({ times, values }: Pick<Line, 'times' | 'values'>): ReadonlyMap<number, readonly (number | null)[]> {
  const found = new Map<number, (number | null)[]>()
  for (const [place, at] of times.entries()) {
    const value = values[place] ?? null
    const here = found.get(at)
    if (here) here.push(value)
    else found.set(at, [value])
  }
  return found
}
