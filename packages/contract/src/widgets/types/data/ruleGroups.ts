import { widget } from '../../definition.ts'
import { ruleGroups as groups } from '../../fields.ts'
import { title } from '../title.ts'

/** Groups of rules with how their rules stand. */
export const ruleGroups = widget({
  category: 'DATA',
  size: [3, 2],
  min: [3, 2],
  max: [12, 8],
  permission: 'rules.rule_groups',
  fields: { groupIds: groups(20), title },
})
