import type { TemplateDetails } from '@steading/contract/templates'
import { engineWords } from '@steading/locales/templates'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { EditForm } from '../ui/form/EditForm.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { Theirs } from '../ui/form/Theirs.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { type EnteredEdit, editSchema, enteredOf } from './entered.ts'
import { bounded } from './inputs.ts'
import { TemplateEntries } from './TemplateEntries.tsx'
import { calls, templateQuery, templatesChanged, wholeQuery } from './templates.queries.ts'
import { theirEntries } from './theirs.ts'

/** A template while somebody changes it. A save that meets somebody else's keeps what was typed and shows theirs. */
export function TemplateEdit({
  of,
  head,
  leave,
}: {
  of: TemplateDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const t = useText()
  const { data: whole, error, refetch } = useQuery(wholeQuery(of.category.id))
  const { form, dirty, submit, ref, meet } = useEditForm<EnteredEdit>({
    initial: enteredOf(of),
    schema: editSchema,
    save: async values => {
      const body = editSchema.parse({ ...values, inputs: bounded(values.inputs, whole ?? []) })
      const fresh = await data(calls.edit({ params: { id: of.id }, body }))
      queryClient.setQueryData(templateQuery(of.id).queryKey, fresh)
      await templatesChanged()
      toast(t('state.saved'), fresh.name ?? '')
      leave()
    },
  })
  const { busy, save, theirs } = useSave({
    submit,
    fresh: () => queryClient.fetchQuery({ ...templateQuery(of.id), staleTime: 0 }),
    over: now => meet(enteredOf(now)),
  })
  const category = t(engineWords[of.category.id])
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {theirs && <Theirs who={theirs.lastUpdatedBy?.shortName} entries={theirEntries(of, theirs, form, t)} />}
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
