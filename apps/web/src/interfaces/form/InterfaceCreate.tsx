import { CATEGORIES, CATEGORY_IDS } from '@steading/contract/devices/categories'
import { interfaces } from '@steading/contract/devices/interfaces'
import { operationsOf } from '@steading/contract/devices/virtualSources'
import { useRouterState } from '@tanstack/react-router'
import { useId, useMemo, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { parseSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { CreateForm } from '../../ui/form/edit/CreateForm.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { SwitchField } from '../../ui/form/fields/SwitchField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useGo } from '../../ui/Link.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Card } from '../../ui/page/Card.tsx'
import { CalculationEntries } from './CalculationEntries.tsx'
import { type NewInterfaceValues, emptyValues, categoryOf, newSchema, traitsOf } from './interfaceForm.ts'
import { calls, interfacesChanged } from '../interfaces.queries.ts'
import { MeasuringEntries } from './MeasuringEntries.tsx'
import { type Place, PlaceBelowField } from './PlaceBelowField.tsx'
import { useTerminal } from '../terminal.choices.ts'
import { type TerminalOption, TerminalField } from './TerminalField.tsx'
import { ValueEntries } from './ValueEntries.tsx'
import { categoryChoices } from '../words.ts'
import '../interfaces.css'

const calculable = CATEGORY_IDS.filter(id => operationsOf(id).length > 0)
const string = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** A new sensor or device: one that a box has, or one that is calculated of others. `?terminalId=` chooses the box. */
export default function InterfaceCreate() {
  const sendCreate = useWrite(['interfaces', 'create'], calls.interfaces.create)
  const t = useText()
  const go = useGo()
  const wished = parseSearch(useRouterState({ select: state => state.location.searchStr }))['terminalId']
  const [isCalculated, calculate] = useState(false)
  const { form, submit, ref } = useEditForm<NewInterfaceValues>({
    initial: emptyValues(string(wished) ?? null),
    schema: newSchema(isCalculated),
    save: async values => {
      const created = await data(sendCreate({ body: interfaces.create.body.parse(newSchema(isCalculated).parse(values)) }))
      await interfacesChanged()
      toast(t('state.saved'), created.displayName)
      go(to('/system/interfaces/details/{interfaceId}', { interfaceId: created.id }))
    },
  })
  const { values, errors } = form
  const [chosen, choose] = useState<TerminalOption>()
  const [place, settle] = useState<Place>()
  const wishedBox = useTerminal(chosen ? undefined : string(wished))
  const box = chosen ?? wishedBox
  const category = categoryOf(values.category)
  const categories = useMemo(() => categoryChoices(isCalculated ? calculable : CATEGORY_IDS, t), [isCalculated, t])
  const forgetSources = () => form.setFieldValue('virtual.sourceIds', [])
  const setCategory = (next: string | null) => {
    form.setFieldValue('category', next)
    forgetSources()
    const [first] = categoryOf(next) ? operationsOf(categoryOf(next)!) : []
    if (first) form.setFieldValue('virtual.operation', first)
  }
  const setCalculated = (next: boolean) => {
    calculate(next)
    if (next && category && !calculable.includes(category)) setCategory(null)
  }
  return (
    <CreateForm
      title={t('interface.new')}
      back={{ href: listHref('/system/interfaces'), label: t('interface.many') }}
      form={{ submit, ref }}
    >
      <div className="stack">
        <Card title={t('interface.whatAndWhere')}>
          <Entries mode="create">
            <NatureField isCalculated={isCalculated} onChange={setCalculated} />
            <TextField label={t('ui.name')} required max={50} {...form.getInputProps('displayName')} />
            <SelectField
              label={t('interface.category')}
              required
              options={categories}
              {...form.getInputProps('category')}
              onChange={setCategory}
            />
            <TerminalField
              value={values.terminalId}
              chosen={box}
              error={string(errors['terminalId'])}
              onChange={next => {
                choose(next ?? undefined)
                form.setFieldValue('terminalId', next?.id ?? null)
                form.setFieldValue('entityId', null)
                forgetSources()
              }}
            />
            <PlaceBelowField
              above={values.terminalId === null ? undefined : box?.rootEntity.id}
              value={values.entityId}
              known={place ? [place] : []}
              // Until there is a box to choose by, the field says so itself.
              error={values.terminalId === null ? undefined : string(errors['entityId'])}
              onChange={next => {
                settle(next ?? undefined)
                form.setFieldValue('entityId', next?.id ?? null)
              }}
            />
            {traitsOf(category).isScale && category && (
              <SwitchField label={t('interface.poultry')} {...form.getInputProps('poultry', { type: 'checkbox' })} />
            )}
          </Entries>
        </Card>
        <Card title={t(isCalculated ? 'interface.calculation' : 'interface.connection')}>
          <Entries mode="create">
            {isCalculated ? (
              <CalculationEntries
                form={form}
                category={category}
                max={(values.poultry && category && CATEGORIES[category].poultry?.max) || null}
                terminalId={values.terminalId}
              />
            ) : (
              <MeasuringEntries form={form} category={category} />
            )}
          </Entries>
        </Card>
        <Card title={t('interface.limits')}>
          <Entries mode="create">
            <ValueEntries form={form} category={category} poultry={values.poultry} isCalculated={isCalculated} />
          </Entries>
        </Card>
      </div>
    </CreateForm>
  )
}

/** Whether a box measures it or it is calculated of others. */
function NatureField({ isCalculated, onChange }: { isCalculated: boolean; onChange: (isCalculated: boolean) => void }) {
  const t = useText()
  const group = useId()
  return (
    <fieldset className="nature entry-wide">
      <legend>{t('interface.comesFrom')}</legend>
      <div className="settings">
        <label>
          <input type="radio" name={group} checked={!isCalculated} onChange={() => onChange(false)} />
          {t('interface.measured')}
        </label>
        <label>
          <input type="radio" name={group} checked={isCalculated} onChange={() => onChange(true)} />
          {t('interface.calculated')}
        </label>
      </div>
    </fieldset>
  )
}
