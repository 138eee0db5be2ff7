import type { Rule } from '@steading/contract/rules/rules'
import { number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { IconCloud } from '@tabler/icons-react'
import type { Column } from '../../ui/list/table/DataList.tsx'
import { nameColumns } from '../../ui/list/table/nameColumns.tsx'
import { Age } from '../../ui/page/time/Age.tsx'
import { RuleStatus } from '../DeploymentPill.tsx'
import type { DeployResults } from '../deploy/bulkDeploy.ts'
import { terminalStateWord, kinds, placeOf, templateName } from '../words.ts'

function RunsOn({ rule, t }: { rule: Rule; t: Translate }) {
  if (!rule.terminal)
    return (
      <span className="runs-on">
        <IconCloud size={15} aria-hidden />
        {t('rule.global')}
      </span>
    )
  return (
    <span className="two">
      <span>{rule.terminal.displayName}</span>
      {!rule.terminal.connected && <span className="runs-off">{t(terminalStateWord(rule.terminal))}</span>}
    </span>
  )
}

/** Columns of a list of rules. Where the list is of one box, its name gives way to the kind. */
export const columnsOf = (t: Translate, { results, ofOneBox }: { results: DeployResults; ofOneBox: boolean }): Column<Rule>[] => [
  ...nameColumns<Rule>(t('rule.one'), placeOf),
  { key: 'template', head: t('rule.template'), wide: true, card: 'hide', cell: rule => templateName(rule, t) },
  ofOneBox
    ? { key: 'kind', head: t('interface.direction'), wide: true, card: 'hide', cell: rule => t(kinds[rule.kind].one) }
    : { key: 'terminal', head: t('rule.runsOn'), card: 'meta', cell: rule => <RunsOn rule={rule} t={t} /> },
  { key: 'version', head: t('rule.version'), right: true, wide: true, card: 'hide', cell: rule => number(rule.ruleVersion, t) },
  {
    key: 'status',
    head: t('rule.deployment'),
    sort: 'deploymentStatus',
    card: 'meta',
    cell: rule => <RuleStatus rule={rule} refused={results.get(rule.id) ?? undefined} />,
  },
  {
    key: 'changed',
    head: t('rule.changed'),
    sort: 'lastUpdateTimestampUtc',
    right: true,
    wide: true,
    card: 'hide',
    cell: rule => <Age at={rule.lastUpdateTimestampUtc} />,
  },
]
