import { type TerminalDetails, terminals } from '@steading/contract/terminals'
import { useState } from 'react'
import { z } from 'zod'
import { data } from '../platform/api.ts'
import { isConflict } from '../platform/failures.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { Window, WindowFoot } from '../ui/overlay/Window.tsx'
import { useAct } from '../ui/overlay/useAct.ts'
import { Note } from '../ui/page/Note.tsx'
import { type Label, labelOf, noLabel } from './entered.ts'
import { LabelEntries } from './LabelEntries.tsx'
import { calls, terminalQuery, terminalsChanged } from './terminals.queries.ts'
import { Form } from '../ui/form/Form.tsx'

export type Swapped = z.output<typeof terminals.swap.reply>
const schema = z.preprocess(values => labelOf(values as Label), terminals.swap.body.omit({ version: true })) // safe: the form gives nothing else

/** Another box takes the place of this one; it is told before that the present one is cut off. */
export default function Swap({
  of,
  onClose,
  onSwapped,
}: {
  of: TerminalDetails
  onClose: () => void
  onSwapped: (swapped: Swapped) => void
}) {
  const t = useText()
  const { busy, act } = useAct(t('terminal.replaceFailed'))
  // The version that this person saw, whatever is fetched behind the dialog.
  const [version, see] = useState(of.version)
  const [conflict, meet] = useState(false)
  const { form, submit, ref } = useEditForm<Label>({
    initial: noLabel,
    schema,
    refusedAt: { TERMINAL_ID_ALREADY_EXISTS: 'uid' },
    save: async values => {
      const swapped = await data(calls.swap({ params: { id: of.id }, body: { ...schema.parse(values), version } }))
      onSwapped(swapped)
      await terminalsChanged()
    },
  })
  const swap = () =>
    act(async () => {
      try {
        await submit()
      } catch (error) {
        if (!isConflict(error)) throw error
        see((await queryClient.fetchQuery({ ...terminalQuery(of.id), staleTime: 0 })).version)
        meet(true)
      }
    })
  return (
    <Window title={t('terminal.replace')} under={of.displayName} size={520} onClose={onClose}>
      <Form of={ref} onSubmit={() => void swap()}>
        <p>{t('terminal.replaceHint')}</p>
        {conflict && <Note>{t('terminal.replaceChanged')}</Note>}
        <fieldset className="swap-label stack">
          <legend>{t('terminal.label')}</legend>
          <p className="dim">{t('terminal.labelHint')}</p>
          <LabelEntries form={form} />
        </fieldset>
        <WindowFoot word={t('terminal.replaceNow')} busy={busy} onClose={onClose} />
      </Form>
    </Window>
  )
}
