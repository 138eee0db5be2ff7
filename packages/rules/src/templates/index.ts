import type { BodyOf, RuleBody, RuleTemplate } from '@steading/contract/rulebody'
import { alarm } from './alarm.ts'
import { proportional } from './proportional.ts'
import { sealed } from './template.ts'
import type { Template } from './template.ts'
import { thermostat } from './thermostat.ts'

/** Every kind of rule. A new one is a file in this folder, a body in the contract, and a line here. */
const templates: { readonly [T in RuleTemplate]: Template<BodyOf<T>, unknown> } = {
  THERMOSTAT: thermostat,
  PROPORTIONAL: proportional,
  ALARM_WITHOUT_ACTUATION: sealed(alarm),
}

/** The template of a body. */
export const templateOf = (body: RuleBody): Template<RuleBody, unknown> =>
  // safe: the table pairs each template with its body, so this one takes `body`.
  templates[body.template] as Template<RuleBody, unknown>
