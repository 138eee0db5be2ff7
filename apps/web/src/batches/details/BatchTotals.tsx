import {
  animalsPresent,
  figureText,
  mortality,
  productionClassName,
  productionTypeName,
  speciesName,
} from '@steading/locales/production'
import { BATCH_SOURCES, type BatchDetails, type BatchSource } from '@steading/contract/production/batches'
import { dateTime, number, quantity } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { PlaceLink } from '../../entities/index.ts'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { AttachmentsCard } from '../../ui/attachments/AttachmentsCard.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { Link } from '../../ui/Link.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import { Kpi, KpiBar } from '../../ui/page/Kpi.tsx'
import { fetchAttachment, lastBatchQuery } from '../batches.queries.ts'
import FloorWarnings from '../FloorWarnings.tsx'
import { SOURCE_FIELDS } from '../form/batchForm.ts'
import { interfacesByIds, SOURCE_WORDS } from '../form/choices.queries.ts'
import { MassBalanceCard } from './MassBalance.tsx'

const BatchFigures = lazyComponent<{ batch: BatchDetails }>(() => import('./BatchFigures.tsx'))

/** The first tab of a batch: how many animals came, went and are there, its fields, and its attachments. */
export default function BatchTotals({ batch }: { batch: BatchDetails }) {
  return (
    <div className="stack">
      <AnimalTotals batch={batch} />
      {batch.status === 'OPEN' && <FloorWarnings batch={batch} />}
      <BatchFigures batch={batch} />
      {batch.status === 'CLOSED' && <MassBalanceCard batch={batch} />}
      <BatchFields batch={batch} />
      <SourcesCard batch={batch} />
      <AttachmentsCard attachments={batch.attachments} fetch={name => fetchAttachment(batch.id, name)} />
    </div>
  )
}

function AnimalTotals({ batch }: { batch: BatchDetails }) {
  const t = useText()
  const { totalEntry, totalExit, totalExitPending, totalMortality } = batch
  const share = mortality(batch)
  return (
    <KpiBar label={t('batch.animals')}>
      <Kpi
        lead
        label={t('batch.animalsPresent')}
        value={number(animalsPresent(batch), t)}
        {...(totalEntry === 0 && { note: t('batch.noEntries') })}
      />
      <Kpi label={t('batch.entries')} value={number(totalEntry, t)} />
      <Kpi label={t('batch.exits')} value={number(totalExit, t)} note={t('batch.exitsHint')} />
      <Kpi
        label={t('batch.deaths')}
        value={number(totalMortality, t)}
        note={`${t('kpi.mortality')} ${figureText(share, '%', 2, t)}`}
      />
      <Kpi label={t('batch.exitsPending')} value={number(totalExitPending, t)} note={t('batch.exitsPendingHint')} />
    </KpiBar>
  )
}

function BatchFields({ batch }: { batch: BatchDetails }) {
  const t = useText()
  const { data: last } = useQuery(lastBatchQuery(batch.id))
  const days = batch.batchAge === null ? null : t('duration.days', { count: batch.batchAge })
  return (
    <Card title={t('ui.details')}>
      <Fields
        items={[
          { label: t('batch.code'), value: <span className="num">{batch.code}</span> },
          { label: t('batch.complexCode'), value: <span className="num">{batch.complexCode}</span> },
          { label: t('entity.sector'), value: <PlaceLink entity={batch.entity} /> },
          { label: t('species.one'), value: speciesName(batch.species.value, t) },
          { label: t('batch.openDate'), value: <span className="num">{dateTime(batch.openDate, batch.timeZone, t)}</span> },
          {
            label: t('batch.closeDate'),
            value: batch.closeDate && <span className="num">{dateTime(batch.closeDate, batch.timeZone, t)}</span>,
          },
          { label: t('batch.age'), value: days },
          { label: t('batch.productionType'), value: productionTypeName(batch.productionType, t) },
          { label: t('batch.productionClass'), value: batch.productionClass && productionClassName(batch.productionClass, t) },
          { label: t('genetics.one'), value: batch.genetics && <GeneticsLink genetics={batch.genetics} /> },
          { label: t('curve.one'), value: batch.productionCurve?.displayName },
          { label: t('entity.usableArea'), value: quantity(batch.usableArea, 'm²', t) },
          { label: t('batch.targetWeight'), value: quantity(batch.targetWeight, 'kg', t, [0, 3]) },
          {
            label: t('batch.lastBatch'),
            value: last && (
              <Link href={to('/production/batches/{batchId}/details', { batchId: last.id })}>
                <span className="num">{last.code}</span>
              </Link>
            ),
          },
        ]}
      />
    </Card>
  )
}

function GeneticsLink({ genetics: { id, displayName } }: { genetics: { readonly id: string; readonly displayName: string } }) {
  const may = useMay()
  if (!may('genetics.read')) return displayName
  return <Link href={to('/production/genetics/details/{geneticId}', { geneticId: id })}>{displayName}</Link>
}

/** The interfaces that measure feed and water, and what the silo gave. */
function SourcesCard({ batch }: { batch: BatchDetails }) {
  const t = useText()
  const may = useMay()
  if (!may('interfaces.read')) return null
  return (
    <Card title={t('batch.sources')}>
      <Fields
        items={[
          ...BATCH_SOURCES.map(source => ({
            label: t(SOURCE_WORDS[source]),
            value: batch[SOURCE_FIELDS[source]].length > 0 && <SourceLinks batch={batch} source={source} />,
          })),
          { label: t('batch.siloConsumed'), value: quantity(batch.siloInterfaceWeightConsumed, 'kg', t, 0) },
        ].map(({ label, value }) => ({ label, value: value === false ? null : value }))}
      />
    </Card>
  )
}

function SourceLinks({ batch, source }: { batch: BatchDetails; source: BatchSource }) {
  const t = useText()
  const ids = batch[SOURCE_FIELDS[source]]
  const { data: interfaces } = useQuery(interfacesByIds(ids))
  return (
    <>
      {interfaces?.map(({ id, displayName }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <Link href={to('/system/interfaces/details/{interfaceId}', { interfaceId: id })}>{displayName}</Link>
        </Fragment>
      ))}
      {batch.defaultInterfaces.includes(source) && <span className="dim"> ({t('batch.sourceDefault')})</span>}
    </>
  )
}
