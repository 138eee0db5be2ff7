import { ActionIcon, Button } from '@mantine/core'
import type { RuleDetails } from '@steading/contract/rules'
import { IconPencil } from '@tabler/icons-react'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { DeleteAction } from '../ui/page/DeleteAction.tsx'
import { TemplateInfo } from './form/TemplateInfo.tsx'
import { calls } from './rules.queries.ts'
import type { useDeployment } from './useDeployment.tsx'
import { isPending, kinds, orderedBy, placed } from './words.ts'

/** What can be done with a rule from its head, each with its permission. Nothing with a deleted one, or with one of the system. */
export function RuleActions({
  rule,
  deployment: { order, busy },
  edit,
}: {
  rule: RuleDetails
  deployment: ReturnType<typeof useDeployment>
  edit: () => void
}) {
  const t = useText()
  const may = useMay()
  const cancelling = useAct()
  const cancel = () =>
    cancelling.act(async () => {
      await data(calls.rules.cancel({ params: { id: rule.id } }))
      await queryClient.invalidateQueries({ queryKey: ['rules'] })
    })
  if (rule.isSystemRule || rule.deletedTimestamp !== null) return null
  const runs = rule.deploymentStatus === 'DEPLOYED' || rule.runningVersion !== null
  const isFree = !isPending(rule.deploymentStatus)
  const offers = may('rules.update') ? orderedBy(rule) : {}
  return (
    <>
      <TemplateInfo of={rule.ruleTemplate} />
      {may('rules.update') && isFree && (
        <ActionIcon variant="default" size={36} aria-label={t('ui.edit')} title={t('ui.edit')} onClick={edit}>
          <IconPencil size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      {may('rules.delete') && isFree && (
        <DeleteAction
          name={placed(rule)}
          refused={runs ? t('refusals.CANNOT_DELETE_A_DEPLOYED_OR_PENDING_RULE') : undefined}
          hint={t('rule.deleteHint')}
          failed={t('entity.deleteFailed')}
          done={t('entity.deleted')}
          remove={() => data(calls.rules.remove({ params: { id: rule.id } }))}
          leave={listHref(kinds[rule.kind].list)}
          gone={() =>
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
