import { type Dashboard, dashboards } from '@steading/contract/widgets/dashboards'
import { useState } from 'react'
import { type ConflictField, conflictEntries } from '../../animalMovements/index.ts'
import { useText } from '../../platform/texts.tsx'
import { ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { Form } from '../../ui/form/edit/Form.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { freshDashboard } from '../dashboards.queries.ts'
import { renameDashboard } from './actions.queries.ts'

interface Values {
  displayName: string
  subtitle: string
}
const valuesOf = ({ displayName, subtitle }: Pick<Dashboard, 'displayName' | 'subtitle'>): Values => ({
  displayName,
  subtitle: subtitle ?? '',
})

/** Name and subtitle of a dashboard. A conflict keeps what was typed and shows what the other user saved. */
export default function RenameDialog({ dashboard, close }: { dashboard: Dashboard; close: () => void }) {
  const t = useText()
  // Version when the dialog opened: a refetch behind the dialog changes neither it nor the values.
  const [opened] = useState(dashboard)
  const [version, setVersion] = useState(dashboard.version)
  const { form, dirty, submit, ref, rebase } = useEditForm<Values>({
    initial: valuesOf(dashboard),
    schema: dashboards.edit.body.omit({ version: true }),
    save: async values => {
      await renameDashboard(dashboard.id, { displayName: values.displayName, subtitle: values.subtitle || null, version })
      toast(t('state.saved'))
      close()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => freshDashboard(dashboard.id),
    onConflict: now => {
      setVersion(now.version)
      rebase(valuesOf(now))
    },
  })
  const fields: readonly ConflictField<Values>[] = [
    { key: 'displayName', label: t('ui.name'), words: values => values.displayName },
    { key: 'subtitle', label: t('dashboard.subtitle'), words: values => values.subtitle },
  ]
  return (
    <Modal title={t('dashboard.rename')} size={440} isChanged={dirty} onClose={close}>
      <Form of={ref} onSubmit={() => void save()}>
        {latest && (
          <ConflictPanel
            who={latest.lastUpdatedBy?.shortName}
            entries={conflictEntries(form, valuesOf(opened), valuesOf(latest), fields)}
          />
        )}
        <TextField label={t('ui.name')} required max={50} {...form.getInputProps('displayName')} />
        <TextField label={t('dashboard.subtitle')} max={150} {...form.getInputProps('subtitle')} />
        <ModalFoot word={t('ui.save')} busy={busy} onClose={close} />
      </Form>
    </Modal>
  )
}
