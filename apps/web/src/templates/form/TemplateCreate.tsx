import { type Engine, RULE_TEMPLATES } from '@steading/contract/rules/ruleTemplates'
import type { TemplateDetails } from '@steading/contract/rules/templates'
import { engineWords } from '@steading/locales/templates'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { PlaceField, useStart } from '../../entities/index.ts'
import type { StartEntity } from '../../entities/index.ts'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { parseSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { templateTitle } from '../../rules/index.ts'
import { CreateForm } from '../../ui/form/edit/CreateForm.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { useGo } from '../../ui/Link.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { confirmDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Note } from '../../ui/page/Note.tsx'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../../ui/state/Skeletons.tsx'
import { type CreateTemplateValues, copyName, toFormValues, newSchema } from './templateForm.ts'
import { bounded } from '../inputs/inputs.ts'
import { TemplateEntries } from './TemplateFields.tsx'
import { calls, templateQuery, templatesChanged, wholeQuery } from '../templates.queries.ts'

/** Creates a template from a category, or as a copy of another one. */
export default function TemplateCreate() {
  const search = useRouterState({ select: state => state.location.searchStr })
  const { like } = parseSearch(search)
  return typeof like === 'string' && like !== '' ? <Like key={like} id={like} /> : <Fresh />
}

const useBack = () => {
  const t = useText()
  return { href: listHref(to('/rules/template/')), label: t('nav.ruleTemplates') }
}

function Like({ id }: { id: string }) {
  const t = useText()
  const back = useBack()
  const start = useStart()
  const { data: of, error, refetch } = useQuery(templateQuery(id))
  if (!of || start === undefined)
    return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const at = of.entity ?? start
  return <NewTemplateForm initial={likeOf(of, at, name => t('template.copyName', { name }), templateTitle(of, t))} at={at} />
}

/** Copy of another template under a new name. */
function likeOf(
  templateDetails: TemplateDetails,
  at: StartEntity,
  written: (name: string) => string,
  title: string,
): CreateTemplateValues {
  const { version: _, ...copied } = toFormValues(templateDetails)
  return { ...copied, entityId: at?.id ?? null, name: copyName(templateDetails.name ?? title, written) }
}

function Fresh() {
  const start = useStart()
  if (start === undefined) return <SkeletonPage />
  const nothing: CreateTemplateValues = {
    entityId: start?.id ?? null,
    name: '',
    translations: {},
    description: {},
    profiles: [],
    engine: null,
    inputs: [],
  }
  return <NewTemplateForm initial={nothing} at={start} />
}

function NewTemplateForm({ initial, at }: { initial: CreateTemplateValues; at: StartEntity }) {
  const sendCreate = useWrite(['templates', 'create'], calls.create)
  const t = useText()
  const go = useGo()
  const back = useBack()
  const { run } = useAsyncAction()
  const [place, choosePlace] = useState<StartEntity>(at)
  const { form, submit, ref } = useEditForm<CreateTemplateValues>({
    initial,
    schema: newSchema,
    save: async values => {
      const fresh = await data(sendCreate({ body: newSchema.parse({ ...values, inputs: bounded(values.inputs, whole ?? []) }) }))
      await templatesChanged()
      toast(t('template.created'), fresh.name ?? '')
      go(to('/rules/template/{ruleTemplateId}/details', { ruleTemplateId: fresh.id }))
    },
  })
  const { engine, inputs } = form.values
  const { data: whole } = useQuery({ ...wholeQuery(engine ?? 'THERMOSTAT'), enabled: engine !== null })
  const [begun, begin] = useState(initial.inputs)
  const choose = async (next: Engine | null) => {
    if (next === null || next === engine) return
    const isSure =
      JSON.stringify(inputs) === JSON.stringify(begun) ||
      (await confirmDialog({
        title: t('template.categoryAsk'),
        text: t('template.categoryAskHint'),
        yes: t('ui.confirm'),
        no: t('ui.cancel'),
      }))
    if (!isSure) return
    await run(async () => {
      const fresh = await queryClient.fetchQuery(wholeQuery(next))
      form.setFieldValue('engine', next)
      form.setFieldValue('inputs', fresh)
      begin(fresh)
      form.setErrors(Object.fromEntries(Object.entries(form.errors).filter(([field]) => !/^(inputs|engine)/.test(field))))
    })
  }
  return (
    <CreateForm title={t('template.new')} back={back} form={{ submit, ref }}>
      <div className="stack">
        <TemplateEntries
          form={form}
          mode="create"
          whole={engine === null ? undefined : whole}
          place={
            <PlaceField
              label={t('role.madeAt')}
              value={place ?? undefined}
              error={errorFor(form.errors, 'entityId')}
              onChange={({ id, name }) => {
                choosePlace({ id, displayName: name })
                form.setFieldValue('entityId', id)
              }}
            />
          }
          category={
            <SelectField
              label={t('rule.category')}
              required
              options={RULE_TEMPLATES.map(one => ({ value: one, label: t(engineWords[one]) }))}
              value={engine}
              onChange={next => void choose(next)}
              error={form.errors['engine']}
            />
          }
          note={t('template.madeAtHint')}
        />
        {engine === null && <Note>{t('template.chooseCategoryFirst')}</Note>}
      </div>
    </CreateForm>
  )
}
