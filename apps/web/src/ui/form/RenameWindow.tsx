import { useRef } from 'react'
import type { z } from 'zod'
import { queryClient } from '../../platform/queries.ts'
import { useText } from '../../platform/texts.tsx'
import { toast } from '../overlay/toast.ts'
import { Window, WindowFoot } from '../overlay/Window.tsx'
import { Note } from '../page/Note.tsx'
import { Form } from './Form.tsx'
import { TextField } from './TextField.tsx'
import { useEditForm } from './useEditForm.ts'
import { useSave } from './useSave.ts'

export interface Named {
  readonly displayName: string
  readonly version: number
}

/** Another name for a thing. If somebody was faster, what was typed stays, and what they called it is shown first. */
export function RenameWindow({
  title,
  of,
  schema,
  what,
  list,
  rename,
  fresh,
  onClose,
}: {
  title: string
  of: Named
  /** Of the body of the call. */
  schema: z.ZodType
  /** What the dialog of a failure begins with. */
  what: string
  /** The queries that know its name. */
  list: string
  rename: (body: { displayName: string; version: number }) => Promise<unknown>
  /** The thing as it is now. */
  fresh: () => Promise<Named>
  onClose: () => void
}) {
  const t = useText()
  // The version that this person saw, whatever is fetched behind the dialog.
  const version = useRef(of.version)
  const { form, submit, ref } = useEditForm<{ displayName: string }>({
    initial: { displayName: of.displayName },
    schema,
    save: async ({ displayName }) => {
      await rename({ displayName, version: version.current })
      await queryClient.invalidateQueries({ queryKey: [list] })
      toast(t('state.saved'), displayName)
      onClose()
    },
  })
  const { busy, save, theirs } = useSave({ submit, fresh, what, over: now => void (version.current = now.version) })
  return (
    <Window title={title} size={460} onClose={onClose}>
      <Form of={ref} onSubmit={() => void save()}>
        <TextField label={t('ui.name')} required max={50} autoComplete="off" {...form.getInputProps('displayName')} />
        {theirs && <Note>{t('form.renamedMeanwhile', { name: theirs.displayName })}</Note>}
        <WindowFoot word={t('ui.save')} busy={busy} onClose={onClose} />
      </Form>
    </Window>
  )
}
