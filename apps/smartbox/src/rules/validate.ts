import type { Configuration, InterfaceSpec, RuleReport } from '@steading/contract/box'
import { RuleBody } from '@steading/contract/rulebody'
import { templateOf } from '@steading/rules/templates/index'
import { interfacesOf, isInRange, isOutput } from '../platform/interfaces.ts'
import type { Interfaces } from '../platform/interfaces.ts'

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
    if (typeof checked === 'string') reports[id] = { ver, hash, st: 'error', err: checked.slice(0, 255) }
    else {
      reports[id] = { ver, hash, st: 'on' }
      for (const output of templateOf(checked).writes(checked)) owners.set(output, id)
      sound.push({ id, ver, body: checked })
    }
  }
  return { sound, reports }
}

const check = (
  id: string,
  ver: number,
  text: string,
  interfaces: Interfaces,
  owners: ReadonlyMap<string, string>,
): RuleBody | string => {
  const parsed = RuleBody.safeParse(json(text))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'no rule'}`
  }
  const body = parsed.data
  if (body.id !== id || body.version !== ver) return `it is version ${body.version} of rule ${body.id}`
  for (const one of body.interfaces) {
    const spec = interfaces.byId.get(one.id)
    if (!spec || one.terminalId !== undefined) return `unknown interface ${one.id}`
    if (spec.type !== one.dataType) return `interface ${one.id} is ${spec.type}`
  }
  for (const output of templateOf(body).writes(body)) {
    const spec = interfaces.byId.get(output)
    if (!spec || !isOutput(spec)) return `interface ${output} is no output`
    const owner = owners.get(output)
    if (owner !== undefined) return `output in use by ${owner}`
    const beyond = written(body).find(value => !isInRange(spec, value))
    if (beyond !== undefined && !isSetPoint(body, output)) return `interface ${output} does not take ${beyond}`
    if (isSetPoint(body, output) && !setPointFits(body, spec)) return `interface ${output} does not take the set-point`
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

/** The ends of what a proportional rule writes to its outputs. */
const written = (body: RuleBody): number[] => {
  if (body.template !== 'PROPORTIONAL') return []
  const { minOutput, maxOutput, safeValue } = body.inputs
  return [maxOutput, ...(minOutput === undefined ? [] : [minOutput]), ...(safeValue === undefined ? [] : [safeValue])]
}

const isSetPoint = (body: RuleBody, output: string): boolean => 'setPointOut' in body.inputs && body.inputs.setPointOut === output

const setPointFits = (body: RuleBody, spec: InterfaceSpec): boolean =>
  !('setPoint' in body.inputs) || isInRange(spec, body.inputs.setPoint)
