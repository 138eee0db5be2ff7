import { RuleBody } from '@steading/contract/rulebody'
import type { RuleDetails } from '@steading/contract/rules'
import { engineWords } from '@steading/locales/templates'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { interfacesQuery } from '../interfaces/index.ts'
import { Versions } from '../ledger/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { useTab } from '../ui/page/useTab.ts'
import { wayParameters } from './back.ts'
import { conditionsSaid } from './conditions.ts'
import { enteredOf } from './form/entered.ts'
import { RuleTabs } from './form/RuleTabs.tsx'
import { type FormTab, tabsOf } from './form/tabs.ts'
import { templateTitle } from './form/templateWords.ts'
import { useChoices } from './form/useChoices.ts'
import { HeldByHand } from './HeldByHand.tsx'
import type { About } from './inputs/about.ts'
import { knownOf } from './known.ts'
import { RuleChart } from './RuleChart.tsx'
import { RuleEvents } from './RuleEvents.tsx'
import { WhatItDoes } from './WhatItDoes.tsx'
import { WhereItRuns } from './WhereItRuns.tsx'
import { versionShown } from './words.ts'

const none: readonly never[] = []
const nothing = { put: () => undefined, set: () => undefined, onInput: () => undefined }

/** All that is known of a rule, in the tabs of its form; the first says what it does. */
export function RuleInfo({ rule }: { rule: RuleDetails }) {
  const entered = useMemo(() => enteredOf(rule), [rule])
  const about = useChoices(entered, rule.ruleTemplate, rule, 0)
  const tabs = tabsOf(rule.ruleTemplate)
  const [tab, open] = useTab<FormTab>(['basic', ...tabs.filter(one => one !== 'basic')], wayParameters)
  return (
    <RuleTabs
      of={entered}
      kind={rule.kind}
      rule={rule}
      template={rule.ruleTemplate}
      about={about}
      mode="view"
      errors={{}}
      open={tab}
      onOpen={open}
      filling={nothing}
      basic={<Basic rule={rule} about={about} />}
    />
  )
}

function Basic({ rule, about }: { rule: RuleDetails; about: About }) {
  const t = useText()
  const may = useMay()
  const ids = useMemo(() => [...new Set(rule.interfaces.map(one => one.id))], [rule])
  const { data: found = none } = useQuery({ ...interfacesQuery(ids), enabled: ids.length > 0 && may('interfaces.read') })
  const body = useMemo(() => RuleBody.safeParse(rule.body).data, [rule])
  const known = useMemo(() => knownOf(rule, found), [rule, found])
  // What an earlier version named may be no part of the present one.
  const partsSaid = useCallback(
    (id: string, value: unknown) => conditionsSaid(rule.template, id, value, about.knownOf, t),
    [rule.template, about.knownOf, t],
  )
  return (
    <div className="stack">
      <HeldByHand rule={rule} interfaces={found} />
      {body && <WhatItDoes rule={rule} body={body} knownOf={known} />}
      <Card title={t('ui.details')}>
        <Fields
          items={[
            { label: t('entity.generic'), value: rule.rootEntity.displayName },
            { label: t('entity.sector'), value: rule.sector?.name },
            { label: t('rule.category'), value: t(engineWords[rule.template]) },
            { label: t('rule.template'), value: templateTitle(rule.ruleTemplate, t) },
            { label: t('rule.showAll'), value: t(rule.showAllInterfaces ? 'ui.yes' : 'ui.no') },
            ...(rule.ruleGroups.length > 0
              ? [{ label: t('nav.ruleGroups'), value: rule.ruleGroups.map(one => one.displayName).join(', ') }]
              : []),
          ]}
        />
      </Card>
      <WhereItRuns rule={rule} />
      {body && found.length > 0 && (
        <RuleChart title={rule.displayName} hint={versionShown(rule, t)} body={body} interfaces={found} knownOf={known} />
      )}
      {rule.kind === 'ALARM' && may('events.read') && <RuleEvents ruleId={rule.id} />}
      <Versions rule={rule} partsSaid={partsSaid} />
    </div>
  )
}
