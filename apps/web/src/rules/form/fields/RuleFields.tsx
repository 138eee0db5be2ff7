import type { RuleDetails, RuleKind } from '@steading/contract/rules/rules'
import { RuleRehearsal } from '../RuleRehearsal.tsx'
import { RuleTabs } from './RuleTabs.tsx'
import type { useRuleForm } from '../useRuleForm.ts'

/** The tabs of a rule while it is filled in, and beside them what it would have done. */
export function RuleEntries({
  form: { values, template, about, errors, tab, open, filling },
  kind,
  rule,
}: {
  form: ReturnType<typeof useRuleForm>
  kind: RuleKind
  /** As it is; undefined of a new one. */
  rule?: RuleDetails
}) {
  return (
    <RuleTabs
      values={values}
      kind={kind}
      rule={rule}
      template={template}
      about={about}
      errors={errors}
      filling={filling}
      mode={rule ? 'edit' : 'create'}
      open={tab}
      onOpen={open}
      aside={
        template && (
          <RuleRehearsal
            values={values}
            template={template}
            about={about}
            filling={filling}
            onOpen={open}
            ruleId={rule?.id ?? null}
          />
        )
      }
    />
  )
}
