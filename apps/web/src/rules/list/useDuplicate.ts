import type { Rule } from '@steading/contract/rules/rules'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useText } from '../../platform/texts.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { calls } from '../rules.queries.ts'

/** Duplicates rules; the copies are not deployed. */
export function useDuplicate() {
  const sendDuplicate = useWrite(['rules', 'duplicate'], calls.rules.duplicate)
  const t = useText()
  const { busy, run } = useAsyncAction(t('rule.notDuplicated'))
  const duplicate = (rules: readonly Pick<Rule, 'id'>[]) =>
    run(async () => {
      try {
        for (const { id } of rules) {
          const { displayName } = await data(sendDuplicate({ body: { ruleId: id } }))
          toast(t('rule.duplicated'), displayName)
        }
      } finally {
        // Not awaited: the user may select the copy as soon as it appears.
        void queryClient.invalidateQueries({ queryKey: ['rules'] })
      }
    })
  return { busy, duplicate }
}
