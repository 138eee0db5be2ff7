import { dashboards } from '@steading/contract/widgets/dashboards'
import { useText } from '../../platform/texts.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { createDashboard } from '../actions/actions.queries.ts'

/** Dialog to create a dashboard. */
export default function NewDashboard({ close, onCreated }: { close: () => void; onCreated: (id: string) => void }) {
  const t = useText()
  const tellError = useTellError()
  const { form, dirty, submit, saving, ref } = useEditForm({
    initial: { displayName: '' },
    schema: dashboards.create.body,
    save: async ({ displayName }) => {
      const id = await createDashboard(displayName)
      close()
      onCreated(id)
    },
  })
  return (
    <Modal title={t('dashboard.new')} size={440} isChanged={dirty} onClose={close}>
      <form ref={ref} noValidate onSubmit={event => void submit(event).catch((error: unknown) => tellError(error))}>
        <TextField label={t('ui.name')} required max={50} {...form.getInputProps('displayName')} />
        <ModalFoot word={t('ui.create')} busy={saving} onClose={close} />
      </form>
    </Modal>
  )
}
