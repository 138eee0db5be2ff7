import type { Rule } from '@steading/contract/rules'
import { number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { IconCloud } from '@tabler/icons-react'
import type { Column } from '../ui/list/DataList.tsx'
import { nameColumns } from '../ui/list/nameColumns.tsx'
import { Age } from '../ui/page/Age.tsx'
import { Status } from './Status.tsx'
import type { Results } from './orders.ts'
import { boxWord, kinds, placeOf, templateName } from './words.ts'

function RunsOn({ of, t }: { of: Rule; t: Translate }) {
  if (!of.terminal)
    return (
      <span className="runs-on">
        <IconCloud size={15} aria-hidden />
        {t('rule.global')}
      </span>
    )
  return (
    <span className="two">
      <span>{of.terminal.displayName}</span>
      {!of.terminal.connected && <span className="runs-off">{t(boxWord(of.terminal))}</span>}
    </span>
  )
}

/** Columns of a list of rules. Where the list is of one box, its name gives way to the kind. */
export const columnsOf = (t: Translate, { results, ofOneBox }: { results: Results; ofOneBox: boolean }): Column<Rule>[] => [
  ...nameColumns<Rule>(t('rule.one'), placeOf),
  { key: 'template', head: t('rule.template'), wide: true, card: 'hide', cell: of => templateName(of, t) },
  ofOneBox
    ? { key: 'kind', head: t('interface.direction'), wide: true, card: 'hide', cell: of => t(kinds[of.kind].one) }
    : { key: 'terminal', head: t('rule.runsOn'), card: 'meta', cell: of => <RunsOn of={of} t={t} /> },
  { key: 'version', head: t('rule.version'), right: true, wide: true, card: 'hide', cell: of => number(of.ruleVersion, t) },
  {
    key: 'status',
    head: t('rule.deployment'),
    sort: 'deploymentStatus',
    card: 'meta',
    cell: of => <Status of={of} refused={results.get(of.id) ?? undefined} />,
  },
  {
    key: 'changed',
    head: t('rule.changed'),
    sort: 'lastUpdateTimestampUtc',
    right: true,
    wide: true,
    card: 'hide',
    cell: of => <Age at={of.lastUpdateTimestampUtc} />,
  },
]
