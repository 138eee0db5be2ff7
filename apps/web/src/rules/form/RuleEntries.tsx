import type { RuleDetails, RuleKind } from '@steading/contract/rules'
import { BesideRule } from './BesideRule.tsx'
import { RuleTabs } from './RuleTabs.tsx'
import type { useRuleForm } from './useRuleForm.ts'

/** The tabs of a rule while it is filled in, and beside them what it would have done. */
export function RuleEntries({
  of: { values, template, about, errors, tab, open, filling },
  kind,
  rule,
}: {
  of: ReturnType<typeof useRuleForm>
  kind: RuleKind
  /** As it is; undefined of a new one. */
  rule?: RuleDetails
}) {
  return (
    <RuleTabs
      of={values}
      {...{ kind, rule, template, about, errors, filling }}
      mode={rule ? 'edit' : 'create'}
      open={tab}
      onOpen={open}
      beside={template && <BesideRule of={values} {...{ template, about, filling }} onOpen={open} ruleId={rule?.id ?? null} />}
    />
  )
}
