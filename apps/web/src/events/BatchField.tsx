import type { BatchRef } from '@steading/contract/batches'
import { BATCH_THEN } from '@steading/contract/events'
import { holds } from '@steading/contract/plain'
import { useState } from 'react'
import { to } from '../app/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Shown, useFormMode } from '../ui/form/Entries.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { useFound } from '../ui/form/useFound.ts'
import { Link } from '../ui/Link.tsx'
import { batchesAt, useBatchThen } from './batch.queries.ts'
import type { Entered } from './entered.ts'

const NONE = 'NONE'

/** Whose animals it concerned: those that were there then, of the batch that somebody says, or of none. */
export function BatchField({
  of: { entityId, sectorId, batchId, openDate },
  known,
  error,
  set,
}: {
  of: Entered
  /** Of the event as it stands. */
  known: BatchRef | null | undefined
  error: string | undefined
  set: (change: Partial<Entered>) => void
}) {
  const t = useText()
  const may = useMay()
  const mode = useFormMode()
  const [typed, type] = useState('')
  const place = sectorId ?? entityId
  const isAsked = mode !== 'view' && may('batches.read')
  const isNamed = batchId !== null && batchId !== BATCH_THEN
  const { options, search, failed, more } = useFound(batchesAt(place ?? undefined), {
    chosen: isNamed ? [batchId] : [],
    known: known ? [{ value: known.id, label: known.code }] : [],
    enabled: isAsked && place !== null,
  })
  const then = useBatchThen(isAsked ? place : null, openDate)
  if (!may('batches.read')) return null
  if (mode === 'view') return <Shown label={t('batch.one')}>{known && <BatchLink of={known} />}</Shown>
  const byDate = t('event.batchThen')
  const none = t('event.batchNone')
  const always = [
    {
      value: BATCH_THEN,
      words: byDate,
      label: then === undefined ? byDate : t('event.batchThenIs', { code: then?.code ?? none }),
    },
    { value: NONE, words: none, label: none },
  ]
  const value = batchId ?? NONE
  return (
    <SelectField
      label={t('batch.one')}
      required
      options={[...always.filter(one => one.value === value || holds(one.words, typed)), ...options]}
      value={value}
      disabled={entityId === null}
      hint={failed ?? more}
      onChange={next => set({ batchId: next === NONE ? null : (next ?? BATCH_THEN) })}
      onSearch={text => {
        type(text)
        search(text)
      }}
      error={error}
    />
  )
}

/** A batch by its code, leading to what happened in it. */
export const BatchLink = ({ of: { id, code } }: { of: BatchRef }) => (
  <Link href={to('/production/batches/{batchId}/details', { batchId: id })}>{code}</Link>
)
