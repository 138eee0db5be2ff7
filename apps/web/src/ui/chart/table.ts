import type { Cell } from '@steading/locales/csv'
import type { Notated } from '@steading/locales/notation'
import { said, type Pane } from './lines.ts'

/**
 * The points of a chart as rows of a file: a column of moments, written by `write`, and one for each line. Lines with points at
 * other moments leave cells empty.
 */
export function chartTable(
  panes: readonly Pane[],
  time: string,
  write: (at: number) => Cell,
  t: Notated,
): readonly (readonly Cell[])[] {
  const lines = panes.flatMap(pane => pane.lines.map(line => ({ pane, line })))
  const columns = lines.map(({ line }) => new Map(line.times.map((at, place) => [at, line.values[place] ?? null])))
  const times = [...new Set(lines.flatMap(({ line }) => line.times))].toSorted((a, b) => a - b)
  const head = [time, ...lines.map(({ line, pane }) => (pane.unit ? `${line.name} (${pane.unit})` : line.name))]
  const cellOf = (pane: Pane, value: number | null | undefined): Cell =>
    value === null || value === undefined ? null : pane.states ? said(pane, value, t) : value
  return [head, ...times.map(at => [write(at), ...columns.map((column, k) => cellOf(lines[k]!.pane, column.get(at)))])]
}
