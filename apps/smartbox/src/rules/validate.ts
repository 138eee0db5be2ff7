import type { Configuration, RuleFault, RuleReport } from '@steading/contract/box'
import { LIMITS } from '@steading/contract/box-limits'
import { RuleBody } from '@steading/contract/rulebody'
import { writesOf } from '@steading/rules/listeners'
import { rankOf } from '@steading/rules/rank'
import { interfacesOf, isInRange, isOutput } from '../platform/interfaces.ts'
import type { Interfaces } from '../platform/interfaces.ts'
import { extentOf } from './extent.ts'

/** A rule that can run. */
export interface SoundRule {
  readonly id: string
  readonly ver: number
  readonly body: RuleBody
}

export interface Verdict {
  /** In the order of their ids. */
  readonly sound: readonly SoundRule[]
  readonly reports: Readonly<Record<string, RuleReport>>
}

/** Which rules of a configuration can run, and what is wrong with the others; each stands for itself. */
export const validate = (document: Configuration, bodies: Readonly<Record<string, string>>): Verdict => {
  const interfaces = interfacesOf(document.ifs)
  const sound: SoundRule[] = []
  const reports: Record<string, RuleReport> = {}
  const owners = new Map<string, string>()
  const ids = Object.keys(document.rules).sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  for (const id of ids) {
    const { ver, hash } = document.rules[id]!
    const checked = check(id, ver, bodies[id] ?? '', interfaces, owners)
    if ('why' in checked) reports[id] = { ver, hash, st: 'error', ...checked }
    else {
      reports[id] = { ver, hash, st: 'on' }
      for (const output of writesOf(checked)) owners.set(place(checked, output), id)
      sound.push({ id, ver, body: checked })
    }
  }
  return { sound, reports }
}

/** What one rule alone may have: an output among rules of its rank. Alarms share theirs. */
const place = ({ template, id }: RuleBody, output: string): string => {
  const rank = rankOf(template)
  return rank === 'alarm' ? `${rank} ${output} ${id}` : `${rank} ${output}`
}

type Fault = Required<Pick<RuleReport, 'err'>> & { readonly why: RuleFault; readonly of?: string }

const fault = (why: RuleFault, err: string, of?: string): Fault => ({
  why,
  ...(of && { of: of.slice(0, 64) }),
  err: err.slice(0, LIMITS.text),
})

const check = (
  id: string,
  ver: number,
  text: string,
  interfaces: Interfaces,
  owners: ReadonlyMap<string, string>,
): RuleBody | Fault => {
  const parsed = RuleBody.safeParse(json(text))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const member = issue?.path.join('.') ?? ''
    return fault(member === 'template' ? 'template' : 'body', `${member}: ${issue?.message ?? 'no rule'}`, member)
  }
  const body = parsed.data
  if (body.id !== id || body.version !== ver) return fault('version', `it is version ${body.version} of rule ${body.id}`)
  for (const one of body.interfaces) {
    const spec = interfaces.byId.get(one.id)
    if (!spec || one.terminalId !== undefined) return fault('interface', `unknown interface ${one.id}`, one.id)
    if (spec.type !== one.dataType) return fault('type', `interface ${one.id} is ${spec.type}`, one.id)
  }
  for (const output of writesOf(body)) {
    const spec = interfaces.byId.get(output)
    if (!spec || !isOutput(spec)) return fault('output', `interface ${output} is no output`, output)
    const owner = owners.get(place(body, output))
    if (owner !== undefined) return fault('inUse', `output in use by ${owner}`, owner)
    const beyond = extentOf(body, output).find(value => !isInRange(spec, value))
    if (beyond !== undefined) return fault('range', `interface ${output} does not take ${String(beyond)}`, output)
  }
  return body
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON is no rule: the schema says so.
    return null
  }
}
