import { Button } from '@mantine/core'
import type { RuleGroup } from '@steading/contract/entities/groups'
import { rules } from '@steading/contract/rules/rules'
import { IconSettingsAutomation } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { columnsOf, type DeployResults } from '../../rules/index.ts'
import { DataList } from '../../ui/list/table/DataList.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useInnerList } from '../../ui/list/useListState.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Note } from '../../ui/page/Note.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { type GroupSelection, hrefFrom } from './openGroup.ts'
import { calls, groupsChanged, searchRules } from '../groups.queries.ts'

const schema = rules.search.query
const nothing: DeployResults = new Map()

/** The rules of an open group, or of none. */
export function GroupRules({
  of: chosen,
  group,
  name,
  entityId,
  results = nothing,
  choose,
}: {
  of: GroupSelection
  /** Absent: the rules are of none. */
  group?: RuleGroup | undefined
  name: string
  /** What the page is narrowed to, for the way back. */
  entityId: string | undefined
  results?: DeployResults | undefined
  /** Opens the choice of rules. */
  choose: (() => void) | undefined
}) {
  const t = useText()
  const may = useMay()
  const state = useInnerList(schema)
  const list = useList('rules', { ...state.query, ...chosen }, searchRules)
  const [ticked, tick] = useState<ReadonlySet<string>>(new Set())
  const columns = useMemo(() => columnsOf(t, { results, ofOneBox: false }), [t, results])
  const ids = (list.page?.content ?? []).map(one => one.id).filter(id => ticked.has(id))
  const unseen = group && list.page ? group.rules - list.page.totalElements : 0
  return (
    <>
      {group && ids.length > 0 && <TakeOut group={group} ids={ids} done={() => tick(new Set())} />}
      {unseen > 0 && (
        <div className="group-note">
          <Note>{t('ruleGroup.unseen', { count: unseen })}</Note>
        </div>
      )}
      <DataList
        label={name}
        list={list}
        state={state}
        columns={columns}
        name={one => one.displayName}
        href={one => hrefFrom(one, chosen.groupId, entityId)}
        selection={group && may('rules.update') ? { chosen: ticked, choose: tick } : undefined}
        empty={
          <Empty
            icon={<IconSettingsAutomation size={30} stroke={1.4} />}
            title={t(group ? 'ruleGroup.empty' : 'ruleGroup.restEmpty')}
            action={
              choose && (
                <Button size="xs" onClick={choose}>
                  {t('ruleGroup.choose')}
                </Button>
              )
            }
          />
        }
      />
    </>
  )
}

/** What is ticked goes out of the group; it stays in service, or out of it. */
function TakeOut({ group, ids, done }: { group: RuleGroup; ids: readonly string[]; done: () => void }) {
  const sendSetRules = useWrite(['groups', 'setRules'], calls.groups.setRules)
  const t = useText()
  const { busy, run } = useAsyncAction()
  const takeOut = () =>
    run(async () => {
      await data(sendSetRules({ params: { id: group.id }, body: { remove: [...ids] } }))
      await groupsChanged()
      toast(group.displayName, t('ruleGroup.takenOut', { count: ids.length }))
      done()
    })
  return (
    <section className="group-ticked" aria-label={t('list.selection')}>
      <output>
        <b>{t('ui.selected', { count: ids.length })}</b>
      </output>
      <Button size="xs" variant="default" data-busy={busy || undefined} onClick={() => void takeOut()}>
        {t('ruleGroup.takeOut')}
      </Button>
    </section>
  )
}
