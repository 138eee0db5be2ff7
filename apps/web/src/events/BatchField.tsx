import type { BatchRef } from '@steading/contract/batches'
import { BATCH_THEN } from '@steading/contract/events'
import { useState } from 'react'
import { to } from '../app/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Shown, useFormMode } from '../ui/form/Entries.tsx'
import { type Option, SelectField, fits } from '../ui/form/SelectField.tsx'
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
    enabled: isAsked && place !== null,
  })
  const then = useBatchThen(isAsked ? place : null, openDate)
  if (!may('batches.read')) return null
  if (mode === 'view') return <Shown label={t('batch.one')}>{known && <BatchLink of={known} />}</Shown>
  const none = t('event.batchNone')
  const byDate = (code: string) => (then === undefined ? t('event.batchThen') : t('event.batchThenIs', { code }))
  const always: readonly Option<string>[] = [
    // A code that is typed means the batch, not the day that leads to it.
    { value: BATCH_THEN, label: byDate(then?.code ?? none), words: byDate('') },
    { value: NONE, label: none },
  ]
  const value = batchId ?? NONE
  // Enter takes the first that fits what is typed; what is chosen is there all the same.
  const all = [...always, ...options]
  const offered = [...all.filter(one => fits(one, typed)), ...all.filter(one => one.value === value && !fits(one, typed))]
  return (
    <SelectField
      label={t('batch.one')}
      clearable={false}
      options={offered}
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
