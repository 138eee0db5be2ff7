import { duration, number, quantity } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { to } from '../app/index.ts'
import { useLiveInterfaces, usePollEvery } from '../platform/live.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { hasHistory } from './history.ts'
import { History } from './History.tsx'
import { interfaceQuery } from './interfaces.queries.ts'
import { Operate } from './Operate.tsx'
import { Outcome } from './Outcome.tsx'
import { Readout } from './Readout.tsx'
import { categoryName, directionName, historyName } from './words.ts'
import './interfaces.css'

/** One sensor or device: its value now, its history, what it was told, how it is set. */
export default function InterfaceDetails() {
  const t = useText()
  const may = useMay()
  const refetchInterval = usePollEvery()
  const { data: found, error, refetch } = useQuery({ ...interfaceQuery(useParam('interfaceId')), refetchInterval })
  const given = useMemo(() => (found ? [found] : []), [found])
  const [of] = useLiveInterfaces(given)
  const back = { href: listHref('/system/interfaces'), label: t('interface.many') }
  if (!of) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const unit = of.unit ?? ''
  return (
    <div className="stack">
      <PageHead
        back={back}
        title={of.displayName}
        meta={
          <>
            <span className="tag">{directionName(of.terminalInterfaceType, t)}</span>
            <span>{of.entity.displayName}</span>
            {may('terminals.read') ? (
              <Link href={to('/system/terminals/details/{terminalId}', { terminalId: of.terminal.id })}>
                {of.terminal.displayName}
              </Link>
            ) : (
              <span>{of.terminal.displayName}</span>
            )}
          </>
        }
        stacked
        actions={<Operate of={of} primary />}
      />
      <Readout of={of} />
      {of.lastCommand && (
        <Card title={t('actuation.last')}>
          <Outcome of={of} command={of.lastCommand} />
        </Card>
      )}
      {hasHistory(of) && <History of={of} />}
      <Card title={t('ui.settings')}>
        <Fields
          items={[
            { label: t('interface.category'), value: categoryName(of.category, t) },
            { label: t('interface.direction'), value: directionName(of.terminalInterfaceType, t) },
            { label: t('interface.unit'), value: unit },
            { label: t('interface.decimals'), value: of.unit === null ? null : number(of.decimals) },
            {
              label: t('interface.range'),
              value:
                of.min === null || of.max === null
                  ? null
                  : t('form.range', { min: quantity(of.min, unit), max: quantity(of.max, unit) }),
            },
            {
              label: t('interface.keeps'),
              value: [historyName(of.historyConfiguration, t), of.historySeconds !== null && duration(of.historySeconds, t)]
                .filter(Boolean)
                .join(', '),
            },
            ...(of.modulus === undefined
              ? []
              : [{ label: t('interface.modulus'), value: quantity(of.modulus, unit, [0, of.decimals]) }]),
            ...(of.maxRate === undefined
              ? []
              : [{ label: t('interface.maxRate'), value: quantity(of.maxRate, `${unit}/min`, [0, 3]) }]),
            { label: t('interface.hidden'), value: of.hidden ? t('ui.yes') : t('ui.no') },
            { label: t('interface.number'), value: of.id },
          ]}
        />
      </Card>
    </div>
  )
}
