import { CATEGORIES, CATEGORY_IDS, isCategory } from '@steading/contract/categories'
import { HISTORIES, interfaces } from '@steading/contract/interfaces'
import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { to } from '../app/index.ts'
import { useEntityChoices } from '../entities/index.ts'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { parseSearch } from '../platform/search.ts'
import { useText } from '../platform/texts.tsx'
import { CreateForm } from '../ui/form/CreateForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { calls } from './interfaces.queries.ts'
import { useTerminals } from './terminal.choices.ts'
import { categoryName, historyName } from './words.ts'

const schema = interfaces.create.body

/** As a form holds it while it is filled in. */
interface Entered {
  displayName: string
  terminalId: string | null
  entityId: string | null
  category: string | null
  address: string
  every: number | undefined
  factor: number | undefined
  offset: number | undefined
  historyConfiguration: string | undefined
  modulus: number | undefined
  maxRate: number | undefined
}

const isCounter = (category: string | null) =>
  category !== null && isCategory(category) && CATEGORIES[category].kind === 'COUNTER'

/** What is sent: how a counter counts is nobody else's, whatever was chosen before. */
const bodyOf = (values: Entered) =>
  schema.parse(isCounter(values.category) ? values : { ...values, modulus: undefined, maxRate: undefined })

/** A new sensor or device on a box. `?terminalId=` chooses the box. */
export default function InterfaceCreate() {
  const t = useText()
  const go = useGo()
  const wished = parseSearch(useRouterState({ select: state => state.location.searchStr }))['terminalId']
  const terminalId = typeof wished === 'string' ? wished : null
  const { form, submit, ref } = useEditForm<Entered>({
    initial: {
      displayName: '',
      terminalId,
      entityId: null,
      category: null,
      address: '',
      every: 60,
      factor: 1,
      offset: 0,
      historyConfiguration: undefined,
      modulus: undefined,
      maxRate: undefined,
    },
    schema,
    save: async values => {
      const made = await data(calls.interfaces.create({ body: bodyOf(values) }))
      toast(t('state.saved'), made.displayName)
      await queryClient.invalidateQueries({ queryKey: ['interfaces'] })
      go(to('/system/interfaces/details/{interfaceId}', { interfaceId: made.id }))
    },
  })
  const { values } = form
  const boxes = useTerminals('')
  const box = boxes.find(one => one.id === values.terminalId)
  const places = useEntityChoices(box?.rootEntity.id)
  const categories = useMemo(
    () =>
      CATEGORY_IDS.map(id => ({ value: id as string, label: categoryName(id, t) })).toSorted((a, b) =>
        a.label.localeCompare(b.label),
      ),
    [t],
  )
  const category = CATEGORY_IDS.find(id => id === values.category)
  const isNumeric = category === undefined || CATEGORIES[category].unit !== null
  const usual = category && historyName(CATEGORIES[category].history.mode, t)
  return (
    <CreateForm
      title={t('interface.new')}
      back={{ href: listHref('/system/interfaces'), label: t('interface.many') }}
      form={{ submit, ref }}
    >
      <div className="stack">
        <Card title={t('interface.whatAndWhere')}>
          <Entries mode="create">
            <TextField label={t('ui.name')} required max={50} {...form.getInputProps('displayName')} />
            <SelectField label={t('interface.category')} required options={categories} {...form.getInputProps('category')} />
            <SelectField
              label={t('terminal.one')}
              required
              options={boxes.map(one => ({ value: one.id, label: one.displayName }))}
              {...form.getInputProps('terminalId')}
            />
            <SelectField label={t('entity.generic')} required options={places} {...form.getInputProps('entityId')} />
          </Entries>
        </Card>
        <Card title={t('interface.connection')}>
          <Entries mode="create">
            <TextField
              label={t('interface.address')}
              required
              max={200}
              hint={t('interface.addressHint')}
              {...form.getInputProps('address')}
            />
            <NumberField label={t('interface.every')} required unit="s" min={1} max={86_400} {...form.getInputProps('every')} />
            {isNumeric && (
              <>
                <NumberField
                  label={t('interface.factor')}
                  decimals={6}
                  hint={t('interface.factorHint')}
                  {...form.getInputProps('factor')}
                />
                <NumberField label={t('interface.offset')} decimals={6} {...form.getInputProps('offset')} />
              </>
            )}
            {category && isCounter(category) && (
              <>
                <NumberField
                  label={t('interface.modulus')}
                  unit={CATEGORIES[category].unit?.symbol ?? ''}
                  hint={t('interface.modulusHint')}
                  {...form.getInputProps('modulus')}
                />
                <NumberField
                  label={t('interface.maxRate')}
                  unit={`${CATEGORIES[category].unit?.symbol ?? ''}/min`}
                  decimals={3}
                  hint={t('interface.maxRateHint')}
                  {...form.getInputProps('maxRate')}
                />
              </>
            )}
            <SelectField
              label={t('interface.keeps')}
              hint={usual && t('interface.usualHistory', { history: usual })}
              options={HISTORIES.map(one => ({ value: one as string, label: historyName(one, t) }))}
              {...form.getInputProps('historyConfiguration')}
              onChange={next => form.setFieldValue('historyConfiguration', next ?? undefined)}
            />
          </Entries>
        </Card>
      </div>
    </CreateForm>
  )
}
