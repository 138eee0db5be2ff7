import { Button, Modal } from '@mantine/core'
import { dashboards } from '@steading/contract/dashboards'
import { useText } from '../platform/texts.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import '../ui/overlay/modal.ts'
import { useTellError } from '../ui/overlay/useTellError.ts'
import { createDashboard } from './dashboards.queries.ts'

/** Asks for the name of a new dashboard. */
export default function NewDashboard({ close, made }: { close: () => void; made: (id: string) => void }) {
  const t = useText()
  const tellError = useTellError()
  const { form, submit, saving, ref } = useEditForm({
    initial: { displayName: '' },
    schema: dashboards.create.body,
    save: async ({ displayName }) => {
      const id = await createDashboard(displayName)
      close()
      made(id)
    },
  })
  return (
    <Modal
      opened
      onClose={close}
      size={440}
      withCloseButton={false}
      title={t('dashboard.new')}
      classNames={{ content: 'dialog', header: 'dialog-head', body: 'dialog-body', title: 'dialog-title' }}
    >
      <form ref={ref} noValidate onSubmit={event => void submit(event).catch((error: unknown) => tellError(error))}>
        <TextField label={t('ui.name')} required max={50} {...form.getInputProps('displayName')} />
        <div className="dialog-foot">
          <Button variant="default" onClick={close}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" data-busy={saving || undefined}>
            {t('ui.create')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
