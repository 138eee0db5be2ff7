import { type Terminal, terminals } from '@steading/contract/terminals'
import { useState } from 'react'
import { data } from '../platform/api.ts'
import { isConflict } from '../platform/failures.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Note } from '../ui/page/Note.tsx'
import { Window, WindowFoot } from '../ui/overlay/Window.tsx'
import { calls, terminalQuery } from './terminals.queries.ts'
import { Form } from '../ui/form/Form.tsx'

const schema = terminals.rename.body.pick({ displayName: true })

type Named = Pick<Terminal, 'id' | 'displayName' | 'version'>

/** Another name for a box. If somebody was faster, what was typed stays, and their name is shown before it is replaced. */
export default function Rename({ of, onClose }: { of: Named; onClose: () => void }) {
  const t = useText()
  // The version that this person saw, whatever is fetched behind the dialog.
  const [seen, see] = useState(of)
  const [conflict, setConflict] = useState(false)
  const { busy, act } = useAct()
  const { form, submit, ref } = useEditForm<{ displayName: string }>({
    initial: { displayName: of.displayName },
    schema,
    save: async ({ displayName }) => {
      await data(calls.rename({ params: { id: of.id }, body: { displayName, version: seen.version } }))
      await queryClient.invalidateQueries({ queryKey: ['terminals'] })
      toast(t('state.saved'), displayName)
      onClose()
    },
  })
  const save = () =>
    act(async () => {
      try {
        await submit()
      } catch (error) {
        if (!isConflict(error)) throw error
        see(await queryClient.fetchQuery({ ...terminalQuery(of.id), staleTime: 0 }))
        setConflict(true)
      }
    })
  return (
    <Window title={t('terminal.rename')} size={460} onClose={onClose}>
      <Form of={ref} onSubmit={() => void save()}>
        <TextField label={t('ui.name')} required max={50} {...form.getInputProps('displayName')} />
        {conflict && <Note>{t('terminal.renamedMeanwhile', { name: seen.displayName })}</Note>}
        <WindowFoot word={t('ui.save')} busy={busy} onClose={onClose} />
      </Form>
    </Window>
  )
}
