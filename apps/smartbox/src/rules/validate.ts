import type { Configuration, RuleReport } from '@steading/contract/box/messages'
import type { RuleBody } from '@steading/contract/rules/body'
import { writesOf } from '@steading/rules/listeners'
import { rankOf } from '@steading/rules/outputs/rank'
import { interfacesOf } from '../platform/interfaces.ts'
import { fault, read } from './faults.ts'
import type { Fault } from './faults.ts'

/** A rule that can run. */
export interface SoundRule {
  readonly id: string
  readonly ver: number
  readonly body: RuleBody
}

/** A version of a rule, as it was received. */
export interface Version {
  readonly ver: number
  readonly hash: string
  readonly text: string
}

export interface Verdict {
  /** In the order of their ids. */
  readonly sound: readonly SoundRule[]
  readonly reports: Readonly<Record<string, RuleReport>>
  /** The versions of those that can run. */
  readonly runs: Readonly<Record<string, Version>>
}

interface Read extends Version {
  readonly body: RuleBody | Fault
}
interface Rule {
  readonly id: string
  readonly desired: Read
  /** Ran until now, and is another version than the one that is wanted. */
  readonly last: Read | undefined
  readonly isNew: boolean
}
/** What becomes of a rule: the version that it runs, why it does not run the one that is wanted, or both. */
interface Fate {
  readonly rule: Rule
  readonly runs?: Read & { readonly body: RuleBody }
  readonly fault?: Fault
}

/**
 * Which rules of a configuration can run, and what is wrong with the others. What ran before, runs on until the version that is
 * wanted can run, and no other rule takes its outputs from it.
 * @param before what ran until now
 */
export const validate = (
  document: Configuration,
  bodies: Readonly<Record<string, string>>,
  before: Readonly<Record<string, Version>> = {},
): Verdict => {
  const interfaces = interfacesOf(document.ifs)
  const readOf = (id: string, version: Version): Read => ({ ...version, body: read(id, version.ver, version.text, interfaces) })
  const ids = Object.keys(document.rules).sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const rules = ids.map((id): Rule => {
    const wanted = readOf(id, { ...document.rules[id]!, text: bodies[id] ?? '' })
    const was = before[id]
    return { id, desired: wanted, last: was && was.hash !== wanted.hash ? readOf(id, was) : undefined, isNew: !was }
  })
  return verdictOf(settle(rules))
}

/** Who goes on with its last version has the outputs of that one; whom that costs its new version, goes on with its last, too. */
const settle = (rules: readonly Rule[]): readonly Fate[] => {
  const previousFaults = new Map<string, Fault>()
  for (;;) {
    const fates = place(rules, previousFaults)
    const more = fates.filter(({ rule, runs, fault: why }) => why && !runs && rule.last && !previousFaults.has(rule.id))
    if (more.length === 0) return fates
    for (const { rule, fault: why } of more) if (why) previousFaults.set(rule.id, why)
  }
}

/** Gives the rules their outputs: first those that stay as they are, then those that change, then the new ones. */
const place = (rules: readonly Rule[], previousFaults: ReadonlyMap<string, Fault>): readonly Fate[] => {
  const owners = new Map<string, string>()
  const turn = ({ id, last, isNew }: Rule) => (isNew ? 2 : last && !previousFaults.has(id) ? 1 : 0)
  const fates = rules
    .toSorted((a, b) => turn(a) - turn(b))
    .map((rule): Fate => {
      const why = previousFaults.get(rule.id)
      const version = (why && rule.last) ?? rule.desired
      const { body } = version
      if ('why' in body) return { rule, fault: why ?? body }
      const taken = writesOf(body).find(output => owners.has(seat(body, output)))
      if (taken !== undefined) {
        const owner = owners.get(seat(body, taken))!
        return { rule, fault: why ?? fault('inUse', `output in use by ${owner}`, owner) }
      }
      for (const output of writesOf(body)) owners.set(seat(body, output), rule.id)
      return { rule, runs: { ...version, body }, ...(why && { fault: why }) }
    })
  return rules.flatMap(rule => fates.find(fate => fate.rule === rule) ?? [])
}

/** What one rule alone may have: an output among rules of its rank. Alarms share theirs. */
const seat = ({ template, id }: RuleBody, output: string): string => {
  const rank = rankOf(template)
  return rank === 'alarm' ? `${rank} ${output} ${id}` : `${rank} ${output}`
}

const verdictOf = (fates: readonly Fate[]): Verdict => ({
  sound: fates.flatMap(({ rule: { id }, runs }) => (runs ? [{ id, ver: runs.ver, body: runs.body }] : [])),
  reports: Object.fromEntries(fates.map(fate => [fate.rule.id, reportOf(fate)])),
  runs: Object.fromEntries(
    fates.flatMap(({ rule: { id }, runs }) => (runs ? [[id, { ver: runs.ver, hash: runs.hash, text: runs.text }]] : [])),
  ),
})

const reportOf = ({ rule: { desired: wanted }, runs, fault: why }: Fate): RuleReport => {
  if (!runs) return { ver: wanted.ver, hash: wanted.hash, st: 'error', ...why }
  return { ver: runs.ver, hash: runs.hash, st: 'on', ...(why && { refused: wanted.hash, ...why }) }
}
