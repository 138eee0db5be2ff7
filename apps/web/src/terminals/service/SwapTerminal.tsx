import { type TerminalDetails, terminals } from '@steading/contract/devices/terminals'
import { useState } from 'react'
import { z } from 'zod'
import { data } from '../../platform/api/api.ts'
import { isConflict } from '../../platform/api/failures.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useText } from '../../platform/texts.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Note } from '../../ui/page/Note.tsx'
import { type Label, labelOf, noLabel } from '../form/terminalForm.ts'
import { LabelEntries } from '../form/LabelFields.tsx'
import { calls, terminalQuery, terminalsChanged } from '../terminals.queries.ts'
import { Form } from '../../ui/form/edit/Form.tsx'

export type Swapped = z.output<typeof terminals.swap.reply>
const schema = z.preprocess(values => labelOf(values as Label), terminals.swap.body.omit({ version: true })) // safe: the form gives nothing else

/** Replaces the physical box of a terminal, after a warning that the present one is disconnected. */
export default function Swap({
  of,
  onClose,
  onSwapped,
}: {
  of: TerminalDetails
  onClose: () => void
  onSwapped: (swapped: Swapped) => void
}) {
  const sendSwap = useWrite(['terminals', 'swap'], calls.swap)
  const t = useText()
  const { busy, run } = useAsyncAction(t('terminal.replaceFailed'))
  // Version when the dialog opened; a refetch behind the dialog does not change it.
  const [version, see] = useState(of.version)
  const [conflict, setConflict] = useState(false)
  const { form, dirty, submit, ref } = useEditForm<Label>({
    initial: noLabel,
    schema,
    refusedAt: { TERMINAL_ID_ALREADY_EXISTS: 'uid' },
    save: async values => {
      const swapped = await data(sendSwap({ params: { id: of.id }, body: { ...schema.parse(values), version } }))
      onSwapped(swapped)
      await terminalsChanged()
    },
  })
  const swap = () =>
    run(async () => {
      try {
        await submit()
      } catch (error) {
        if (!isConflict(error)) throw error
        see((await queryClient.fetchQuery({ ...terminalQuery(of.id), staleTime: 0 })).version)
        setConflict(true)
      }
    })
  return (
    <Modal title={t('terminal.replace')} under={of.displayName} size={520} isChanged={dirty} onClose={onClose}>
      <Form of={ref} onSubmit={() => void swap()}>
        <p>{t('terminal.replaceHint')}</p>
        {conflict && <Note>{t('terminal.replaceChanged')}</Note>}
        <fieldset className="swap-label stack">
          <legend>{t('terminal.label')}</legend>
          <p className="dim">{t('terminal.labelHint')}</p>
          <LabelEntries form={form} />
        </fieldset>
        <ModalFoot word={t('terminal.replaceNow')} busy={busy} onClose={onClose} />
      </Form>
    </Modal>
  )
}
