import { ActionIcon, Button } from '@mantine/core'
import type { RuleDetails } from '@steading/contract/rules/rules'
import { IconPencil } from '@tabler/icons-react'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { DeleteAction } from '../../ui/page/DeleteAction.tsx'
import { TemplateInfo } from '../TemplateInfo.tsx'
import { calls } from '../rules.queries.ts'
import type { useDeployment } from '../deploy/useDeployment.tsx'
import { isPending, kinds, availableOrders, ruleName } from '../words.ts'

/** Actions in the head of a rule, each with its permission. Deleted rules and system rules have none. */
export function RuleActions({
  rule,
  deployment: { order, busy },
  edit,
}: {
  rule: RuleDetails
  deployment: ReturnType<typeof useDeployment>
  edit: () => void
}) {
  const sendRemove = useWrite(['rules', 'remove'], calls.rules.remove)
  const sendCancel = useWrite(['rules', 'cancel'], calls.rules.cancel)
  const t = useText()
  const may = useMay()
  const cancelling = useAsyncAction()
  const cancel = () =>
    cancelling.run(async () => {
      await data(sendCancel({ params: { id: rule.id } }))
      await queryClient.invalidateQueries({ queryKey: ['rules'] })
    })
  if (rule.isSystemRule || rule.deletedTimestamp !== null) return null
  const runs = rule.deploymentStatus === 'DEPLOYED' || rule.runningVersion !== null
  const isFree = !isPending(rule.deploymentStatus)
  const offers = may('rules.update') ? availableOrders(rule) : {}
  return (
    <>
      <TemplateInfo template={rule.ruleTemplate} />
      {may('rules.update') && isFree && (
        <ActionIcon variant="default" size={36} aria-label={t('ui.edit')} title={t('ui.edit')} onClick={edit}>
          <IconPencil size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      {may('rules.delete') && isFree && (
        <DeleteAction
          name={ruleName(rule)}
          refused={runs ? t('refusals.CANNOT_DELETE_A_DEPLOYED_OR_PENDING_RULE') : undefined}
          hint={t('rule.deleteHint')}
          failed={t('entity.deleteFailed')}
          done={t('entity.deleted')}
          remove={() => data(sendRemove({ params: { id: rule.id } }))}
          leave={listHref(kinds[rule.kind].list)}
          onDeleted={() =>
            queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'rules' && !queryKey.includes(rule.id) })
          }
        />
      )}
      {offers.cancel && (
        <Button variant="default" data-busy={cancelling.busy || undefined} onClick={() => void cancel()}>
          {t(offers.cancel)}
        </Button>
      )}
      {offers.undeploy && (
        <Button variant="default" data-busy={busy || undefined} onClick={() => void order([rule], false)}>
          {t(offers.undeploy)}
        </Button>
      )}
      {offers.deploy && (
        <Button data-busy={busy || undefined} onClick={() => void order([rule], true)}>
          {t(offers.deploy)}
        </Button>
      )}
    </>
  )
}
