import { BATCH_THEN } from '@steading/contract/events/events'
import { useState } from 'react'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { type Option, SelectField, fits } from '../../ui/form/fields/SelectField.tsx'
import { useAsyncOptions } from '../../ui/form/options/useAsyncOptions.ts'
import { batchesAt, useBatchThen } from '../../batches/index.ts'
import type { EventFormValues } from './eventForm.ts'

const NONE = 'NONE'

/** Batch of an event: by place and date, chosen by the user, or none. */
export function BatchField({
  values: { entityId, sectorId, batchId, openDate },
  error,
  set,
}: {
  values: EventFormValues
  error: string | undefined
  set: (change: Partial<EventFormValues>) => void
}) {
  const t = useText()
  const may = useMay()
  const [typed, type] = useState('')
  const place = sectorId ?? entityId
  const isAllowed = may('batches.read')
  const isNamed = batchId !== null && batchId !== BATCH_THEN
  const { options, search, failed, more } = useAsyncOptions(batchesAt(place ?? undefined), {
    chosen: isNamed ? [batchId] : [],
    enabled: isAllowed && place !== null,
  })
  const then = useBatchThen(isAllowed ? place : null, openDate)
  if (!isAllowed) return null
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
  const offered = [
    ...all.filter(option => fits(option, typed)),
    ...all.filter(option => option.value === value && !fits(option, typed)),
  ]
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
