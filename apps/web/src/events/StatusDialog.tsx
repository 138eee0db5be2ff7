import { Button, Modal, Textarea } from '@mantine/core'
import { CallFailed } from '@steading/contract/client'
import type { EventDetails } from '@steading/contract/events'
import { since } from '@steading/locales/format'
import { useQueryClient } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import '../ui/overlay/modal.ts'
import { clock } from '../platform/clock.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { useTellError } from '../ui/overlay/useTellError.ts'
import type { Action } from './Actions.tsx'
import { changesQuery, detailsQuery, setStatus } from './events.queries.ts'
import { statusWord } from './words.ts'

const longest = 1000

/**
 * Asks for a note and does it. Somebody who was faster is named, and the note stays: whoever still wants to, confirms again.
 */
export function StatusDialog({ event, action, close }: { event: EventDetails; action: Action; close: () => void }) {
  const t = useText()
  const zone = useZone()
  const queries = useQueryClient()
  const tellError = useTellError()
  const [notes, write] = useState('')
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<string>()

  const faster = async () => {
    const [now, changes] = await Promise.all([
      queries.fetchQuery({ ...detailsQuery(event.id), staleTime: 0 }),
      queries.fetchQuery({ ...changesQuery(event.id), staleTime: 0 }),
    ])
    const [last] = changes
    const who = last?.user?.shortName ?? event.ruleName ?? t('ui.system')
    setConflict(
      t('event.conflict', { who, status: t(statusWord[now.status]), time: since(last?.date ?? now.openDate, clock.now(), zone) }),
    )
  }
  const save = async () => {
    if (busy) return
    setBusy(true)
    setConflict(undefined)
    try {
      const now = await setStatus(event.id, { status: action.status, notes, version: event.version })
      queries.setQueryData(detailsQuery(event.id).queryKey, now)
      void queries.invalidateQueries({ queryKey: ['events'] })
      toast(t(action.done))
      close()
    } catch (error) {
      if (error instanceof CallFailed && error.status === 409) await faster().catch(tellError)
      else await tellError(error)
    } finally {
      setBusy(false)
    }
  }
  const left = longest - notes.length
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      size={520}
      classNames={{ content: 'dialog', header: 'dialog-head', body: 'dialog-body', title: 'dialog-title' }}
      title={t(action.ask)}
    >
      <form
        onSubmit={submitted => {
          submitted.preventDefault()
          void save()
        }}
      >
        <p className="dialog-text">{t(action.hint)}</p>
        {conflict && (
          <p className="event-conflict" role="alert">
            <IconAlertTriangle size={18} aria-hidden />
            {conflict}
          </p>
        )}
        <Textarea
          data-autofocus
          className="event-note"
          label={t('ui.notes')}
          placeholder={t('event.notePlaceholder')}
          rows={3}
          maxLength={longest}
          value={notes}
          onChange={typed => write(typed.currentTarget.value)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={t('ui.remainingCharacters', { count: left })}
        />
        <div className="dialog-foot">
          <Button variant="default" onClick={close}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" data-busy={busy || undefined} aria-disabled={busy}>
            {t(action.word)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
