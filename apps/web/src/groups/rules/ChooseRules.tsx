import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import type { RuleGroup } from '@steading/contract/entities/groups'
import { type Rule, rules } from '@steading/contract/rules/rules'
import { useState } from 'react'
import { TerminalFilter } from '../../interfaces/index.ts'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { CategoryFilter, DeploymentPill, placeOf, templateName } from '../../rules/index.ts'
import { useList } from '../../ui/list/useList.ts'
import { useInnerList } from '../../ui/list/useListState.ts'
import { Filters, SearchFilter } from '../../ui/list/filter/Filters.tsx'
import { Pager } from '../../ui/list/table/Pager.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { calls, groupsChanged, searchRules } from '../groups.queries.ts'
import { isMember, turned, type Turned } from './members.ts'

const schema = rules.search.query

/** The rules at the place of a group and below it, to be ticked: those in it are. What is ticked stays while one turns pages. */
export default function ChooseRules({ of, onClose }: { of: RuleGroup; onClose: () => void }) {
  const sendSetRules = useWrite(['groups', 'setRules'], calls.groups.setRules)
  const t = useText()
  const may = useMay()
  const { busy, run } = useAsyncAction()
  const state = useInnerList(schema)
  const query = { ...state.query, entityId: of.entity.id, sortProperty: 'displayName' as const, sortDirection: 'ASC' as const }
  const { page, error, retry, turning } = useList('rules', query, searchRules)
  const isNarrowed = Boolean(state.query.search ?? state.query.category ?? state.query.terminalId)
  const [changed, change] = useState<Turned>({ add: [], remove: [] })
  const { add, remove } = changed
  const save = () =>
    run(async () => {
      await data(sendSetRules({ params: { id: of.id }, body: { add: [...add], remove: [...remove] } }))
      await groupsChanged()
      toast(t('state.saved'), of.displayName)
      onClose()
    })
  return (
    <Modal
      title={t('ruleGroup.chooseTitle')}
      under={`${of.displayName} · ${of.entity.displayName}`}
      size={640}
      stays
      onClose={onClose}
    >
      <form
        className="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <Filters label={t('ui.filters')}>
          <SearchFilter
            label={t('rule.search')}
            value={state.query.search ?? ''}
            onChange={search => state.set({ search: search || undefined })}
          />
          <CategoryFilter value={state.query.category} onChange={category => state.set({ category })} />
          {may('terminals.read') && (
            <TerminalFilter
              value={state.query.terminalId}
              onChange={id => state.set({ terminalId: id })}
              known={page?.content.flatMap(one => one.terminal ?? []) ?? []}
            />
          )}
        </Filters>
        {!page && (error ? <Failed what={t('failed.list')} error={error} retry={retry} /> : <Skeletons rows={6} />)}
        {page?.totalElements === 0 && <Empty title={isNarrowed ? t('list.filteredEmpty') : t('ruleGroup.noneToChoose')} />}
        {page && page.totalElements > 0 && (
          <div className={turning ? 'group-pick turning' : 'group-pick'}>
            <ul>
              {page.content.map(rule => (
                <li key={rule.id}>
                  <Pick of={rule} on={isMember(rule, of.id, changed)} onToggle={on => change(turned(changed, rule, of.id, on))} />
                </li>
              ))}
            </ul>
            <Pager
              page={page}
              onPage={currentPage => state.set({ currentPage })}
              onSize={itemsPerPage => state.set({ itemsPerPage })}
            />
          </div>
        )}
        <output className="dim">{t('ruleGroup.changes', { added: add.length, removed: remove.length })}</output>
        <ModalFoot word={t('ui.save')} busy={busy} disabled={add.length + remove.length === 0} onClose={onClose} />
      </form>
    </Modal>
  )
}

function Pick({ of, on, onToggle }: { of: Rule; on: boolean; onToggle: (on: boolean) => void }) {
  const t = useText()
  return (
    <>
      <Checkbox
        label={of.displayName}
        description={`${placeOf(of)} · ${templateName(of, t)}`}
        checked={on}
        onChange={event => onToggle(event.currentTarget.checked)}
      />
      <DeploymentPill status={of.deploymentStatus} />
    </>
  )
}
