import { RuleBody } from '@steading/contract/rules/body'
import type { RuleDetails } from '@steading/contract/rules/rules'
import { engineWords } from '@steading/locales/templates'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { interfacesQuery } from '../../interfaces/index.ts'
import { Versions } from '../../ledger/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import { useTab } from '../../ui/page/head/useTab.ts'
import { backParameters } from '../backLink.ts'
import { storedConditionWords } from '../describe/conditions/storedConditions.ts'
import { toFormValues } from '../values/ruleForm.ts'
import { RuleTabs } from '../form/fields/RuleTabs.tsx'
import { type FormTab, formTabs } from '../form/fields/tabs.ts'
import { templateTitle } from '../templateWords.ts'
import { useLoadRuleFormData } from '../form/useLoadRuleFormData.ts'
import { ManualOverrides } from './ManualOverrides.tsx'
import type { RuleFormData } from '../values/ruleFormData.ts'
import { createInterfaceLookup } from '../describe/interfaceLookup.ts'
import { RuleChart } from './RuleChart.tsx'
import { RuleEvents } from './RuleEvents.tsx'
import { RuleSummary } from './RuleSummary.tsx'
import { RuleRuntime } from './RuleRuntime.tsx'
import { shownVersionWords } from '../words.ts'

const none: readonly never[] = []
const noSetters = { put: () => undefined, set: () => undefined, saveAfter: () => undefined, onInput: () => undefined }

/** A rule in view mode, in the tabs of its form; the first tab describes what the rule does. */
export function RuleInfo({ rule }: { rule: RuleDetails }) {
  const values = useMemo(() => toFormValues(rule), [rule])
  const about = useLoadRuleFormData(values, rule.ruleTemplate, rule, 0)
  const tabs = formTabs(rule.ruleTemplate)
  const [tab, open] = useTab<FormTab>(['basic', ...tabs.filter(tab => tab !== 'basic')], backParameters)
  return (
    <RuleTabs
      values={values}
      kind={rule.kind}
      rule={rule}
      template={rule.ruleTemplate}
      about={about}
      mode="view"
      errors={{}}
      open={tab}
      onOpen={open}
      filling={noSetters}
      basic={<RuleOverview rule={rule} about={about} />}
    />
  )
}

function RuleOverview({ rule, about }: { rule: RuleDetails; about: RuleFormData }) {
  const t = useText()
  const may = useMay()
  const ids = useMemo(() => [...new Set(rule.interfaces.map(iface => iface.id))], [rule])
  const { data: found = none } = useQuery({ ...interfacesQuery(ids), enabled: ids.length > 0 && may('interfaces.read') })
  const body = useMemo(() => RuleBody.safeParse(rule.body).data, [rule])
  const known = useMemo(() => createInterfaceLookup(rule, found), [rule, found])
  // An earlier version may name interfaces that the current version does not use.
  const partsSaid = useCallback(
    (id: string, value: unknown) => storedConditionWords(rule.template, id, value, about.knownOf, t),
    [rule.template, about.knownOf, t],
  )
  return (
    <div className="stack">
      <ManualOverrides rule={rule} interfaces={found} />
      {body && <RuleSummary rule={rule} body={body} knownOf={known} />}
      <Card title={t('ui.details')}>
        <Fields
          items={[
            { label: t('entity.generic'), value: rule.rootEntity.displayName },
            { label: t('entity.sector'), value: rule.sector?.name },
            { label: t('rule.category'), value: t(engineWords[rule.template]) },
            { label: t('rule.template'), value: templateTitle(rule.ruleTemplate, t) },
            { label: t('rule.showAll'), value: t(rule.showAllInterfaces ? 'ui.yes' : 'ui.no') },
            ...(rule.ruleGroups.length > 0
              ? [{ label: t('nav.ruleGroups'), value: rule.ruleGroups.map(group => group.displayName).join(', ') }]
              : []),
          ]}
        />
      </Card>
      <RuleRuntime rule={rule} />
      {body && found.length > 0 && (
        <RuleChart title={rule.displayName} hint={shownVersionWords(rule, t)} body={body} interfaces={found} knownOf={known} />
      )}
      {rule.kind === 'ALARM' && may('events.read') && <RuleEvents ruleId={rule.id} />}
      <Versions rule={rule} partsSaid={partsSaid} />
    </div>
  )
}
