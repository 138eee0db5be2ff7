import { type Dashboard, dashboards } from '@steading/contract/widgets/dashboards'
import { useText } from '../../platform/texts.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { renameDashboard } from './actions.queries.ts'

/** Name and subtitle of a dashboard. */
export default function RenameDialog({ dashboard, close }: { dashboard: Dashboard; close: () => void }) {
  const t = useText()
  const tellError = useTellError()
  const { id, displayName, subtitle, version } = dashboard
  const { form, dirty, submit, saving, ref } = useEditForm({
    initial: { displayName, subtitle: subtitle ?? '' },
    schema: dashboards.edit.body.omit({ version: true }),
    save: async values => {
      await renameDashboard(id, { displayName: values.displayName, subtitle: values.subtitle || null, version })
      toast(t('state.saved'))
      close()
    },
  })
  return (
    <Modal title={t('dashboard.rename')} size={440} isChanged={dirty} onClose={close}>
      <form ref={ref} noValidate onSubmit={event => void submit(event).catch((error: unknown) => tellError(error))}>
        <TextField label={t('ui.name')} required max={50} {...form.getInputProps('displayName')} />
        <TextField label={t('dashboard.subtitle')} max={150} {...form.getInputProps('subtitle')} />
        <ModalFoot word={t('ui.save')} busy={saving} onClose={close} />
      </form>
    </Modal>
  )
}
