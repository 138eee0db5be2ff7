import type { Rule, RuleDetails } from '@steading/contract/rules/rules'
import type { Translate } from '@steading/locales/text'

type GroupMember = Pick<Rule, 'ruleGroups' | 'deploymentStatus'>

/** A group is switched as one: a rule that is deployed or undeployed by itself is removed from its groups. */
export const leavesGroups = ({ ruleGroups, deploymentStatus }: GroupMember, desired: boolean): boolean =>
  ruleGroups.length > 0 && (deploymentStatus === 'DEPLOYED') !== desired

/** The groups that a rule leaves when it is deployed or undeployed by itself. */
export const groupsLeftBy = (
  rule: Pick<RuleDetails, 'ruleGroups' | 'deploymentStatus'> | undefined,
  desired: boolean,
): readonly { readonly displayName: string }[] => (rule && leavesGroups(rule, desired) ? rule.ruleGroups : [])

export const leftGroupWords = (groups: ReturnType<typeof groupsLeftBy>, t: Translate): string[] =>
  groups.length > 0
    ? [
        t('deploy.leavesGroups', {
          count: groups.length,
          groups: new Intl.ListFormat(t.language).format(groups.map(group => group.displayName)),
        }),
      ]
    : []
