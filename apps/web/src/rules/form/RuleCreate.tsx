import { Button } from '@mantine/core'
import { rules } from '@steading/contract/rules/rules'
import { useRouterState } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { parseSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { Form } from '../../ui/form/edit/Form.tsx'
import { useGo } from '../../ui/Link.tsx'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { kindAt } from '../backLink.ts'
import { emptyValues, toRequest } from '../values/ruleForm.ts'
import { RuleEntries } from './fields/RuleFields.tsx'
import { useRuleForm } from './useRuleForm.ts'
import { useConfirmSave } from './validate/useConfirmSave.tsx'
import { calls } from '../rules.queries.ts'
import { useBackLink } from '../useBackLink.ts'
import { kinds, ruleHref } from '../words.ts'

/** A new rule, alarm or scheduler, by the address of the page; `?entityId=` says where it stands. */
export default function RuleCreate() {
  const sendCreate = useWrite(['rules', 'create'], calls.rules.create)
  const t = useText()
  const go = useGo()
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  const kind = kindAt(pathname)
  const { back, leave } = useBackLink(kind)
  const wished = parseSearch(searchStr)['entityId']
  const [initial] = useState(() => emptyValues(typeof wished === 'string' ? wished : null))
  // Whether the pressed button also deploys the rule.
  const deploy = useRef(false)
  const { isSure, reportSaved } = useConfirmSave(undefined)
  const filled = useRuleForm({
    initial,
    rule: undefined,
    save: async saving => {
      if (!(await isSure(saving, filled.about, deploy.current))) return false
      // Parsed by the contract so that contacts have their normalised form.
      const body = rules.create.body.parse({ ...toRequest(saving, filled.about), deployRule: deploy.current })
      const saved = await data(sendCreate({ body }))
      await reportSaved(saved, saving, t('rule.created'))
      go(ruleHref(saved.rule))
      return undefined
    },
  })
  const name = filled.values.displayName.trim()
  const { busy, run } = useAsyncAction(name ? t('rule.notCreated', { name }) : undefined)
  const add = (desired: boolean) => {
    deploy.current = desired
    void run(filled.submit)
  }
  return (
    <Form of={filled.ref} onSubmit={() => add(false)}>
      <PageHead
        back={back}
        title={t(kinds[kind].create)}
        stacked
        actions={
          <>
            <Button variant="default" onClick={leave}>
              {t('ui.cancel')}
            </Button>
            <Button variant="default" type="submit" data-busy={busy || undefined}>
              {t('rule.add')}
            </Button>
            <Button data-busy={busy || undefined} onClick={() => add(true)}>
              {t('rule.addAndDeploy')}
            </Button>
          </>
        }
      />
      <RuleEntries form={filled} kind={kind} />
    </Form>
  )
}
