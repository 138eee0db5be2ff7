import type { EntityRef } from '@steading/contract/entities'
import { type RuleGroup, groups } from '@steading/contract/groups'
import { useState } from 'react'
import { PlaceField } from '../entities/index.ts'
import { data } from '../platform/api.ts'
import { isConflict } from '../platform/failures.ts'
import { useText } from '../platform/texts.tsx'
import { Entries } from '../ui/form/Entries.tsx'
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

/** A new group, which begins without rules. */
export function NewGroup({
  at,
  done,
  onClose,
}: {
  at: Pick<EntityRef, 'id' | 'displayName'>
  done: (group: RuleGroup) => void
  onClose: () => void
}) {
  const t = useText()
  const [place, choose] = useState(at)
  const { busy, act } = useAct()
  const { form, submit, ref } = useEditForm<{ entityId: string; displayName: string }>({
    initial: { entityId: at.id, displayName: '' },
    schema: newSchema,
    save: async body => {
      const fresh = await data(calls.groups.create({ body }))
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
          value={place}
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

const nameSchema = groups.edit.body.pick({ displayName: true })

/** Another name for a group. If somebody was faster, what was typed stays, and what they called it is shown first. */
export function RenameGroup({ of, onClose }: { of: RuleGroup; onClose: () => void }) {
  const t = useText()
  // The version that this person saw, whatever is fetched behind the dialog.
  const [seen, see] = useState(of)
  const [conflict, setConflict] = useState(false)
  const { busy, act } = useAct(t('rule.notSaved', { name: of.displayName }))
  const { form, submit, ref } = useEditForm<{ displayName: string }>({
    initial: { displayName: of.displayName },
    schema: nameSchema,
    save: async ({ displayName }) => {
      await data(calls.groups.edit({ params: { id: of.id }, body: { displayName, version: seen.version } }))
      await groupsChanged()
      toast(t('state.saved'), displayName)
      onClose()
    },
  })
  const save = () =>
    act(async () => {
      try {
        await submit()
      } catch (error) {
        if (!isConflict(error)) throw error
        // Nothing put in, nothing taken out: the answer is the group as it is now.
        see(await data(calls.groups.setRules({ params: { id: of.id }, body: { add: [], remove: [] } })))
        setConflict(true)
      }
    })
  return (
    <Window title={t('ruleGroup.rename')} size={460} onClose={onClose}>
      <Form of={ref} onSubmit={() => void save()}>
        <Entries mode="edit">
          <TextField label={t('ui.name')} required max={50} autoComplete="off" {...form.getInputProps('displayName')} />
        </Entries>
        {conflict && <Note>{t('ruleGroup.renamedMeanwhile', { name: seen.displayName })}</Note>}
        <WindowFoot word={t('ui.save')} busy={busy} onClose={onClose} />
      </Form>
    </Window>
  )
}
