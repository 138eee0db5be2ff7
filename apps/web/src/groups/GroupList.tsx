import { Button } from '@mantine/core'
import { type RuleGroup, groups } from '@steading/contract/entities/groups'
import { PAGE_SIZES } from '@steading/contract/http/paging'
import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { to } from '../platform/navigation/paths.ts'
import { parseSearch, writeSearch } from '../platform/navigation/search.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import { EmptyFiltered, Filters, SearchFilter } from '../ui/list/filter/Filters.tsx'
import { Pager } from '../ui/list/table/Pager.tsx'
import { listHref, useListState } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { asLeft, REST, withOpen } from './rules/openGroup.ts'
import { GroupActions } from './GroupActions.tsx'
import { totalOf } from './GroupCounts.tsx'
import { NewGroup } from './NewGroup.tsx'
import { GroupRow } from './GroupRow.tsx'
import { GroupRules } from './rules/GroupRules.tsx'
import { groupsQuery, restQuery } from './groups.queries.ts'
import { PlaceFilters } from './rules/EntityFilters.tsx'
import { RunShown } from './deploy/DeployProgress.tsx'
import { useOrders } from './deploy/useGroupDeploy.tsx'
import './groups.css'

const ChooseRules = lazyComponent<{ of: RuleGroup; onClose: () => void }>(() => import('./rules/ChooseRules.tsx'), 'overlay')

const schema = groups.search.query
const keep = ['group', 'dashboard']
/** So many stand on every page: fewer need no pages. */
const [smallest] = PAGE_SIZES
const path = to('/rules/groups')

/** The groups of rules, one of them open, and at the end the rules of none. Which one is open stands in the address. */
export default function GroupList() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const search = useRouterState({ select: state => state.location.searchStr })
  const [remembered] = useState(() => listHref(path).slice(path.length))
  const state = useListState(schema, undefined, keep)
  const { query } = state
  const { entityId } = query
  const { data: page, error, isPlaceholderData, refetch } = useQuery(groupsQuery(query))
  const seesRules = may(['rules.read', 'rules.alarms', 'rules.scheduler'])
  const { data: rest } = useQuery({ ...restQuery(entityId), enabled: seesRules })
  const orders = useOrders()
  const [making, make] = useState(false)
  const [choosing, choose] = useState<RuleGroup>()
  const left = asLeft(search, remembered)
  useEffect(() => {
    if (left !== undefined) go(path + left, { replace: true })
    // Once, when one comes back.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const { group: open, dashboard } = parseSearch(search)
  const address = (group: string | undefined) => path + withOpen(search, group)
  const toggle = (group: string) => go(address(open === group ? undefined : group), { replace: true })
  const runOf = (group: string) => (orders.run?.groupId === group ? orders.run : undefined)
  const row = (ruleGroup: RuleGroup) => {
    const run = runOf(ruleGroup.id)
    return (
      <GroupRow
        name={ruleGroup.displayName}
        place={ruleGroup.entity.displayName}
        counts={ruleGroup.counts}
        open={open === ruleGroup.id}
        toggle={() => toggle(ruleGroup.id)}
      >
        <GroupActions
          group={ruleGroup}
          empty={ruleGroup.rules === 0 || !seesRules}
          busy={orders.busy}
          order={desired => void orders.order({ groupId: ruleGroup.id }, ruleGroup.displayName, desired)}
          choose={() => choose(ruleGroup)}
          leave={address(undefined)}
        />
        {run && <RunShown of={run} close={orders.forget} />}
        {seesRules ? (
          <GroupRules
            of={{ groupId: ruleGroup.id }}
            group={ruleGroup}
            name={ruleGroup.displayName}
            entityId={entityId}
            results={run?.results}
            choose={may('rules.update') ? () => choose(ruleGroup) : undefined}
          />
        ) : (
          <Note>{t('ruleGroup.noKinds')}</Note>
        )}
      </GroupRow>
    )
  }
  const run = runOf(REST)
  return (
    <>
      <PageHead
        title={t('nav.ruleGroups')}
        {...(typeof dashboard === 'string' && {
          back: { href: to('/farmview') + writeSearch({ dashboard }), label: t('nav.home') },
        })}
        actions={
          may('rules.update') && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => make(true)}>
              {t('ui.new')}
            </Button>
          )
        }
      />
      <Filters label={t('ui.filters')}>
        <SearchFilter
          label={t('ruleGroup.search')}
          value={query.search ?? ''}
          onChange={text => state.set({ search: text || undefined })}
        />
        <PlaceFilters value={entityId} onChange={id => state.set({ entityId: id })} />
      </Filters>
      <div className="stack">
        <Card flush>
          {!page && (error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons />)}
          {page?.totalElements === 0 &&
            (state.filters > 0 ? (
              <EmptyFiltered filters={state.filters} reset={state.reset} />
            ) : (
              <Empty
                icon={<IconStack2 size={30} stroke={1.4} />}
                title={t('ruleGroup.none')}
                action={
                  may('rules.update') && (
                    <Button size="xs" onClick={() => make(true)}>
                      {t('ruleGroup.new')}
                    </Button>
                  )
                }
              >
                {t('ruleGroup.noneHint')}
              </Empty>
            ))}
          {page && page.totalElements > 0 && (
            <div className={isPlaceholderData ? 'list turning' : 'list'}>
              <ul className="groups">
                {page.content.map(of => (
                  <li key={of.id}>{row(of)}</li>
                ))}
              </ul>
              {page.totalElements > smallest && (
                <Pager
                  page={page}
                  onPage={currentPage => state.set({ currentPage })}
                  onSize={itemsPerPage => state.set({ itemsPerPage })}
                />
              )}
            </div>
          )}
        </Card>
        {seesRules && (
          <Card flush>
            <GroupRow name={t('ruleGroup.rest')} counts={rest} open={open === REST} toggle={() => toggle(REST)}>
              <GroupActions
                empty={!rest || totalOf(rest) === 0}
                busy={orders.busy}
                order={desired =>
                  void orders.order({ groupId: REST, ...(entityId && { entityId }) }, t('ruleGroup.rest'), desired)
                }
              />
              {run && <RunShown of={run} close={orders.forget} />}
              <GroupRules
                of={{ groupId: REST, ...(entityId && { entityId }) }}
                name={t('ruleGroup.rest')}
                entityId={entityId}
                results={run?.results}
                choose={undefined}
              />
            </GroupRow>
          </Card>
        )}
      </div>
      {making && (
        <NewGroup
          // On a list of several pages it is found by its name.
          done={({ id, displayName }) =>
            go(
              path + writeSearch({ group: id, ...((page?.totalElements ?? 0) >= query.itemsPerPage && { search: displayName }) }),
            )
          }
          onClose={() => make(false)}
        />
      )}
      {choosing && <ChooseRules of={choosing} onClose={() => choose(undefined)} />}
    </>
  )
}
