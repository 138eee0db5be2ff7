import { useRef } from 'react'
import type { z } from 'zod'
import { queryClient } from '../../../platform/api/queries.ts'
import { useText } from '../../../platform/texts.tsx'
import { toast } from '../../overlay/toast.ts'
import { Modal, ModalFoot } from '../../overlay/Modal.tsx'
import { Note } from '../../page/Note.tsx'
import { Form } from './Form.tsx'
import { TextField } from '../fields/TextField.tsx'
import { useEditForm } from './useEditForm.ts'
import { useSave } from './useSave.ts'

export interface NamedItem {
  readonly displayName: string
  readonly version: number
}

/** Dialog to rename something. After a version conflict the typed name stays, and the saved name is shown above it. */
export function RenameWindow({
  title,
  of: named,
  schema,
  what,
  list,
  rename,
  fresh,
  onClose,
}: {
  title: string
  of: NamedItem
  /** Schema of the request body. */
  schema: z.ZodType
  /** First sentence of the error dialog. */
  what: string
  /** Invalidates the queries that contain the name. */
  list: string
  rename: (body: { displayName: string; version: number }) => Promise<unknown>
  /** Fetches the saved version. */
  fresh: () => Promise<NamedItem>
  onClose: () => void
}) {
  const t = useText()
  // Version when the dialog opened; a refetch behind the dialog does not change it.
  const version = useRef(named.version)
  const { form, dirty, submit, ref } = useEditForm<{ displayName: string }>({
    initial: { displayName: named.displayName },
    schema,
    save: async ({ displayName }) => {
      await rename({ displayName, version: version.current })
      await queryClient.invalidateQueries({ queryKey: [list] })
      toast(t('state.saved'), displayName)
      onClose()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: fresh,
    what,
    onConflict: now => void (version.current = now.version),
  })
  return (
    <Modal title={title} size={460} isChanged={dirty} onClose={onClose}>
      <Form of={ref} onSubmit={() => void save()}>
        <TextField label={t('ui.name')} required max={50} autoComplete="off" {...form.getInputProps('displayName')} />
        {latest && <Note>{t('form.renamedMeanwhile', { name: latest.displayName })}</Note>}
        <ModalFoot word={t('ui.save')} busy={busy} onClose={onClose} />
      </Form>
    </Modal>
  )
}
