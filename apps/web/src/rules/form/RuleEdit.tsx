import { Button } from '@mantine/core'
import { type RuleDetails, rules } from '@steading/contract/rules/rules'
import { type ReactNode, useRef, useState } from 'react'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useText } from '../../platform/texts.tsx'
import { Form } from '../../ui/form/edit/Form.tsx'
import { useAskToDiscard } from '../../ui/form/edit/useAskToDiscard.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { toFormValues, toRequest } from '../values/ruleForm.ts'
import { groupsLeftBy } from '../deploy/groupMembership.ts'
import { RuleEntries } from './fields/RuleFields.tsx'
import { ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { conflictFields } from './conflictFields.ts'
import { useRuleForm } from './useRuleForm.ts'
import { useConfirmSave } from './validate/useConfirmSave.tsx'
import { calls, ruleQuery } from '../rules.queries.ts'

/** Edit form of a rule. After a version conflict the typed values stay, and the saved values are shown beside them. */
export default function RuleEdit({
  rule,
  head,
  leave,
}: {
  rule: RuleDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const sendEdit = useWrite(['rules', 'edit'], calls.rules.edit)
  const t = useText()
  const ask = useAskToDiscard()
  const [initial] = useState(() => toFormValues(rule))
  const [version, setVersion] = useState(rule.version)
  // Whether the pressed button also deploys the rule.
  const deploy = useRef(false)
  const { isSure, reportSaved } = useConfirmSave(rule)
  const filled = useRuleForm({
    initial,
    rule,
    save: async saving => {
      if (!(await isSure(saving, filled.about, deploy.current))) return false
      const body = rules.edit.body.parse({
        ...toRequest(saving, filled.about),
        deployRule: deploy.current,
        removeFromGroup: deploy.current && groupsLeftBy(rule, true).length > 0,
        version,
      })
      const saved = await data(sendEdit({ params: { id: rule.id }, body }))
      await reportSaved(saved, saving, t('state.saved'))
      leave()
      return undefined
    },
  })
  const { busy, save, latest } = useSave({
    what: t('rule.notSaved', { name: rule.displayName }),
    submit: filled.submit,
    fetchLatest: () => queryClient.fetchQuery({ ...ruleQuery(rule.id), staleTime: 0 }),
    onConflict: now => setVersion(now.version),
  })
  const send = (desired: boolean) => {
    deploy.current = desired
    void save()
  }
  const cancel = async () => {
    if (!filled.dirty || (await ask())) leave()
  }
  const isDeployed = rule.deploymentStatus === 'DEPLOYED'
  return (
    <Form of={filled.ref} onSubmit={() => send(isDeployed)}>
      {head(
        <>
          <Button variant="default" onClick={() => void cancel()}>
            {t('ui.cancel')}
          </Button>
          {!isDeployed && (
            <Button variant="default" type="submit" data-busy={busy || undefined}>
              {t('ui.save')}
            </Button>
          )}
          <Button data-busy={busy || undefined} onClick={() => send(true)}>
            {t('deploy.saveAndDeploy')}
          </Button>
        </>,
      )}
      {latest && (
        <ConflictPanel
          who={latest.lastUpdatedBy?.shortName}
          entries={conflictFields(rule, latest, t).map(({ apply, value, ...entry }) => ({
            ...entry,
            value,
            take: () => filled.filling.put(apply(filled.values)),
          }))}
        />
      )}
      <RuleEntries form={filled} kind={rule.kind} rule={rule} />
    </Form>
  )
}
