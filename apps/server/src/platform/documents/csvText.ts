import { csv } from '@steading/locales/csv'
import type { CsvPortion } from './documents.types.ts'

/** Rows as the text of a CSV file; only its first portion begins with the byte-order mark. */
export function csvText({ rows, notation, isFirst }: Omit<CsvPortion, 'kind'>): string {
  const text = csv(rows, { notation })
  return isFirst ? text : text.slice(1)
}
