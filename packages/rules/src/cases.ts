import { RuleBody } from '@steading/contract/rulebody'
import type { RuleTemplate } from '@steading/contract/rulebody'
import { order } from './input.ts'
import type { Input } from './input.ts'
import type { Intent } from './intent.ts'
import { DAY, dayOf } from './local.ts'
import { run } from './run.ts'
import { HOUR, MINUTE, SECOND } from './time.ts'

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
  /** Every intent, in order; of each, the members that are named here. */
  readonly expect: readonly TimedObject[]
}

interface TimedObject {
  readonly at: string
  readonly [member: string]: unknown
}

/** A case as the engine takes it. */
export interface ReadCase {
  readonly name: string
  readonly body: RuleBody
  readonly inputs: readonly Input[]
  readonly until: number
  /** Expected intents, with `ts`. */
  readonly expect: readonly Readonly<Record<string, unknown>>[]
}

export const START = 1_767_571_200_000

const instant = (at: string): number => {
  const [date, time] = at.replace('Z', '').split('T')
  if (date !== undefined && time !== undefined) return dayOf(date) * DAY - START + instant(time)
  const [hours = 0, minutes = 0, seconds = 0] = at.split(':').map(Number)
  return START + hours * HOUR + minutes * MINUTE + Math.round(seconds * SECOND)
}

/** Throws when the body of the case is not a rule body. */
export const readCase = (of: GoldenCase): ReadCase => {
  const body = RuleBody.parse({ id: '1', version: 1, timeZone: 'Europe/Lisbon', ...of.body, template: of.template })
  const inputs = of.inputs.map(({ at, ...rest }) => {
    const reading = { kind: 'READING', seq: 0, good: true }
    // safe: the files are part of the tests, and a malformed input fails its case.
    return { ...(rest['kind'] === undefined ? reading : {}), ...rest, ts: instant(at) } as Input
  })
  const last = inputs.at(-1)?.ts ?? START
  const expect = of.expect.map(({ at, ...rest }) => ({ ts: instant(at), ...rest }))
  return { name: of.name, body, inputs: inputs.sort(order), until: of.until === undefined ? last : instant(of.until), expect }
}

/** What the rule does in a case. */
export const runCase = (of: GoldenCase): readonly Intent[] => {
  const { body, inputs, until } = readCase(of)
  return run(body, inputs, until).intents
}

/** What is wrong with a trace, in words; empty: nothing. */
export const differences = (of: GoldenCase, intents: readonly object[]): readonly string[] => {
  const { expect } = readCase(of)
  const wrong: string[] = []
  for (let i = 0; i < Math.max(expect.length, intents.length); i++) {
    const wanted = expect[i]
    const actual = intents[i]
    if (!wanted || !actual) wrong.push(`${i}: ${wanted ? 'missing' : 'unexpected'} ${JSON.stringify(wanted ?? actual)}`)
    else if (!includes(actual, wanted)) wrong.push(`${i}: wanted ${JSON.stringify(wanted)}, got ${JSON.stringify(actual)}`)
  }
  return wrong
}

/** Every member of `wanted` is in `actual`, at any depth. */
const includes = (actual: unknown, wanted: unknown): boolean => {
  if (typeof wanted !== 'object' || wanted === null) return Object.is(actual, wanted)
  if (typeof actual !== 'object' || actual === null || Array.isArray(wanted) !== Array.isArray(actual)) return false
  if (Array.isArray(wanted) && Array.isArray(actual) && wanted.length !== actual.length) return false
  const members = new Map(Object.entries(actual))
  return Object.entries(wanted).every(([name, value]) => includes(members.get(name), value))
}
