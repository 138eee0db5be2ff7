import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { differences, runCase } from './cases.ts'
import type { GoldenCase } from './cases.ts'

const folder = new URL('../cases/', import.meta.url)
const files = readdirSync(folder).filter(name => name.endsWith('.json'))

describe.each(files)('%s', file => {
  // safe: readCase parses the body, and every other member shows in the trace.
  const cases = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as GoldenCase[]

  it.each(cases.map(one => [one.name, one] as const))('%s', (_name, one) => {
    const intents = runCase(one)
    expect(differences(one, intents)).toEqual([])
    expect(new Set(intents.map(intent => intent.key)).size).toBe(intents.length)
  })
})
