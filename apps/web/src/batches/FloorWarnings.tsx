import type { Batch } from '@steading/contract/production/batches'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { stockingAfter } from '@steading/production/density'
import { exactQuantity, quantity } from '@steading/locales/format'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../platform/texts.tsx'
import { Note } from '../ui/page/Note.tsx'
import { animalsPresent } from '@steading/locales/production'
import { kpisQuery } from './figures.queries.ts'
import { type FloorLine, floorLines } from './floorLines.ts'
import { animalWeightText } from '@steading/locales/kpis'
import './details/batch.css'

/**
 * Warns where the animals of a house have less room than the law demands: now, or with those that `arrival` adds (weight: kg of all of
 * them). Nothing is blocked.
 */
export default function FloorWarnings({
  batch,
  arrival,
}: {
  batch: Batch
  arrival?: { readonly animals: number; readonly weight: number | null }
}) {
  const { data: kpis } = useQuery(kpisQuery(batch.id))
  const weight = kpis && kpis.currentWeight !== NOT_COMPUTABLE ? kpis.currentWeight : null
  const present = { animals: animalsPresent(batch), weight }
  const lines = arrival ? floorLines(batch, stockingAfter(present, arrival), 'AFTER_ENTRY') : floorLines(batch, present, 'NOW')
  if (lines.length === 0) return null
  return (
    <output className="floor-warnings">
      {lines.map(line => (
        <Note key={line.at} icon={<IconAlertTriangle size={16} aria-hidden />}>
          <FloorText line={line} batch={batch} />
        </Note>
      ))}
    </output>
  )
}

function FloorText({ line: { at, warning }, batch }: { line: FloorLine; batch: Batch }) {
  const t = useText()
  const { kind, actual, limit } = warning
  const target = animalWeightText(batch.targetWeight ?? NOT_COMPUTABLE, batch.species.value, t)
  const moment =
    at === 'NOW' ? t('density.now') : at === 'AFTER_ENTRY' ? t('density.afterEntry') : t('density.atTarget', { weight: target })
  const words =
    kind === 'AREA'
      ? t('density.area', { actual: quantity(actual, 'm²', t, 2), limit: exactQuantity(limit, 'm²', t, 2) })
      : t('density.load', { actual: quantity(actual, 'kg/m²', t, 1), limit: exactQuantity(limit, 'kg/m²', t, 0) })
  return (
    <>
      <b>{moment}:</b> {words}
    </>
  )
}
