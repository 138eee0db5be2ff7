import { BIRD_WEIGHT_MOST, CURVE_MEMBERS, CURVE_ROWS, CurvePoint } from '@steading/contract/production/curves'
import { round } from '@steading/contract/round'
import type { AgeUnit, CURVE_IMPORT_REFUSALS, CurveColumn } from '@steading/contract/production/curves'

export interface CurveImport {
  /** As many points as were read before the problem. */
  readonly points: readonly CurvePoint[]
  /** The first row that is wrong, from 1, the header included; null: none is. */
  readonly problem: {
    readonly code: (typeof CURVE_IMPORT_REFUSALS)[number]
    readonly row: number
    /** Of a cell that is no number or out of range. */
    readonly column: CurveColumn | null
  } | null
}

/** Animals that grow do not lose half of their weight between two rows: a mark between thousands was read as a decimal mark. */
const LEAST_OF_BEFORE = 0.5

const COLUMNS: readonly CurveColumn[] = ['age', 'weight', ...CURVE_MEMBERS]
/** Headers of the column of weights, by the kg in their unit. */
const WEIGHT_UNITS: Readonly<Record<string, number>> = { weight: 1, weight_kg: 1, weight_g: 0.001 }

/** The column that a header names; undefined: none. */
function columnOf(header: string): CurveColumn | undefined {
  const name = header.toLowerCase()
  return Object.hasOwn(WEIGHT_UNITS, name) ? 'weight' : COLUMNS.find(column => column.toLowerCase() === name)
}

/**
 * Reads the points of a curve from text: a CSV file with a header that names `age` and `weight` (further columns by the names of
 * the contract), or pasted columns of age and weight without a header. Columns are separated by semicolons, tabs or, where
 * numbers have decimal points, commas; a decimal comma is read as well. Ages in `ageUnit` days. Weights of a file are in kg unless
 * its header says `weight_g`; pasted ones are in the unit in which forms show them, of poultry g.
 * Source: production, codes of the curve import.
 */
export function parseCurve(
  text: string,
  { ageUnit, poultry }: { readonly ageUnit: AgeUnit; readonly poultry: boolean },
): CurveImport {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  // A tab in front stands: it is the separator after an age that is missing.
  const rows = lines
    .map((line, at) => ({ line: line.trimEnd().replace(/^ +/, ''), row: at + 1 }))
    .filter(({ line }) => line !== '')
  const first = rows.at(0)
  const wrong = (row: number) => ({ points: [], problem: { code: 'WRONG_FILE_CONFIGURATION', row, column: null } }) as const
  if (!first) return wrong(1)
  const separator = separatorOf(first.line)
  const names = cells(first.line, separator)
  const header = names.map(columnOf)
  const hasHeader = header.includes('age') && header.includes('weight')
  if (!hasHeader && !isPastedRow(names)) return wrong(first.row)
  const columns: readonly (CurveColumn | undefined)[] = hasHeader ? header : ['age', 'weight']
  const unit = hasHeader ? WEIGHT_UNITS[names[header.indexOf('weight')]!.toLowerCase()]! : poultry ? 0.001 : 1
  const points: CurvePoint[] = []
  for (const { line, row } of hasHeader ? rows.slice(1) : rows) {
    const values = cells(line, separator)
    const problem = (code: (typeof CURVE_IMPORT_REFUSALS)[number], column: CurveColumn | null = null) => ({
      points,
      problem: { code, row, column },
    })
    const unreadable = columns.find((column, at) => column && values[at] && numeric(values[at]) === undefined)
    if (unreadable) return problem('WRONG_CURVE_VALUE', unreadable)
    const value = (column: CurveColumn) => numeric(values[columns.indexOf(column)])
    const age = value('age')
    if (age === undefined || age < 0 || !Number.isInteger(age * ageUnit) || age * ageUnit <= (points.at(-1)?.age ?? -1))
      return problem('MISSING_AGE_VALUES')
    const entered = value('weight')
    // To the milligram: products of decimals deviate in the last bits.
    const weight = entered === undefined ? 0 : round(entered * unit, 6)
    if (weight <= 0 || (poultry && weight > BIRD_WEIGHT_MOST)) return problem('MISSING_CURVE_DETAILS_VALUES')
    if (weight < LEAST_OF_BEFORE * (points.at(-1)?.weight ?? 0)) return problem('WRONG_CURVE_VALUE', 'weight')
    const members = CURVE_MEMBERS.filter(member => columns.includes(member)).flatMap(member => {
      const amount = value(member)
      return amount === undefined ? [] : [[member, amount] as const]
    })
    const point: CurvePoint = { age: age * ageUnit, weight, ...Object.fromEntries(members) }
    const outside = COLUMNS.find(column => !CurvePoint.shape[column].safeParse(point[column]).success)
    if (outside) return problem('WRONG_CURVE_VALUE', outside)
    points.push(point)
  }
  if (points.length < CURVE_ROWS.least || points.length > CURVE_ROWS.most) return wrong(rows.at(-1)!.row) // safe: there is a row
  return { points, problem: null }
}

function separatorOf(line: string): RegExp {
  if (line.includes(';')) return /;/
  if (line.includes('\t')) return /\t/
  return line.includes(',') && !/^\d+,\d+$/.test(line) ? /,/ : /\s+/
}

const cells = (line: string, separator: RegExp) => line.split(separator).map(cell => cell.trim().replace(/^"(.*)"$/, '$1'))

/** Age and weight, or a weight whose age is missing. */
const isPastedRow = (values: readonly string[]) => values.length === 2 && numeric(values[0] || values[1]) !== undefined

/** undefined: no number. */
function numeric(cell: string | undefined): number | undefined {
  const text = cell?.replace(',', '.') ?? ''
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}
