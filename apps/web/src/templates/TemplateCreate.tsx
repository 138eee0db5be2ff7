import { type Engine, RULE_TEMPLATES } from '@steading/contract/rule-templates'
import type { TemplateDetails } from '@steading/contract/templates'
import { engineWords } from '@steading/locales/templates'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { to } from '../app/index.ts'
import { PlaceField, useStart } from '../entities/index.ts'
import type { Start } from '../entities/index.ts'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { parseSearch } from '../platform/search.ts'
import { useText } from '../platform/texts.tsx'
import { templateTitle } from '../rules/index.ts'
import { CreateForm } from '../ui/form/CreateForm.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { wrongWith } from '../ui/form/wrongWith.ts'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { confirm } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Note } from '../ui/page/Note.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { type EnteredNew, copyName, enteredOf, newSchema } from './entered.ts'
import { bounded } from './inputs.ts'
import { TemplateEntries } from './TemplateEntries.tsx'
import { calls, templateQuery, templatesChanged, wholeQuery } from './templates.queries.ts'

/** A new template: of a category, or like another one. */
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
  return <New initial={likeOf(of, at, name => t('template.copyName', { name }), templateTitle(of, t))} at={at} />
}

/** A copy of another template: all that it has, under a name that is free. */
function likeOf(of: TemplateDetails, at: Start, written: (name: string) => string, title: string): EnteredNew {
  const { version: _, ...entered } = enteredOf(of)
  return { ...entered, entityId: at?.id ?? null, name: copyName(of.name ?? title, written) }
}

function Fresh() {
  const start = useStart()
  if (start === undefined) return <SkeletonPage />
  const nothing: EnteredNew = {
    ...{ entityId: start?.id ?? null, name: '', translations: {}, description: {}, profiles: [], engine: null, inputs: [] },
  }
  return <New initial={nothing} at={start} />
}

function New({ initial, at }: { initial: EnteredNew; at: Start }) {
  const t = useText()
  const go = useGo()
  const back = useBack()
  const { act } = useAct()
  const [place, choosePlace] = useState<Start>(at)
  const { form, submit, ref } = useEditForm<EnteredNew>({
    initial,
    schema: newSchema,
    save: async values => {
      const fresh = await data(
        calls.create({ body: newSchema.parse({ ...values, inputs: bounded(values.inputs, whole ?? []) }) }),
      )
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
      (await confirm({
        title: t('template.categoryAsk'),
        text: t('template.categoryAskHint'),
        yes: t('ui.confirm'),
        no: t('ui.cancel'),
      }))
    if (!isSure) return
    await act(async () => {
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
              error={wrongWith(form.errors, 'entityId')}
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
