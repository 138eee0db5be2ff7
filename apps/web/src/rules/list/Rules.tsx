import { EVENT_CATEGORIES, isHelpdesk } from '@steading/contract/events/kinds'
import { DEPLOYMENT_STATUSES, type Rule, type RuleKind, rules } from '@steading/contract/rules/rules'
import { IconSettingsAutomation } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { EntityFilter, PlacesFilter } from '../../entities/index.ts'
import { categoryWord } from '../../events/index.ts'
import { TerminalFilter } from '../../interfaces/index.ts'
import { data } from '../../platform/api/api.ts'
import { useMay, useSignedIn } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { DataList } from '../../ui/list/table/DataList.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../../ui/list/filter/Filters.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useListState } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { BulkBar } from './BulkBar.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'
import { columnsOf } from './columns.tsx'
import { NewRule } from './NewRule.tsx'
import { RuleCounts } from './RuleCounts.tsx'
import { calls } from '../rules.queries.ts'
import { useDeployment } from '../deploy/useDeployment.tsx'
import { deploymentStates, kinds, emptyListWord, ruleHref } from '../words.ts'

const schema = rules.search.query
const keep = ['tab']
const none: readonly Rule[] = []
/** What alarms can be about: tickets are people's. */
const eventCategories = EVENT_CATEGORIES.filter(category => !isHelpdesk(category))

/** Rules of one kind, or of one box, with what the boxes say of them, and several put in or out of service at once. */
export default function Rules({
  kind,
  terminalId,
  inService = true,
}: {
  kind?: RuleKind
  terminalId?: string
  /** Whether its box is; if not, nothing is put to work on it. */
  inService?: boolean
}) {
  const t = useText()
  const may = useMay()
  const { rootEntity } = useSignedIn()
  const state = useListState(schema, undefined, keep)
  const query = useMemo(
    () => ({ ...state.query, ...(kind && { kind }), ...(terminalId && { terminalId }) }),
    [state.query, kind, terminalId],
  )
  const { search, entityId, entities, category, eventCategory } = query
  const counted = { kind, search, entityId, entities, terminalId: query.terminalId, category, eventCategory }
  const list = useList('rules', query, (asked, signal) => data(calls.rules.search({ query: asked }, { signal })))
  const deployment = useDeployment()
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const rows = list.page?.content ?? none
  const columns = useMemo(
    () => columnsOf(t, { results: deployment.results, ofOneBox: terminalId !== undefined }),
    [t, deployment.results, terminalId],
  )
  const clear = () => choose(new Set())
  return (
    <>
      {kind && (
        <RuleCounts
          filter={counted}
          chosen={query.deploymentStatus ?? []}
          choose={statuses => state.set({ deploymentStatus: statuses.length > 0 ? [...statuses] : undefined })}
        />
      )}
      <Filters label={t('ui.filters')}>
        <SearchFilter label={t('rule.search')} value={query.search ?? ''} onChange={search => state.set({ search })} />
        <ChoiceFilter
          name={t('rule.deployment')}
          many
          choices={DEPLOYMENT_STATUSES.map(status => ({ value: status, label: t(deploymentStates[status].word) }))}
          value={query.deploymentStatus ?? []}
          onChange={value => state.set({ deploymentStatus: DEPLOYMENT_STATUSES.filter(status => value.includes(status)) })}
        />
        <CategoryFilter kind={kind} value={query.category} onChange={category => state.set({ category })} />
        {kind === 'ALARM' && (
          <ChoiceFilter
            name={t('event.category.label')}
            many
            choices={eventCategories.map(category => ({ value: category, label: t(categoryWord[category]) }))}
            value={query.eventCategory ?? []}
            onChange={value => {
              const chosen = eventCategories.filter(category => value.includes(category))
              state.set({ eventCategory: chosen.length > 0 ? chosen : undefined })
            }}
          />
        )}
        {terminalId === undefined && may('terminals.read') && (
          <TerminalFilter
            value={query.terminalId}
            onChange={id => state.set({ terminalId: id })}
            known={rows.flatMap(row => row.terminal ?? [])}
          />
        )}
        <PlacesFilter value={query.entities} clear={() => state.set({ entities: undefined })} />
        {terminalId === undefined && <EntityFilter value={query.entityId} onChange={entityId => state.set({ entityId })} />}
      </Filters>
      <BulkBar chosen={rows.filter(row => chosen.has(row.id))} clear={clear} inService={inService} deployment={deployment} />
      <Card flush>
        <DataList
          label={t(kind ? kinds[kind].title : 'nav.rules')}
          list={list}
          state={state}
          columns={columns}
          name={rule => rule.displayName}
          href={ruleHref}
          selection={(may('rules.update') && inService) || may('rules.create') ? { chosen, choose } : undefined}
          empty={
            <Empty
              icon={<IconSettingsAutomation size={30} stroke={1.4} />}
              title={t(emptyListWord(kind, rootEntity.type))}
              action={kind && <NewRule kind={kind} />}
            />
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
