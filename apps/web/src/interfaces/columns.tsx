import type { Interface, RuleCounts } from '@steading/contract/interfaces'
import type { Series } from '@steading/contract/readings'
import type { Translate } from '@steading/locales/text'
import { IconAdjustments, IconArrowsExchange, IconDownload } from '@tabler/icons-react'
import { drawn, holds } from '../platform/drawn.ts'
import { Sparkline } from '../ui/chart/Sparkline.tsx'
import { nameColumns } from '../ui/list/nameColumns.tsx'
import type { Column } from '../ui/list/DataList.tsx'
import { Freshness } from './Freshness.tsx'
import { LastCommand } from './LastCommand.tsx'
import { LastValue } from './LastValue.tsx'
import { RuleMarks } from './Needs.tsx'
import { Operate } from './Operate.tsx'
import { categoryName, directionName } from './words.ts'

const noRules: RuleCounts = { activeRules: 0, errorRules: 0, undeployedRules: 0, pendingRules: 0 }

const icons = { IN: IconDownload, OUT: IconAdjustments, IN_OUT: IconArrowsExchange } as const

function Direction({ of, t }: { of: Interface; t: Translate }) {
  const Icon = icons[of.terminalInterfaceType]
  return (
    <span className="dir">
      <Icon size={16} aria-hidden />
      <span className="vh">{directionName(of.terminalInterfaceType, t)}</span>
    </span>
  )
}

/** What a device was told last; of a sensor, its last hours. */
function Course({ of, series }: { of: Interface; series: Series | undefined }) {
  if (of.terminalInterfaceType !== 'IN') return <LastCommand of={of} />
  if (!series) return null
  return (
    <span className={of.stale || of.terminal.retired ? 'faint' : undefined}>
      <Sparkline values={drawn(of, series).values} times={series.times} steps={holds(of)} width={96} height={26} />
    </span>
  )
}

/** Columns of a list of interfaces. Where the list is of one box, its name is left out. */
export const columnsOf = (
  t: Translate,
  {
    series,
    rules,
    ofOneBox,
  }: { series: ReadonlyMap<string, Series> | undefined; rules: ReadonlyMap<string, RuleCounts>; ofOneBox: boolean },
): Column<Interface>[] => [
  { key: 'lead', only: 'card', card: 'lead', cell: of => <Direction of={of} t={t} /> },
  ...nameColumns<Interface>(t('interface.one'), of => of.entity.displayName),
  {
    key: 'category',
    head: t('interface.category'),
    sort: 'category',
    wide: true,
    card: 'hide',
    cell: of => categoryName(of.category, t),
  },
  {
    key: 'direction',
    head: t('interface.direction'),
    wide: true,
    card: 'hide',
    cell: of => (
      <span className="tag">{of.calculated ? t('interface.virtual') : directionName(of.terminalInterfaceType, t)}</span>
    ),
  },
  {
    key: 'rules',
    head: t('nav.rules'),
    wide: true,
    card: 'hide',
    cell: of => <RuleMarks of={rules.get(of.id) ?? noRules} short />,
  },
  ...(ofOneBox
    ? []
    : [
        {
          key: 'terminal',
          head: t('terminal.one'),
          wide: true,
          card: 'hide' as const,
          cell: (of: Interface) =>
            of.terminal.retired ? (
              <>
                {of.terminal.displayName} <span className="tag">{t('terminal.status.retired')}</span>
              </>
            ) : (
              of.terminal.displayName
            ),
        },
      ]),
  {
    key: 'course',
    head: t('interface.lastHours', { count: courseHours }),
    only: 'table',
    card: 'hide',
    cell: of => <Course of={of} series={series?.get(of.id)} />,
  },
  {
    key: 'command',
    only: 'card',
    card: 'meta',
    cell: of => (of.terminalInterfaceType === 'IN' ? null : <LastCommand of={of} />),
  },
  { key: 'value', head: t('interface.value'), right: true, card: 'end', cell: of => <LastValue of={of} /> },
  {
    key: 'reading',
    head: t('reading.one'),
    sort: 'lastReadingTimestampUtc',
    right: true,
    card: 'end',
    cell: of => <Freshness of={of} />,
  },
  { key: 'operate', hidden: t('actuation.action'), only: 'table', right: true, card: 'hide', cell: of => <Operate of={of} /> },
]

/** The hours of the small lines, and how many points they have. */
export const courseHours = 6
export const coursePoints = 36
