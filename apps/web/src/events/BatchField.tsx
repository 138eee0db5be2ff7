import type { BatchRef } from '@steading/contract/batches'
import { to } from '../app/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Shown, useFormMode } from '../ui/form/Entries.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { useFound } from '../ui/form/useFound.ts'
import { Link } from '../ui/Link.tsx'
import { batchesAt } from './batch.queries.ts'
import type { Entered } from './entered.ts'

/** Whose animals it concerned: of a new one that nobody says of, the batch that was there then. */
export function BatchField({
  of,
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
  const { entityId, sectorId, batchId = null } = of
  const { options, search, failed, more } = useFound(batchesAt(sectorId ?? entityId ?? undefined), {
    chosen: batchId === null ? [] : [batchId],
    known: known ? [{ value: known.id, label: known.code }] : [],
    enabled: mode !== 'view' && entityId !== null && may('batches.read'),
  })
  if (!may('batches.read')) return null
  if (mode === 'view') return <Shown label={t('batch.one')}>{known && <BatchLink of={known} />}</Shown>
  const isNew = of.version === 0
  return (
    <SelectField
      label={t('batch.one')}
      options={options}
      value={batchId}
      disabled={entityId === null}
      hint={failed ?? more ?? t(isNew ? 'event.batchThen' : 'event.batchHint')}
      onChange={id => set({ batchId: id ?? (isNew ? undefined : null) })}
      onSearch={search}
      error={error}
    />
  )
}

/** A batch by its code, leading to what happened in it. */
export const BatchLink = ({ of: { id, code } }: { of: BatchRef }) => (
  <Link href={to('/production/batches/{batchId}/details', { batchId: id })}>{code}</Link>
)
