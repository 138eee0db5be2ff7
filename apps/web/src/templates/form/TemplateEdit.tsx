import type { TemplateDetails } from '@steading/contract/rules/templates'
import { engineWords } from '@steading/locales/templates'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useText } from '../../platform/texts.tsx'
import { EditForm } from '../../ui/form/edit/EditForm.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { type EditTemplateValues, editSchema, toFormValues } from './templateForm.ts'
import { bounded } from '../inputs/inputs.ts'
import { TemplateEntries } from './TemplateFields.tsx'
import { calls, templateQuery, templatesChanged, wholeQuery } from '../templates.queries.ts'
import { conflictEntries } from './conflictFields.ts'

/** Edit form of a template. After a version conflict the typed values stay, and the saved values are shown beside them. */
export default function TemplateEdit({
  of,
  head,
  leave,
}: {
  of: TemplateDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const sendEdit = useWrite(['templates', 'edit'], calls.edit)
  const t = useText()
  const { data: whole, error, refetch } = useQuery(wholeQuery(of.category.id))
  const { form, dirty, submit, ref, rebase } = useEditForm<EditTemplateValues>({
    initial: toFormValues(of),
    schema: editSchema,
    save: async values => {
      const body = editSchema.parse({ ...values, inputs: bounded(values.inputs, whole ?? []) })
      const fresh = await data(sendEdit({ params: { id: of.id }, body }))
      queryClient.setQueryData(templateQuery(of.id).queryKey, fresh)
      await templatesChanged()
      toast(t('state.saved'), fresh.name ?? '')
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => queryClient.fetchQuery({ ...templateQuery(of.id), staleTime: 0 }),
    onConflict: now => rebase(toFormValues(now)),
  })
  const category = t(engineWords[of.category.id])
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {latest && <ConflictPanel who={latest.lastUpdatedBy?.shortName} entries={conflictEntries(of, latest, form, t)} />}
      <TemplateEntries
        form={form}
        mode="edit"
        whole={whole}
        category={
          <SelectField
            label={t('rule.category')}
            options={[{ value: of.category.id, label: category }]}
            value={of.category.id}
            required
            disabled
            hint={t('template.fixedCategory')}
          />
        }
        note={t('template.changeHint')}
      />
      {!whole && (error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons />)}
    </EditForm>
  )
}
