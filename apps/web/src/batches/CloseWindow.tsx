import type { Batch } from '@steading/contract/batches'
import { useState } from 'react'
import { clock } from '../platform/clock.ts'
import { useText } from '../platform/texts.tsx'
import { Form } from '../ui/form/Form.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { wrongWith } from '../ui/form/wrongWith.ts'
import { tell } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Window, WindowFoot } from '../ui/overlay/Window.tsx'
import { Note } from '../ui/page/Note.tsx'
import { closeOrOpen, freshBatch } from './batches.queries.ts'
import { wrongDays } from './entered.ts'
import { WhenField } from '../ui/form/WhenField.tsx'

/**
 * Asks as of when, and closes. Somebody who was faster is named, and the date stays; where they have closed it already there is
 * nothing left to ask: the same call would open it again.
 */
export function CloseWindow({ of, onClose }: { of: Batch; onClose: () => void }) {
  const t = useText()
  const [seen, see] = useState(of)
  const { form, submit, ref } = useEditForm<{ closeDate: string | null }>({
    initial: { closeDate: new Date(clock.now()).toISOString() },
    wrongIn: ({ closeDate }) => wrongDays({ openDate: seen.openDate, closeDate }, true, clock.now(), t),
    save: async ({ closeDate }) => {
      await closeOrOpen(of.id, { ...(closeDate && { closeDate }), version: seen.version })
      toast(t('batch.closed'), of.code)
      onClose()
    },
  })
  const faster = ({ lastUpdatedBy }: Batch) =>
    t('batch.changedMeanwhile', { who: lastUpdatedBy?.shortName ?? t('form.somebody') })
  const { busy, save, theirs } = useSave({
    submit,
    fresh: () => freshBatch(of.id),
    over: now => {
      see(now)
      if (now.status === 'OPEN') return
      onClose()
      void tell({ title: t('batch.saveFailed'), text: faster(now), yes: t('ui.close') })
    },
    what: t('batch.saveFailed'),
  })
  return (
    <Window title={t('batch.close')} under={`${of.code} · ${of.entity.displayName}`} size={520} onClose={onClose}>
      <Form of={ref} onSubmit={() => void save()}>
        <div className="stack">
          <p className="dialog-text">{t('batch.closeHint')}</p>
          {theirs && (
            <div role="alert">
              <Note>{faster(theirs)}</Note>
            </div>
          )}
          <WhenField
            label={t('batch.closeDate')}
            zone={of.timeZone}
            at={form.values.closeDate}
            onChange={at => form.setFieldValue('closeDate', at)}
            error={wrongWith(form.errors, 'closeDate')}
          />
        </div>
        <WindowFoot word={t('batch.close')} busy={busy} onClose={onClose} />
      </Form>
    </Window>
  )
}
