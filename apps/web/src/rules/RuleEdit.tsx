import { Button } from '@mantine/core'
import { type RuleDetails, rules } from '@steading/contract/rules'
import { type ReactNode, useRef, useState } from 'react'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { Form } from '../ui/form/Form.tsx'
import { useAskToDiscard } from '../ui/form/useGuard.ts'
import { useSave } from '../ui/form/useSave.ts'
import { enteredOf } from './form/entered.ts'
import { groupsLeft } from './form/asking.ts'
import { RuleEntries } from './form/RuleEntries.tsx'
import { sentOf } from './form/sent.ts'
import { TheirRule } from './form/TheirRule.tsx'
import { useRuleForm } from './form/useRuleForm.ts'
import { useSending } from './form/useSending.tsx'
import { calls, ruleQuery } from './rules.queries.ts'

/** A rule while somebody changes it. A save that meets somebody else's keeps what was typed and shows theirs. */
export default function RuleEdit({
  of: rule,
  head,
  leave,
}: {
  of: RuleDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const t = useText()
  const ask = useAskToDiscard()
  const [initial] = useState(() => enteredOf(rule))
  const [version, setVersion] = useState(rule.version)
  // Whether it shall be put in service, as the button says that was pressed.
  const deploy = useRef(false)
  const { isSure, told } = useSending(rule)
  const filled = useRuleForm({
    initial,
    rule,
    save: async saving => {
      if (!(await isSure(saving, filled.about, deploy.current))) return false
      const body = rules.edit.body.parse({
        ...sentOf(saving, filled.about),
        deployRule: deploy.current,
        removeFromGroup: deploy.current && groupsLeft(rule, true).length > 0,
        version,
      })
      const saved = await data(calls.rules.edit({ params: { id: rule.id }, body }))
      await told(saved, saving, t('state.saved'))
      leave()
      return undefined
    },
  })
  const { busy, save, theirs } = useSave({
    what: t('rule.notSaved', { name: rule.displayName }),
    submit: filled.submit,
    fresh: () => queryClient.fetchQuery({ ...ruleQuery(rule.id), staleTime: 0 }),
    over: now => setVersion(now.version),
  })
  const send = (wanted: boolean) => {
    deploy.current = wanted
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
      {theirs && <TheirRule seen={rule} theirs={theirs} filling={filled.filling} of={filled.values} />}
      <RuleEntries of={filled} kind={rule.kind} rule={rule} />
    </Form>
  )
}
