import type { RevisionFault, RuleFault, RuleReport } from '@steading/contract/box/messages'
import type { TextKey } from '@steading/locales/text'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { Wording } from '../../platform/text/wording.ts'
import { namesOf } from '../rules.sql.ts'

const faults: Readonly<Record<RuleFault, TextKey>> = {
  body: 'deploy.fault.body',
  version: 'deploy.fault.version',
  template: 'deploy.fault.template',
  interface: 'deploy.fault.interface',
  type: 'deploy.fault.type',
  output: 'deploy.fault.output',
  inUse: 'deploy.message.outputInUse',
  range: 'deploy.fault.range',
  crash: 'deploy.fault.crash',
}

const refusals: Readonly<Record<RevisionFault, TextKey>> = {
  form: 'deploy.fault.form',
  crash: 'deploy.fault.revision',
}

const keyOf = <C extends string>(keys: Readonly<Record<C, TextKey>>, code = ''): TextKey | undefined =>
  Object.entries<TextKey>(keys).find(([one]) => one === code)?.[1]

/** Why a box omitted a rule, with names instead of ids; an unknown code keeps the message of the box. */
export async function faultWording(work: UnitOfWork, terminal: string, report: RuleReport | undefined): Promise<Wording> {
  const { why, of = '', err = '' } = report ?? {}
  const key = keyOf(faults, why)
  if (!key) return { key: 'deploy.fault.other', values: { terminal, error: err } }
  const { rule, device } = await namesOf(work, of)
  return { key, values: { terminal, rule: rule ?? of, device: device ?? of } }
}

/** Why a box refuses a revision of its configuration. */
export function refusalWording(terminal: string, why: string | undefined, err = ''): Wording {
  const key = keyOf(refusals, why)
  return key ? { key, values: { terminal } } : { key: 'deploy.message.rejected', values: { terminal, error: err } }
}
