import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { differences, runCase } from './goldenCases.ts'
import type { GoldenCase } from './goldenCases.ts'

const folder = new URL('../cases/', import.meta.url)
const files = readdirSync(folder).filter(name => name.endsWith('.json'))

describe.each(files)('%s', file => {
  // safe: readCase parses the body, and every other member shows in the trace.
  const cases = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as GoldenCase[]

  it.each(cases.map(goldenCase => [goldenCase.name, goldenCase] as const))('%s', (_name, goldenCase) => {
    const effects = runCase(goldenCase)
    expect(differences(goldenCase, effects)).toEqual([])
    expect(new Set(effects.map(effect => effect.key)).size).toBe(effects.length)
  })
})
