import type { Dashboard } from '@steading/contract/widgets/dashboards'
import { useState } from 'react'
import { PlaceSelect } from '../../entities/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { makeDefault } from './actions.queries.ts'

/** Chooses the entity whose default a dashboard becomes. */
export default function DefaultDialog({ dashboard, close }: { dashboard: Dashboard; close: () => void }) {
  const t = useText()
  const tellError = useTellError()
  const [entityId, setEntityId] = useState<string | null>(null)
  const [isTried, setIsTried] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsTried(true)
    if (entityId === null || isSaving) return
    setIsSaving(true)
    try {
      await makeDefault(entityId, dashboard.id, dashboard.version)
      toast(t('state.saved'))
      close()
    } catch (error) {
      await tellError(error)
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Modal title={t('dashboard.makeDefault')} size={480} onClose={close}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <PlaceSelect
          label={t('dashboard.location')}
          required
          value={entityId}
          onChange={setEntityId}
          hint={t('dashboard.makeDefaultHint')}
          error={isTried && entityId === null ? t('invalid.required') : undefined}
        />
        <ModalFoot word={t('ui.save')} busy={isSaving} onClose={close} />
      </form>
    </Modal>
  )
}
