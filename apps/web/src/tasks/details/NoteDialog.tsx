import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'

const LONGEST = 1000

/** Asks for a note before a step, which may need one. `save` throws what failed: the note stays for another try. */
export function NoteDialog({
  title,
  name,
  hint,
  word,
  isRequired,
  failed,
  save,
  close,
}: {
  title: string
  /** What the step is about. */
  name: string
  hint?: string | undefined
  /** Of the button that takes the step. */
  word: string
  isRequired: boolean
  /** First sentence of the error dialog. */
  failed: string
  save: (notes: string) => Promise<unknown>
  close: () => void
}) {
  const t = useText()
  const [notes, setNotes] = useState('')
  const { busy, run } = useAsyncAction(failed)
  const submit = () =>
    run(async () => {
      await save(notes)
      close()
    })
  return (
    <Modal title={title} under={name} size={520} onClose={close}>
      <form
        onSubmit={event => {
          event.preventDefault()
          event.stopPropagation()
          void submit()
        }}
      >
        {hint && <p className="dialog-text">{hint}</p>}
        <Textarea
          data-autofocus={isRequired || undefined}
          required={isRequired}
          label={t('ui.notes')}
          rows={3}
          maxLength={LONGEST}
          value={notes}
          onChange={event => setNotes(event.currentTarget.value)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={t('ui.remainingCharacters', { count: LONGEST - notes.length })}
        />
        <ModalFoot
          word={word}
          busy={busy}
          focused={!isRequired}
          disabled={isRequired && notes.trim() === ''}
          // A button that says “Cancel” beside “Cancel task” would be read twice.
          out={t('ui.back')}
          onClose={close}
        />
      </form>
    </Modal>
  )
}
