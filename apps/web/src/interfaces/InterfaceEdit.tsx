import { wrongWith } from '../ui/form/wrongWith.ts'
import { kindredOf } from '@steading/contract/categories'
import { type InterfaceDetails, interfaces } from '@steading/contract/interfaces'
import { type ReactNode, useMemo, useState } from 'react'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { EditForm } from '../ui/form/EditForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { CalculationEntries } from './CalculationEntries.tsx'
import { type EnteredEdit, categoryOf, changeable, editSchema, enteredOf } from './entered.ts'
import { InterfaceInfo } from './InterfaceInfo.tsx'
import { calls, interfaceQuery, interfacesChanged } from './interfaces.queries.ts'
import { MeasuringEntries } from './MeasuringEntries.tsx'
import { type Place, PlaceBelowField } from './PlaceBelowField.tsx'
import { TheirInterface } from './TheirInterface.tsx'
import { ValueEntries } from './ValueEntries.tsx'
import { categoryChoices } from './words.ts'

/**
 * A sensor or device while somebody changes it; who may only rename it, or only give it another place, sees the rest. A save
 * that meets somebody else's keeps what was typed and shows theirs.
 */
export default function InterfaceEdit({
  of,
  head,
  leave,
}: {
  of: InterfaceDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const t = useText()
  const may = useMay()
  const allowed = useMemo(() => changeable(may), [may])
  const isFull = may('interfaces.update')
  // What a save is compared with: as it was when one began, and later what somebody else saved.
  const [base, rebase] = useState(of)
  const schema = useMemo(() => editSchema(base, allowed), [base, allowed])
  const [place, settle] = useState<Place>()
  const { form, dirty, submit, ref, meet } = useEditForm<EnteredEdit>({
    initial: enteredOf(of),
    schema,
    together: [
      ['historyConfiguration', 'historySeconds'],
      ['min', 'max'],
    ],
    save: async values => {
      const params = { e: base.entity.id, t: base.terminal.id, i: of.id }
      const fresh = await data(calls.interfaces.edit({ params, body: interfaces.edit.body.parse(schema.parse(values)) }))
      queryClient.setQueryData(interfaceQuery(of.id).queryKey, fresh)
      await interfacesChanged()
      toast(t('state.saved'), fresh.displayName)
      leave()
    },
  })
  const { busy, save, theirs } = useSave({
    submit,
    fresh: () => queryClient.fetchQuery({ ...interfaceQuery(of.id), staleTime: 0 }),
    over: now => {
      rebase(now)
      meet(enteredOf(now))
    },
  })
  const category = categoryOf(form.values.category)
  const categories = useMemo(() => categoryChoices(kindredOf(of.category), t), [of.category, t])
  const known = [place, of.entity, theirs?.entity].filter(one => one !== undefined)
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {theirs && <TheirInterface seen={of} theirs={theirs} form={form} allowed={allowed} />}
      <Card title={t('ui.details')}>
        <Entries mode="edit">
          {allowed.includes('displayName') && (
            <TextField label={t('ui.name')} required max={50} {...form.getInputProps('displayName')} />
          )}
          {isFull && (
            <SelectField label={t('interface.category')} required options={categories} {...form.getInputProps('category')} />
          )}
          {allowed.includes('entityId') && (
            <PlaceBelowField
              above={of.rootEntityId ?? of.entity.id}
              value={form.values.entityId}
              known={known}
              error={wrongWith(form.errors, 'entityId')}
              onChange={next => {
                settle(next ?? undefined)
                form.setFieldValue('entityId', next?.id ?? null)
              }}
            />
          )}
        </Entries>
      </Card>
      {isFull ? (
        <>
          <Card title={t(of.virtual ? 'interface.calculation' : 'interface.connection')}>
            <Entries mode="edit">
              {of.virtual ? (
                <CalculationEntries
                  form={form}
                  category={category}
                  max={of.max}
                  terminalId={of.terminal.id}
                  home={of.entity.displayName}
                  hidden={of.hiddenSources}
                />
              ) : (
                <MeasuringEntries form={form} category={category} />
              )}
            </Entries>
          </Card>
          <Card title={t('interface.limits')}>
            <Entries mode="edit">
              <ValueEntries form={form} category={category} poultry={of.unit === 'g'} />
            </Entries>
          </Card>
        </>
      ) : (
        <InterfaceInfo of={of} named={false} />
      )}
    </EditForm>
  )
}
