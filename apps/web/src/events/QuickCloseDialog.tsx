import type { Event } from '@steading/contract/events'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Window, WindowFoot } from '../ui/overlay/Window.tsx'
import { NoteField } from './NoteField.tsx'
import { closeEvents, eventsChanged } from './events.queries.ts'

/** Asks for one note for all of them, and closes them together. */
export default function QuickCloseDialog({ of, close }: { of: readonly Event[]; close: (done: boolean) => void }) {
  const t = useText()
  const [notes, write] = useState('')
  const { busy, act } = useAct(t('event.quickClose.failed'))
  const critical = of.filter(one => one.severityLevel === 'CRITICAL' && one.status !== 'CLOSED').length
  const mayLast = of.some(one => one.origin === 'AUTOMATIC')
  const save = () =>
    act(async () => {
      const closed = await closeEvents(
        of.map(one => one.id),
        notes,
      )
      await eventsChanged()
      toast(t('event.quickClosed', { count: closed }))
      close(true)
    })
  return (
    <Window title={t('confirm.closeEvents', { count: of.length })} size={520} onClose={() => close(false)}>
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
        <WindowFoot word={t('event.quickClose')} busy={busy} focused onClose={() => close(false)} />
      </form>
    </Window>
  )
}
