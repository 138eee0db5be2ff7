import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { kindredOf } from '@steading/contract/devices/categories'
import { type InterfaceDetails, interfaces } from '@steading/contract/devices/interfaces'
import { type ReactNode, useMemo, useState } from 'react'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { EditForm } from '../../ui/form/edit/EditForm.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Card } from '../../ui/page/Card.tsx'
import { CalculationEntries } from './CalculationEntries.tsx'
import { type EditInterfaceValues, categoryOf, changeable, editSchema, toFormValues } from './interfaceForm.ts'
import { InterfaceInfo } from './InterfaceInfo.tsx'
import { calls, interfaceQuery, interfacesChanged } from '../interfaces.queries.ts'
import { MeasuringEntries } from './MeasuringEntries.tsx'
import { type Place, PlaceBelowField } from './PlaceBelowField.tsx'
import { InterfaceConflictPanel } from './InterfaceConflictPanel.tsx'
import { ValueEntries } from './ValueEntries.tsx'
import { categoryChoices } from '../words.ts'

/**
 * A sensor or device while somebody changes it; who may only rename it, or only give it another place, sees the rest. A save
 * that meets somebody else's keeps what was typed and shows theirs.
 */
export default function InterfaceEdit({
  interface: iface,
  head,
  leave,
}: {
  interface: InterfaceDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const sendEdit = useWrite(['interfaces', 'edit'], calls.interfaces.edit)
  const t = useText()
  const may = useMay()
  const allowed = useMemo(() => changeable(may), [may])
  const isFull = may('interfaces.update')
  // Base of the three-way merge: the interface when the form opened, later the version of another user.
  const [base, setBase] = useState(iface)
  const schema = useMemo(() => editSchema(base, allowed), [base, allowed])
  const [place, settle] = useState<Place>()
  const { form, dirty, submit, ref, rebase } = useEditForm<EditInterfaceValues>({
    initial: toFormValues(iface),
    schema,
    together: [
      ['historyConfiguration', 'historySeconds'],
      ['min', 'max'],
    ],
    save: async values => {
      const params = { e: base.entity.id, t: base.terminal.id, i: iface.id }
      const fresh = await data(sendEdit({ params, body: interfaces.edit.body.parse(schema.parse(values)) }))
      queryClient.setQueryData(interfaceQuery(iface.id).queryKey, fresh)
      await interfacesChanged()
      toast(t('state.saved'), fresh.displayName)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => queryClient.fetchQuery({ ...interfaceQuery(iface.id), staleTime: 0 }),
    onConflict: now => {
      setBase(now)
      rebase(toFormValues(now))
    },
  })
  const category = categoryOf(form.values.category)
  const categories = useMemo(() => categoryChoices(kindredOf(iface.category), t), [iface.category, t])
  const known = [place, iface.entity, latest?.entity].filter(place => place !== undefined)
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {latest && <InterfaceConflictPanel base={iface} latest={latest} form={form} allowed={allowed} />}
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
              above={iface.rootEntityId ?? iface.entity.id}
              value={form.values.entityId}
              known={known}
              error={errorFor(form.errors, 'entityId')}
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
          <Card title={t(iface.virtual ? 'interface.calculation' : 'interface.connection')}>
            <Entries mode="edit">
              {iface.virtual ? (
                <CalculationEntries
                  form={form}
                  category={category}
                  max={iface.max}
                  terminalId={iface.terminal.id}
                  home={iface.entity.displayName}
                  hidden={iface.hiddenSources}
                />
              ) : (
                <MeasuringEntries form={form} category={category} />
              )}
            </Entries>
          </Card>
          <Card title={t('interface.limits')}>
            <Entries mode="edit">
              <ValueEntries form={form} category={category} poultry={iface.unit === 'g'} isCalculated={iface.calculated} />
            </Entries>
          </Card>
        </>
      ) : (
        <InterfaceInfo interface={iface} named={false} />
      )}
    </EditForm>
  )
}
