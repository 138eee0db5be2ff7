import { dashboards } from '@steading/contract/dashboards'
import { useText } from '../platform/texts.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useTellError } from '../ui/overlay/useTellError.ts'
import { Window, WindowFoot } from '../ui/overlay/Window.tsx'
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
    <Window title={t('dashboard.new')} size={440} onClose={close}>
      <form ref={ref} noValidate onSubmit={event => void submit(event).catch((error: unknown) => tellError(error))}>
        <TextField label={t('ui.name')} required max={50} {...form.getInputProps('displayName')} />
        <WindowFoot word={t('ui.create')} busy={saving} onClose={close} />
      </form>
    </Window>
  )
}
