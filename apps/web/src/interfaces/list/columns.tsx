import type { Interface, RuleCounts } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import type { Translate } from '@steading/locales/text'
import { IconAdjustments, IconArrowsExchange, IconDownload } from '@tabler/icons-react'
import { chartSeries, holds } from '../../readings/index.ts'
import { Sparkline } from '../../ui/chart/Sparkline.tsx'
import { courseHours } from './course.ts'
import { nameColumns } from '../../ui/list/table/nameColumns.tsx'
import type { Column } from '../../ui/list/table/DataList.tsx'
import { Freshness } from '../Freshness.tsx'
import { LastCommand } from '../command/LastCommand.tsx'
import { LastValue } from '../LastValue.tsx'
import { RuleMarks } from '../RuleMarks.tsx'
import { Operate } from '../command/Operate.tsx'
import { categoryName, directionName } from '../words.ts'

const noRules: RuleCounts = { activeRules: 0, errorRules: 0, undeployedRules: 0, pendingRules: 0 }

const icons = { IN: IconDownload, OUT: IconAdjustments, IN_OUT: IconArrowsExchange } as const

function Direction({ interface: iface, t }: { interface: Interface; t: Translate }) {
  const Icon = icons[iface.terminalInterfaceType]
  return (
    <span className="dir">
      <Icon size={16} aria-hidden />
      <span className="vh">{directionName(iface.terminalInterfaceType, t)}</span>
    </span>
  )
}

/** What a device was told last; of a sensor, its last hours. */
function Course({ interface: iface, series }: { interface: Interface; series: Series | undefined }) {
  if (iface.terminalInterfaceType !== 'IN') return <LastCommand interface={iface} />
  if (!series) return null
  return (
    <span className={iface.stale || iface.terminal.retired ? 'faint' : undefined}>
      <Sparkline values={chartSeries(iface, series).values} times={series.times} steps={holds(iface)} width={96} height={26} />
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
  { key: 'lead', only: 'card', card: 'lead', cell: iface => <Direction interface={iface} t={t} /> },
  ...nameColumns<Interface>(t('interface.one'), iface => iface.entity.displayName),
  {
    key: 'category',
    head: t('interface.category'),
    sort: 'category',
    wide: true,
    card: 'hide',
    cell: iface => categoryName(iface.category, t),
  },
  {
    key: 'direction',
    head: t('interface.direction'),
    wide: true,
    card: 'hide',
    cell: iface => (
      <span className="tag">{iface.calculated ? t('interface.virtual') : directionName(iface.terminalInterfaceType, t)}</span>
    ),
  },
  {
    key: 'rules',
    head: t('nav.rules'),
    wide: true,
    card: 'hide',
    cell: iface => <RuleMarks interface={rules.get(iface.id) ?? noRules} short />,
  },
  ...(ofOneBox
    ? []
    : [
        {
          key: 'terminal',
          head: t('terminal.one'),
          wide: true,
          card: 'hide' as const,
          cell: (iface: Interface) =>
            iface.terminal.retired ? (
              <>
                {iface.terminal.displayName} <span className="tag">{t('terminal.status.retired')}</span>
              </>
            ) : (
              iface.terminal.displayName
            ),
        },
      ]),
  {
    key: 'course',
    head: t('interface.lastHours', { count: courseHours }),
    only: 'table',
    card: 'hide',
    cell: iface => <Course interface={iface} series={series?.get(iface.id)} />,
  },
  {
    key: 'command',
    only: 'card',
    card: 'meta',
    cell: iface => (iface.terminalInterfaceType === 'IN' ? null : <LastCommand interface={iface} />),
  },
  { key: 'value', head: t('interface.value'), right: true, card: 'end', cell: iface => <LastValue interface={iface} /> },
  {
    key: 'reading',
    head: t('reading.one'),
    sort: 'lastReadingTimestampUtc',
    right: true,
    card: 'end',
    cell: iface => <Freshness interface={iface} />,
  },
  {
    key: 'operate',
    hidden: t('actuation.action'),
    only: 'table',
    right: true,
    card: 'hide',
    cell: iface => <Operate interface={iface} />,
  },
]
