import type { Rule } from '@steading/contract/rules'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { calls } from './rules.queries.ts'

/** Adds copies of rules, out of service. */
export function useDuplicate() {
  const t = useText()
  const { busy, act } = useAct(t('rule.notDuplicated'))
  const duplicate = (rules: readonly Pick<Rule, 'id'>[]) =>
    act(async () => {
      try {
        for (const { id } of rules) {
          const { displayName } = await data(calls.rules.duplicate({ body: { ruleId: id } }))
          toast(t('rule.duplicated'), displayName)
        }
      } finally {
        // Not waited for: whoever sees the copy may choose it, and keeps it chosen.
        void queryClient.invalidateQueries({ queryKey: ['rules'] })
      }
    })
  return { busy, duplicate }
}
