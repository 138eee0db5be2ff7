import type { Event } from '@steading/contract/events/events'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { NoteField } from '../steps/NoteField.tsx'
import { closeEvents, eventsChanged } from '../events.queries.ts'

/** Asks for one note for all of them, and closes them together. */
export default function QuickCloseDialog({ events, close }: { events: readonly Event[]; close: (done: boolean) => void }) {
  const t = useText()
  const [notes, write] = useState('')
  const { busy, run } = useAsyncAction(t('event.quickClose.failed'))
  const critical = events.filter(event => event.severityLevel === 'CRITICAL' && event.status !== 'CLOSED').length
  const mayLast = events.some(event => event.origin === 'AUTOMATIC')
  const save = () =>
    run(async () => {
      const closed = await closeEvents(
        events.map(event => event.id),
        notes,
      )
      await eventsChanged()
      toast(t('event.quickClosed', { count: closed }))
      close(true)
    })
  return (
    <Modal title={t('confirm.closeEvents', { count: events.length })} size={520} onClose={() => close(false)}>
      <form
        onSubmit={submitted => {
          submitted.preventDefault()
          void save()
        }}
      >
        <p className="dialog-text">{t('event.quickClose.hint')}</p>
        {(critical > 0 || mayLast) && (
          <p className="event-conflict">
            <IconAlertTriangle size={18} aria-hidden />
            <span>
              {critical > 0 && <>{t('event.quickClose.critical', { count: critical })} </>}
              {t('event.quickClose.lasting')}
            </span>
          </p>
        )}
        <NoteField value={notes} asks="event.notePlaceholder" onChange={write} />
        <ModalFoot word={t('event.quickClose')} busy={busy} focused onClose={() => close(false)} />
      </form>
    </Modal>
  )
}
