import type { RuleFault, RuleReport } from '@steading/contract/box/messages'
import { LIMITS } from '@steading/contract/box/limits'
import { RuleBody } from '@steading/contract/rules/body'
import { writableValues } from '@steading/rules/outputs/writableValues'
import { writesOf } from '@steading/rules/listeners'
import { isInRange, isOutput } from '../platform/interfaces.ts'
import type { Interfaces } from '../platform/interfaces.ts'

/** Why a rule can't run. */
export type Fault = Required<Pick<RuleReport, 'err'>> & { readonly why: RuleFault; readonly of?: string }

export const fault = (why: RuleFault, err: string, of?: string): Fault => ({
  why,
  ...(of && { of: of.slice(0, 64) }),
  err: err.slice(0, LIMITS.text),
})

/** The body of a rule, or what is wrong with it by itself, whatever the other rules are. */
export const read = (id: string, ver: number, text: string, interfaces: Interfaces): RuleBody | Fault => {
  const parsed = RuleBody.safeParse(json(text))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const member = issue?.path.join('.') ?? ''
    return fault(member === 'template' ? 'template' : 'body', `${member}: ${issue?.message ?? 'no rule'}`, member)
  }
  const body = upToDate(parsed.data, interfaces)
  if (body.id !== id || body.version !== ver) return fault('version', `it is version ${body.version} of rule ${body.id}`)
  for (const item of body.interfaces) {
    const spec = interfaces.byId.get(item.id)
    if (!spec || item.terminalId !== undefined) return fault('interface', `unknown interface ${item.id}`, item.id)
    if (spec.type !== item.dataType) return fault('type', `interface ${item.id} is ${spec.type}`, item.id)
  }
  for (const output of writesOf(body)) {
    const spec = interfaces.byId.get(output)
    if (!spec || !isOutput(spec)) return fault('output', `interface ${output} is no output`, output)
    const beyond = writableValues(body, output).find(({ value }) => !isInRange(spec, value))
    if (beyond) return fault('range', `interface ${output} does not take ${String(beyond.value)}`, output)
  }
  return body
}

/**
 * The body as it runs: what it copied of its interfaces when it was saved is taken as the configuration says it, by which they are
 * sampled too. So a rule and its sensors change their interval at one time.
 */
const upToDate = (body: RuleBody, { byId }: Interfaces): RuleBody => ({
  ...body,
  interfaces: body.interfaces.map(item => {
    const spec = byId.get(item.id)
    if (!spec) return item
    const { every, dec = item.decimals, modulus = item.modulus, maxRate = item.maxRate } = spec
    const { modulus: _modulus, maxRate: _maxRate, ...rest } = item
    const base = item.kind === 'COUNTER' && { base: [spec.factor, spec.offset, modulus ?? null].join('/') }
    return { ...rest, every, decimals: dec, ...(modulus && { modulus }), ...(maxRate && { maxRate }), ...base }
  }),
})

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON is no rule: the schema says so.
    return null
  }
}
