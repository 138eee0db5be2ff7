import { quietAfterStep } from '@steading/contract/events/escalation'
import type { Check, EventDetails } from '@steading/contract/events/events'
import { since } from '@steading/locales/format'
import { useQueryClient } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { clock } from '../../platform/page/clock.ts'
import { isConflict } from '../../platform/api/failures.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import type { Action } from './offers.ts'
import { ArrivalField, ChecksField } from './StepExtras.tsx'
import { NoteField } from './NoteField.tsx'
import { changesQuery, detailsQuery, setStatus, takeStep } from '../events.queries.ts'
import { statusWord } from '../words.ts'

/**
 * Asks for a note and takes the action. On a version conflict it names the other user and keeps the note for another try.
 */
export default function StatusDialog({ event, action, close }: { event: EventDetails; action: Action; close: () => void }) {
  const t = useText()
  const zone = useZone()
  const queries = useQueryClient()
  const tellError = useTellError()
  const [notes, write] = useState('')
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<string>()
  const [arrivesIn, setArrivesIn] = useState<number | null>(null)
  const [checks, setChecks] = useState<readonly Check[]>([])
  const step = 'step' in action.does ? action.does.step : null
  const isNote = 'step' in action.does && action.does.step === null

  const showConflict = async () => {
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
        ? takeStep(event.id, {
            ...action.does,
            notes,
            ...(step === 'GOING' && arrivesIn !== null && { arrivesIn }),
            ...(step === 'NOTHING_FOUND' && { checks: [...checks] }),
          })
        : setStatus(event.id, { ...action.does, notes, version: event.version }))
      queries.setQueryData(detailsQuery(event.id).queryKey, now)
      void queries.invalidateQueries({ queryKey: ['events'] })
      toast(t(action.done))
      close()
    } catch (error) {
      if (isConflict(error)) await showConflict().catch(tellError)
      else await tellError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal title={t(action.ask)} size={520} onClose={close}>
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
            {arrivesIn !== null && <> {t('event.hint.arrival')}</>}
            {action.pauses && arrivesIn === null && (
              <> {t('event.hint.quiet', { count: quietAfterStep(event.severityLevel) / 60 })}</>
            )}
          </p>
        )}
        {conflict && (
          <p className="event-conflict" role="alert">
            <IconAlertTriangle size={18} aria-hidden />
            {conflict}
          </p>
        )}
        {step === 'GOING' && <ArrivalField value={arrivesIn} onChange={setArrivesIn} />}
        {step === 'NOTHING_FOUND' && <ChecksField category={event.category} value={checks} onChange={setChecks} />}
        <NoteField value={notes} asks={action.note} isRequired={isNote} onChange={write} />
        <ModalFoot word={t(action.word)} busy={busy} focused={!isNote} disabled={isNote && notes.trim() === ''} onClose={close} />
      </form>
    </Modal>
  )
}
