import type { Batch } from '@steading/contract/production/batches'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { clock } from '../platform/page/clock.ts'
import { useText } from '../platform/texts.tsx'
import { errorFor } from '../ui/form/edit/errorFor.ts'
import { createFieldSetter } from '../ui/form/edit/createFieldSetter.ts'
import { Entries } from '../ui/form/edit/FormFields.tsx'
import { Form } from '../ui/form/edit/Form.tsx'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { ChoiceField } from '../ui/form/fields/ChoiceField.tsx'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import { SearchFilter } from '../ui/list/filter/Filters.tsx'
import { Modal, ModalFoot } from '../ui/overlay/Modal.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { useAsyncAction } from '../ui/overlay/useAsyncAction.ts'
import { Note } from '../ui/page/Note.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { createMovement, movementsChanged, openBatchesQuery } from './animalMovements.queries.ts'
import { DeathReasonField } from './form/AnimalFields.tsx'
import { refusedAt, toCreateRequest, toFormField, validate } from './form/animalForm.ts'
import { emptyDeaths, type QuickDeathValues, toDeathValues } from './form/quickDeaths.ts'
import { usePresentText } from './form/usePresentText.ts'

/** More houses than this are searched rather than looked for. */
const MANY = 12

/** Deaths of today or yesterday in one house: few touches, and the number. */
export default function QuickDeaths({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { data: batches } = useQuery(openBatchesQuery(search))
  const isLong = search !== '' || (batches?.length ?? 0) > MANY
  const [chosen, choose] = useState<Batch>()
  // One house needs no choice.
  const batch = chosen ?? (batches?.length === 1 && search === '' ? batches[0] : undefined)
  const { form, dirty, submit, ref, resetTo } = useEditForm<QuickDeathValues>({
    initial: emptyDeaths,
    validate: values =>
      batch
        ? validate(toDeathValues(values, batch, clock.now()), { isNew: true }, clock.now(), t)
        : { batchId: t('invalid.required') },
    fieldOf: toFormField,
    refusedAt: { ...refusedAt, ...dayRefusals },
    save: async (values, key) => {
      if (!batch) return
      await createMovement(toCreateRequest(toDeathValues(values, batch, clock.now())), [], key)
      await movementsChanged()
      toast(t('movement.deathsSaved', { count: values.number ?? 0 }), `${batch.entity.displayName} · ${batch.code}`)
      resetTo(emptyDeaths)
      onClose()
    },
  })
  const { busy, run } = useAsyncAction(t('form.saveFailed'))
  const set = createFieldSetter(form)
  const batchId = batch?.id
  const present = usePresentText({
    batchId: batchId ?? null,
    at: batch ? toDeathValues(form.values, batch, clock.now()).timestamp : null,
    isExit: true,
  })
  const focusNumber = useCallback(() => ref.current?.querySelector<HTMLInputElement>('[data-number] input')?.focus(), [ref])
  useEffect(() => {
    if (batchId !== undefined) focusNumber()
  }, [batchId, focusNumber])
  return (
    <Modal title={t('movement.deaths')} size={520} isChanged={dirty} onClose={onClose}>
      <Form of={ref} onSubmit={() => void run(submit)}>
        {isLong && <SearchFilter label={t('ui.search')} value={search} onChange={setSearch} />}
        {batches === undefined ? (
          <Skeletons rows={3} />
        ) : batches.length === 0 ? (
          <Note>{t(search ? 'list.filteredEmpty' : 'movement.noOpenBatch')}</Note>
        ) : (
          <Entries mode="create">
            <ChoiceField
              label={t('entity.sector')}
              required
              className="entry-wide house-choice"
              options={batches.map(({ id, code, entity }) => ({ value: id, label: `${entity.displayName} · ${code}` }))}
              value={batch?.id ?? null}
              onChange={id => {
                choose(batches.find(choice => choice.id === id))
                form.clearFieldError('batchId')
                set({ deathReasonId: null })
              }}
              error={errorFor(form.errors, 'batchId')}
            />
            <ChoiceField
              label={t('movement.day')}
              className="entry-wide"
              options={[
                { value: 'TODAY', label: t('ui.today') },
                { value: 'YESTERDAY', label: t('ui.yesterday') },
              ]}
              value={form.values.day}
              onChange={day => {
                set({ day })
                if (batch) focusNumber()
              }}
              error={errorFor(form.errors, 'day') ?? errorFor(form.errors, 'timestamp')}
            />
            <div data-number>
              <NumberField
                label={t('movement.dead')}
                required
                min={1}
                value={form.values.number}
                onChange={next => set({ number: next })}
                error={errorFor(form.errors, 'number')}
                {...(present && { hint: present })}
              />
            </div>
            <DeathReasonField
              batchId={batch?.id ?? null}
              value={form.values.deathReasonId}
              onChange={deathReasonId => set({ deathReasonId })}
              error={errorFor(form.errors, 'deathReasonId')}
            />
          </Entries>
        )}
        <ModalFoot word={t('ui.save')} busy={busy} onClose={onClose} />
      </Form>
    </Modal>
  )
}

/** The day stands for the time. */
const dayRefusals = {
  ORIGIN_BATCH_CLOSED: 'day',
  DESTINATION_BATCH_CLOSED: 'day',
  TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE: 'day',
  EXIT_TRANSACTION_CANNOT_BE_PERFORMED_BEFORE_FIRST_TRANSACTION: 'day',
} as const
