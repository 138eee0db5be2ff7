import { quietAfterStep } from '@steading/contract/escalation'
import type { EventDetails } from '@steading/contract/events'
import { since } from '@steading/locales/format'
import { useQueryClient } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { clock } from '../platform/clock.ts'
import { isConflict } from '../platform/failures.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { useTellError } from '../ui/overlay/useTellError.ts'
import { Window, WindowFoot } from '../ui/overlay/Window.tsx'
import type { Action } from './offers.ts'
import { NoteField } from './NoteField.tsx'
import { changesQuery, detailsQuery, setStatus, takeStep } from './events.queries.ts'
import { statusWord } from './words.ts'

/**
 * Asks for a note and does it. Somebody who was faster is named, and the note stays: whoever still wants to, confirms again.
 */
export default function StatusDialog({ event, action, close }: { event: EventDetails; action: Action; close: () => void }) {
  const t = useText()
  const zone = useZone()
  const queries = useQueryClient()
  const tellError = useTellError()
  const [notes, write] = useState('')
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<string>()
  const isNote = 'step' in action.does && action.does.step === null

  const faster = async () => {
    const [now, changes] = await Promise.all([
      queries.fetchQuery({ ...detailsQuery(event.id), staleTime: 0 }),
      queries.fetchQuery({ ...changesQuery(event.id), staleTime: 0 }),
    ])
    const [last] = changes
    const who = last?.user?.shortName ?? event.ruleName ?? t('ui.system')
    setConflict(
      t('event.conflict', {
        who,
        status: t(statusWord[now.status]),
        time: since(last?.date ?? now.openDate, clock.now(), zone, t),
      }),
    )
  }
  const save = async () => {
    if (busy) return
    setBusy(true)
    setConflict(undefined)
    try {
      const now = await ('step' in action.does
        ? takeStep(event.id, { ...action.does, notes })
        : setStatus(event.id, { ...action.does, notes, version: event.version }))
      queries.setQueryData(detailsQuery(event.id).queryKey, now)
      void queries.invalidateQueries({ queryKey: ['events'] })
      toast(t(action.done))
      close()
    } catch (error) {
      if (isConflict(error)) await faster().catch(tellError)
      else await tellError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Window title={t(action.ask)} size={520} onClose={close}>
      <form
        onSubmit={submitted => {
          submitted.preventDefault()
          void save()
        }}
      >
        {action.first && (
          <p className="event-conflict">
            <IconAlertTriangle size={18} aria-hidden />
            {t(action.first)}
          </p>
        )}
        {action.hint && (
          <p className="dialog-text">
            {t(action.hint)}
            {action.pauses && <> {t('event.hint.quiet', { count: quietAfterStep(event.severityLevel) / 60 })}</>}
          </p>
        )}
        {conflict && (
          <p className="event-conflict" role="alert">
            <IconAlertTriangle size={18} aria-hidden />
            {conflict}
          </p>
        )}
        <NoteField value={notes} asks={action.note} isRequired={isNote} onChange={write} />
        <WindowFoot
          word={t(action.word)}
          busy={busy}
          focused={!isNote}
          disabled={isNote && notes.trim() === ''}
          onClose={close}
        />
      </form>
    </Window>
  )
}
