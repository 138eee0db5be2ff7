import type { Virtual } from '@steading/contract/devices/virtual'
import type { Formula } from './spec.ts'

export const formulaOf = (row: {
  operation: string | null
  scale_a: number | null
  scale_b: number | null
  sources: readonly number[]
}): Formula => ({
  operation: row.operation as Virtual['operation'], // safe: the column's check
  sources: row.sources,
  a: row.scale_a ?? 1,
  b: row.scale_b ?? 0,
})

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

export function evaluateFormula({ operation, a, b }: Formula, values: readonly number[]): number {
  switch (operation) {
    case 'AVG':
      return sum(values) / values.length
    case 'SUM':
      return sum(values)
    case 'MIN':
      return Math.min(...values)
    case 'MAX':
      return Math.max(...values)
    case 'DIFF':
      return values[0]! - values[1]!
    case 'SCALE':
      return a * values[0]! + b
  }
}
