import { type RuleGroup, groups } from '@steading/contract/entities/groups'
import { useState } from 'react'
import { PlaceField, useStart } from '../entities/index.ts'
import type { StartEntity } from '../entities/index.ts'
import { data } from '../platform/api/api.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { useText } from '../platform/texts.tsx'
import { Form } from '../ui/form/edit/Form.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { errorFor } from '../ui/form/edit/errorFor.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAsyncAction } from '../ui/overlay/useAsyncAction.ts'
import { Modal, ModalFoot } from '../ui/overlay/Modal.tsx'
import { Note } from '../ui/page/Note.tsx'
import { calls, groupsChanged } from './groups.queries.ts'

const newSchema = groups.create.body.pick({ entityId: true, displayName: true })

interface Making {
  readonly done: (group: RuleGroup) => void
  readonly onClose: () => void
}

/** A new group, which begins without rules. */
export function NewGroup(making: Making) {
  const start = useStart()
  return start === undefined ? null : <NewGroupForm start={start} {...making} />
}

function NewGroupForm({ start, done, onClose }: Making & { start: StartEntity }) {
  const sendCreate = useWrite(['groups', 'create'], calls.groups.create)
  const t = useText()
  const [place, choose] = useState<StartEntity>(start)
  const { busy, run } = useAsyncAction()
  const { form, dirty, submit, ref } = useEditForm<{ entityId: string | null; displayName: string }>({
    initial: { entityId: start?.id ?? null, displayName: '' },
    schema: newSchema,
    save: async values => {
      const fresh = await data(sendCreate({ body: newSchema.parse(values) }))
      await groupsChanged()
      toast(t('ruleGroup.created'), fresh.displayName)
      onClose()
      done(fresh)
    },
  })
  return (
    <Modal title={t('ruleGroup.new')} size={460} stays isChanged={dirty} onClose={onClose}>
      <Form of={ref} onSubmit={() => void run(submit)}>
        <TextField label={t('ui.name')} required max={50} autoComplete="off" {...form.getInputProps('displayName')} />
        <PlaceField
          label={t('role.madeAt')}
          value={place ?? undefined}
          error={errorFor(form.errors, 'entityId')}
          onChange={({ id, name }) => {
            choose({ id, displayName: name })
            form.setFieldValue('entityId', id)
          }}
        />
        <Note>{t('ruleGroup.madeAtHint')}</Note>
        <ModalFoot word={t('ui.create')} busy={busy} onClose={onClose} />
      </Form>
    </Modal>
  )
}
