import { Button } from '@mantine/core'
import { rules } from '@steading/contract/rules'
import { useRouterState } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { data } from '../platform/api.ts'
import { parseSearch } from '../platform/search.ts'
import { useText } from '../platform/texts.tsx'
import { Form } from '../ui/form/Form.tsx'
import { useGo } from '../ui/Link.tsx'
import { useAct } from '../ui/overlay/useAct.ts'
import { PageHead } from '../ui/page/PageHead.tsx'
import { kindAt } from './back.ts'
import { blank } from './form/entered.ts'
import { RuleEntries } from './form/RuleEntries.tsx'
import { sentOf } from './form/sent.ts'
import { useRuleForm } from './form/useRuleForm.ts'
import { useSending } from './form/useSending.tsx'
import { newWords } from './form/words.ts'
import { calls } from './rules.queries.ts'
import { useBack } from './useBack.ts'
import { ruleHref } from './words.ts'

/** A new rule, alarm or scheduler, by the address of the page; `?entityId=` says where it stands. */
export default function RuleCreate() {
  const t = useText()
  const go = useGo()
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  const kind = kindAt(pathname)
  const { back, leave } = useBack(kind)
  const wished = parseSearch(searchStr)['entityId']
  const [initial] = useState(() => blank(typeof wished === 'string' ? wished : null))
  // Whether it shall be put in service, as the button says that was pressed.
  const deploy = useRef(false)
  const { isSure, told } = useSending(undefined)
  const filled = useRuleForm({
    initial,
    rule: undefined,
    save: async saving => {
      if (!(await isSure(saving, filled.about, deploy.current))) return false
      // Read by the contract: contacts as the platform will have them.
      const body = rules.create.body.parse({ ...sentOf(saving, filled.about), deployRule: deploy.current })
      const saved = await data(calls.rules.create({ body }))
      await told(saved, saving, t('rule.created'))
      go(ruleHref(saved.rule))
      return undefined
    },
  })
  const name = filled.values.displayName.trim()
  const { busy, act } = useAct(name ? t('rule.notCreated', { name }) : undefined)
  const add = (wanted: boolean) => {
    deploy.current = wanted
    void act(filled.submit)
  }
  return (
    <Form of={filled.ref} onSubmit={() => add(false)}>
      <PageHead
        back={back}
        title={t(newWords[kind])}
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
      <RuleEntries of={filled} kind={kind} />
    </Form>
  )
}
