import { type Rule, rules } from '@steading/contract/rules'
import { useState } from 'react'
import { data } from '../platform/api.ts'
import { isConflict } from '../platform/failures.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Window, WindowFoot } from '../ui/overlay/Window.tsx'
import { Note } from '../ui/page/Note.tsx'
import { calls, ruleQuery } from './rules.queries.ts'

const schema = rules.rename.body.pick({ displayName: true })

type Named = Pick<Rule, 'id' | 'displayName' | 'version'>

/** Another name for a rule; what runs stays. If somebody was faster, what was typed stays, and their name is shown first. */
export default function Rename({ of, onClose }: { of: Named; onClose: () => void }) {
  const t = useText()
  // The version that this person saw, whatever is fetched behind the dialog.
  const [seen, see] = useState(of)
  const [conflict, setConflict] = useState(false)
  const { busy, act } = useAct(t('rule.notSaved', { name: of.displayName }))
  const { form, submit, ref } = useEditForm<{ displayName: string }>({
    initial: { displayName: of.displayName },
    schema,
    save: async ({ displayName }) => {
      await data(calls.rules.rename({ body: { id: of.id, displayName, version: seen.version } }))
      await queryClient.invalidateQueries({ queryKey: ['rules'] })
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
        see(await queryClient.fetchQuery({ ...ruleQuery(of.id), staleTime: 0 }))
        setConflict(true)
      }
    })
  return (
    <Window title={t('rule.rename')} size={460} onClose={onClose}>
      <Form of={ref} onSubmit={() => void save()}>
        <TextField label={t('ui.name')} required max={50} {...form.getInputProps('displayName')} />
        {conflict && <Note>{t('rule.renamedMeanwhile', { name: seen.displayName })}</Note>}
        <WindowFoot word={t('ui.save')} busy={busy} onClose={onClose} />
      </Form>
    </Window>
  )
}
