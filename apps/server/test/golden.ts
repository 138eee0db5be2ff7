import { readdirSync, readFileSync } from 'node:fs'
import { readCase } from '@steading/rules/goldenCases'
import type { GoldenCase, ReadCase } from '@steading/rules/goldenCases'
import type { Reading } from '@steading/rules/inputs/input'

export interface Golden extends ReadCase {
  readonly of: GoldenCase
}

const types = { BOOLEAN: 'boolean', STRING: 'string', DECIMAL: 'number', INTEGER: 'number' } as const

/** Whether it comes into the journal as a good reading: what is of another type than its interface does not. */
export const isGoodThere = ({ good, value, interfaceId }: Reading, { body }: ReadCase): boolean =>
  good && typeof value === types[body.interfaces.find(item => item.id === interfaceId)!.dataType]

/** The golden cases of the rules, which every host must pass. */
export function goldenCases(): readonly Golden[] {
  const folder = new URL('../../../packages/rules/cases/', import.meta.url)
  return readdirSync(folder).flatMap(file =>
    // safe: the files are part of the rules package, which reads them as these
    (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as GoldenCase[]).map(goldenCase => ({
      of: goldenCase,
      ...readCase(goldenCase),
    })),
  )
}
