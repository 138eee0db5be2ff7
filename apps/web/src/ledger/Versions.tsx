import { Button } from '@mantine/core'
import type { RuleDetails } from '@steading/contract/rules/rules'
import { dateTime, missing, number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useMemo } from 'react'
import { data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { useMay, useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { type Column, DataList } from '../ui/list/table/DataList.tsx'
import { useList } from '../ui/list/useList.ts'
import { useInnerList } from '../ui/list/useListState.ts'
import { confirmDialog } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAsyncAction } from '../ui/overlay/useAsyncAction.ts'
import { Card } from '../ui/page/Card.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { type PartsSaid, changedWords } from './changed.ts'
import { type Version, calls, searchVersions, versionSchema } from './ledger.queries.ts'
import './ledger.css'

type Rule = Pick<
  RuleDetails,
  'id' | 'ruleVersion' | 'version' | 'isSystemRule' | 'deploymentStatus' | 'deletedTimestamp' | 'isCloudProcessor'
>

/** What a rule was, version by version: who saved it, what changed, when it ran; and the way back to an earlier one. */
export function Versions({ rule, partsSaid }: { rule: Rule; partsSaid: PartsSaid }) {
  const sendReturn = useWrite(['ledger', 'return'], calls.return)
  const t = useText()
  const zone = useZone()
  const may = useMay()
  const state = useInnerList(versionSchema)
  const list = useList('rules', { id: rule.id, ...state.query }, searchVersions)
  const { busy, run } = useAsyncAction(t('ledger.returnFailed'))
  const returns =
    may('rules.update') && !rule.isSystemRule && rule.deletedTimestamp === null && !rule.deploymentStatus.startsWith('PENDING')
  const atOnce = rule.isCloudProcessor && rule.deploymentStatus === 'DEPLOYED'
  const goBack = async ({ ruleVersion }: Version) => {
    const isConfirmed = await confirmDialog({
      title: t('ledger.returnAsk', { version: ruleVersion }),
      text: t(atOnce ? 'ledger.returnAtOnce' : 'ledger.returnHint'),
      yes: t('ledger.return'),
      no: t('ui.cancel'),
    })
    if (!isConfirmed) return
    await run(async () => {
      await data(sendReturn({ params: { id: rule.id, ruleVersion }, body: { version: rule.version } }))
      await queryClient.invalidateQueries({ queryKey: ['rules'] })
      toast(t('ledger.returned', { version: ruleVersion }))
    })
  }
  const columns = useMemo(() => columnsOf(partsSaid, t, zone), [partsSaid, t, zone])
  return (
    <Card title={t('ledger.versions')} flush>
      <DataList
        label={t('ledger.versions')}
        list={list}
        state={state}
        columns={returns ? [...columns, returning(rule, busy, version => void goBack(version), t)] : columns}
        name={version => `${t('rule.version')} ${number(version.ruleVersion, t)}`}
        empty={<Empty title={t('ledger.none')} />}
      />
    </Card>
  )
}

const returning = (rule: Rule, busy: boolean, goBack: (to: Version) => void, t: Translate): Column<Version> => ({
  key: 'return',
  hidden: t('list.actions'),
  card: 'end',
  right: true,
  cell: version =>
    version.ruleVersion < rule.ruleVersion && (
      <Button size="compact-xs" variant="default" data-busy={busy || undefined} onClick={() => goBack(version)}>
        {t('ledger.return')}
        <span className="vh">: {number(version.ruleVersion, t)}</span>
      </Button>
    ),
})

const columnsOf = (partsSaid: PartsSaid, t: Translate, zone: string): readonly Column<Version>[] => [
  {
    key: 'version',
    head: t('rule.version'),
    card: 'title',
    cell: version => <span className="num">{number(version.ruleVersion, t)}</span>,
  },
  {
    key: 'changed',
    head: t('ledger.changed'),
    card: 'meta',
    cell: version => <span className="ledger-changed">{whatChanged(version, partsSaid, t)}</span>,
  },
  { key: 'ran', head: t('ledger.ran'), card: 'meta', cell: version => ranWords(version, t, zone) },
  {
    key: 'saved',
    head: t('ledger.saved'),
    card: 'meta',
    cell: version => (
      <span className="two">
        <span className="num">{dateTime(version.savedUtc, zone, t)}</span>
        <span>{version.savedBy?.shortName ?? t('ui.system')}</span>
      </span>
    ),
  },
]

function whatChanged(version: Version, partsSaid: PartsSaid, t: Translate): string {
  if (version.returnedTo !== null) return t('ledger.like', { version: version.returnedTo })
  if (version.ruleVersion === 1) return t('ledger.first')
  if (!version.before) return missing
  return changedWords(version, version.before, t, partsSaid).join(', ') || t('ledger.nothing')
}

function ranWords({ lastRun }: Version, t: Translate, zone: string): string {
  if (!lastRun) return t('ledger.neverRan')
  const from = dateTime(lastRun.fromUtc, zone, t)
  return lastRun.untilUtc === null
    ? t('ledger.runsSince', { from })
    : t('ledger.ranFromTo', { from, until: dateTime(lastRun.untilUtc, zone, t) })
}
