import { RuleBody } from '@steading/contract/rules/body'
import type { RuleTemplate } from '@steading/contract/rules/body'
import { order } from './inputs/input.ts'
import type { Input } from './inputs/input.ts'
import type { RuleEffect } from './effects.ts'
import { DAY, dayOf } from './values/localTime.ts'
import { run } from './run.ts'
import { HOUR, MINUTE, SECOND } from './values/time.ts'

/**
 * Golden cases: what a rule must do, as data (`cases/*.json`, each file a list of these), for every program that runs rules.
 * `at` is the time since START, 2026-01-05 00:00 UTC, as HH:mm:ss or HH:mm:ss.SSS, or with a date of its own:
 * 2026-03-29T01:10:00Z.
 */
export interface GoldenCase {
  readonly name: string
  readonly template: RuleTemplate
  /** A rule body; defaults may be left out, and so may id, version and timeZone. */
  readonly body: object
  /** Inputs with `at` for their ts; readings may leave out kind, seq (0) and good (true). */
  readonly inputs: readonly TimedObject[]
  /** Timers run up to here; absent: up to the last input. */
  readonly until?: string
  /** Every effect, in order; only the members named here are compared. */
  readonly expect: readonly TimedObject[]
}

interface TimedObject {
  readonly at: string
  readonly [member: string]: unknown
}

/** A golden case, parsed for the engine. */
export interface ReadCase {
  readonly name: string
  readonly body: RuleBody
  readonly inputs: readonly Input[]
  readonly until: number
  /** Expected effects, with `ts`. */
  readonly expect: readonly Readonly<Record<string, unknown>>[]
}

export const START = 1_767_571_200_000

const instant = (at: string): number => {
  const [date, time] = at.replace('Z', '').split('T')
  if (date !== undefined && time !== undefined) return dayOf(date) * DAY - START + instant(time)
  const [hours = 0, minutes = 0, seconds = 0] = at.split(':').map(Number)
  return START + hours * HOUR + minutes * MINUTE + Math.round(seconds * SECOND)
}

/** Parses a golden case. Throws when its body is not a rule body. */
export const readCase = (goldenCase: GoldenCase): ReadCase => {
  const body = RuleBody.parse({
    id: '1',
    version: 1,
    timeZone: 'Europe/Lisbon',
    ...goldenCase.body,
    template: goldenCase.template,
  })
  const inputs = goldenCase.inputs.map(({ at, ...rest }) => {
    const reading = { kind: 'READING', seq: 0, good: true }
    // safe: the files are part of the tests, and a malformed input fails its case.
    return { ...(rest['kind'] === undefined ? reading : {}), ...rest, ts: instant(at) } as Input
  })
  const last = inputs.at(-1)?.ts ?? START
  const expect = goldenCase.expect.map(({ at, ...rest }) => ({ ts: instant(at), ...rest }))
  return {
    name: goldenCase.name,
    body,
    inputs: inputs.sort(order),
    until: goldenCase.until === undefined ? last : instant(goldenCase.until),
    expect,
  }
}

/** The effects of the rule in a golden case. */
export const runCase = (goldenCase: GoldenCase): readonly RuleEffect[] => {
  const { body, inputs, until } = readCase(goldenCase)
  return run(body, inputs, until).effects
}

/** Describes the differences between the expected and the actual trace; empty when they agree. */
export const differences = (goldenCase: GoldenCase, effects: readonly object[]): readonly string[] => {
  const { expect } = readCase(goldenCase)
  const lines: string[] = []
  for (let i = 0; i < Math.max(expect.length, effects.length); i++) {
    const expected = expect[i]
    const actual = effects[i]
    if (!expected || !actual) lines.push(`${i}: ${expected ? 'missing' : 'unexpected'} ${JSON.stringify(expected ?? actual)}`)
    else if (!includes(actual, expected)) lines.push(`${i}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`)
  }
  return lines
}

/** Whether every member of `expected` is in `actual`, at any depth. */
const includes = (actual: unknown, expected: unknown): boolean => {
  if (typeof expected !== 'object' || expected === null) return Object.is(actual, expected)
  if (typeof actual !== 'object' || actual === null || Array.isArray(expected) !== Array.isArray(actual)) return false
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length) return false
  const members = new Map(Object.entries(actual))
  return Object.entries(expected).every(([name, value]) => includes(members.get(name), value))
}
