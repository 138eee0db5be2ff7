import { type RuleGroup, groups } from '@steading/contract/groups'
import { useState } from 'react'
import { PlaceField, useStart } from '../entities/index.ts'
import type { Start } from '../entities/index.ts'
import { data } from '../platform/api.ts'
import { useText } from '../platform/texts.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { wrongWith } from '../ui/form/wrongWith.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Window, WindowFoot } from '../ui/overlay/Window.tsx'
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
  return start === undefined ? null : <New start={start} {...making} />
}

function New({ start, done, onClose }: Making & { start: Start }) {
  const t = useText()
  const [place, choose] = useState<Start>(start)
  const { busy, act } = useAct()
  const { form, submit, ref } = useEditForm<{ entityId: string | null; displayName: string }>({
    initial: { entityId: start?.id ?? null, displayName: '' },
    schema: newSchema,
    save: async values => {
      const fresh = await data(calls.groups.create({ body: newSchema.parse(values) }))
      await groupsChanged()
      toast(t('ruleGroup.created'), fresh.displayName)
      onClose()
      done(fresh)
    },
  })
  return (
    <Window title={t('ruleGroup.new')} size={460} stays onClose={onClose}>
      <Form of={ref} onSubmit={() => void act(submit)}>
        <TextField label={t('ui.name')} required max={50} autoComplete="off" {...form.getInputProps('displayName')} />
        <PlaceField
          label={t('role.madeAt')}
          value={place ?? undefined}
          error={wrongWith(form.errors, 'entityId')}
          onChange={({ id, name }) => {
            choose({ id, displayName: name })
            form.setFieldValue('entityId', id)
          }}
        />
        <Note>{t('ruleGroup.madeAtHint')}</Note>
        <WindowFoot word={t('ui.create')} busy={busy} onClose={onClose} />
      </Form>
    </Window>
  )
}
