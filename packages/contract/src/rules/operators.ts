import { z } from 'zod'
import type { DataType } from '../devices/categories.ts'

/** The six comparisons. Rule templates spell four of them in another way on the wire: both are accepted, the key is answered. */
export const OPERATORS = {
  EQUAL: 'EQUAL',
  NOT_EQUAL: 'NOTEQUAL',
  GREATER: 'GREATER',
  GREATER_EQUAL: 'GREATEROREQUAL',
  LESS: 'MINOR',
  LESS_EQUAL: 'MINOROREQUAL',
} as const

export type Operator = keyof typeof OPERATORS
export type TemplateOperator = (typeof OPERATORS)[Operator]

const names = Object.keys(OPERATORS) as [Operator, ...Operator[]] // safe: the table's own keys
const spoken = new Map<string, Operator>(names.flatMap(name => [[name, name] as const, [OPERATORS[name], name] as const]))

/** The canonical name of either spelling; undefined for a word that is no operator. */
export const canonicalOperator = (word: string): Operator | undefined => spoken.get(word)

/** Takes both spellings, answers the canonical one. */
export const Operator = z
  .enum([...new Set([...names, ...Object.values(OPERATORS)])])
  .transform(word => spoken.get(word) ?? z.NEVER)
  .pipe(z.enum(names))

/** What may be asked of a value: a boolean is or is not, a text has no order. */
export const operatorsOf = (dataType: DataType): readonly Operator[] =>
  dataType === 'BOOLEAN' ? ['EQUAL'] : dataType === 'STRING' ? ['EQUAL', 'NOT_EQUAL'] : names
