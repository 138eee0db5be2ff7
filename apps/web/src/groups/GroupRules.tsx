import { Button } from '@mantine/core'
import type { RuleGroup } from '@steading/contract/groups'
import { rules } from '@steading/contract/rules'
import { IconSettingsAutomation } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { data } from '../platform/api.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { columnsOf, type Results } from '../rules/index.ts'
import { DataList } from '../ui/list/DataList.tsx'
import { useList } from '../ui/list/useList.ts'
import { useInnerList } from '../ui/list/useListState.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Note } from '../ui/page/Note.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { type Chosen, hrefFrom } from './chosen.ts'
import { calls, groupsChanged, searchRules } from './groups.queries.ts'

const schema = rules.search.query
const nothing: Results = new Map()

/** The rules of an open group, or of none. */
export function GroupRules({
  of,
  group,
  name,
  entityId,
  results = nothing,
  choose,
}: {
  of: Chosen
  /** Absent: the rules are of none. */
  group?: RuleGroup | undefined
  name: string
  /** What the page is narrowed to, for the way back. */
  entityId: string | undefined
  results?: Results | undefined
  /** Opens the choice of rules. */
  choose: (() => void) | undefined
}) {
  const t = useText()
  const may = useMay()
  const state = useInnerList(schema)
  const list = useList('rules', { ...state.query, ...of }, searchRules)
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
        href={one => hrefFrom(one, of.groupId, entityId)}
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
  const t = useText()
  const { busy, act } = useAct()
  const takeOut = () =>
    act(async () => {
      await data(calls.groups.setRules({ params: { id: group.id }, body: { remove: [...ids] } }))
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
