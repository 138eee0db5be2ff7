import type { BodyOf, RuleBody, RuleTemplate } from '@steading/contract/rules/body'
import { actuation } from './actuation.ts'
import { alarm } from './alarm.ts'
import { cloud } from './cloud.ts'
import { cycleDouble, cycleProportional, cycleThermostat } from './cycle.ts'
import { double } from './double.ts'
import { proportional } from './proportional.ts'
import { scheduler } from './scheduler.ts'
import { sealTemplate } from './template.ts'
import type { Template } from './template.ts'
import { thermostat } from './thermostat.ts'

/** The template of each kind of rule. A new one is a file in this folder, a body in the contract, and a line here. */
const templates: { readonly [T in RuleTemplate]: Template<BodyOf<T>, unknown> } = {
  THERMOSTAT: thermostat,
  DOUBLE_THERMOSTAT: double,
  PROPORTIONAL: proportional,
  CYCLE_THERMOSTAT: cycleThermostat,
  CYCLE_DOUBLE_THERMOSTAT: cycleDouble,
  CYCLE_PROPORTIONAL: cycleProportional,
  ALARM_WITHOUT_ACTUATION: sealTemplate(alarm),
  ALARM_WITH_ACTUATION: actuation,
  CLOUD_ALARM: cloud,
  SCHEDULER: scheduler,
  FORCED_SCHEDULER: scheduler,
}

/** The template of a body, or of a state that names it. */
export const templateOf = ({ template }: Pick<RuleBody, 'template'>): Template<RuleBody, unknown> =>
  // safe: the table pairs each template with its body, so this one takes the body or state that names it.
  templates[template] as Template<RuleBody, unknown>
