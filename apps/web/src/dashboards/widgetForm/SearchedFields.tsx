import type { Interface } from '@steading/contract/devices/interfaces'
import type { City } from '@steading/contract/widgets/fields'
import type { InterfaceKind } from '@steading/contract/widgets/fitsInterface'
import { houseSensorOf } from '@steading/contract/widgets/houseSensors'
import { batchesAt } from '../../batches/index.ts'
import { PlaceSelect, placesIn } from '../../entities/index.ts'
import { valueWords } from '../../interfaces/index.ts'
import { useText } from '../../platform/texts.tsx'
import { MultiSelectField } from '../../ui/form/fields/MultiSelectField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { type OptionsSource, useAsyncOptions } from '../../ui/form/options/useAsyncOptions.ts'
import { useHouseOptions } from '../house/houseOptions.ts'
import { citiesFound, cityKey, cityLabel, interfacesOfKind, ruleGroupsFound } from './choices.queries.ts'

interface FieldProps {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly required: boolean
}
interface OneProps extends FieldProps {
  readonly value: string | undefined
  readonly onChange: (id: string | undefined) => void
}
interface ManyProps extends FieldProps {
  readonly value: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  readonly max: number
}

/** Name, place and last value of a sensor or device, as an option of a list. */
function useInterfaceOption(found: readonly Interface[]) {
  const t = useText()
  return ({ option }: { option: { value: string; label?: string | undefined } }) => {
    const item = found.find(({ id }) => id === option.value)
    if (!item) return option.label
    return (
      <span className="interface-option">
        <span className="two">
          <span>{item.displayName}</span>
          <span>{item.entity.displayName}</span>
        </span>
        <span className="num dim">{valueWords(item, item.lastConvertedReading, t)}</span>
      </span>
    )
  }
}

interface InterfaceProps {
  readonly kind: InterfaceKind
  /** Sensors of whichever house the dashboard shows are offered, too. */
  readonly ofHouse: boolean
  /** Searched first. */
  readonly entityId: string | undefined
}

/** Sensors and devices to choose from; a chosen one that was deleted or is out of reach is named so, to be replaced or removed. */
function useInterfaceOptions(kind: InterfaceKind, entityId: string | undefined, chosen: readonly string[]) {
  const t = useText()
  const named = chosen.filter(id => !houseSensorOf(id))
  const { options, absent, ...rest } = useAsyncOptions(interfacesOfKind(kind, entityId), { chosen: named })
  const absentOptions = absent.map(id => ({ value: id, label: t('widget.form.gone') }))
  return { ...rest, options: [...absentOptions, ...options] }
}

export function InterfaceField({ kind, ofHouse, entityId, value, hint, onChange, ...props }: OneProps & InterfaceProps) {
  const chosen = value === undefined ? [] : [value]
  const house = useHouseOptions(kind, ofHouse, chosen)
  const { options, found, search, failed, more } = useInterfaceOptions(kind, entityId, chosen)
  return (
    <SelectField
      {...props}
      options={house.join(options)}
      value={value}
      hint={failed ?? more ?? hint}
      onSearch={text => {
        house.type(text)
        search(text)
      }}
      onChange={id => onChange(id ?? undefined)}
      renderOption={useInterfaceOption(found)}
    />
  )
}

export function InterfacesField({ kind, ofHouse, entityId, value, hint, onChange, ...props }: ManyProps & InterfaceProps) {
  const house = useHouseOptions(kind, ofHouse, value)
  const { options, found, search, failed, more } = useInterfaceOptions(kind, entityId, value)
  return (
    <MultiSelectField
      {...props}
      options={house.join(options)}
      value={value}
      hint={more ?? hint}
      failed={failed}
      onSearch={text => {
        house.type(text)
        search(text)
      }}
      onChange={onChange}
      renderOption={useInterfaceOption(found)}
    />
  )
}

export const EntityField = ({ value, onChange, ...props }: OneProps) => (
  <PlaceSelect {...props} value={value ?? null} onChange={id => onChange(id ?? undefined)} />
)

export function BatchField({ entityId, value, hint, onChange, ...props }: OneProps & { readonly entityId: string | undefined }) {
  const { options, search, failed, more } = useAsyncOptions(batchesAt(entityId), { chosen: value === undefined ? [] : [value] })
  return (
    <SelectField
      {...props}
      options={options}
      value={value}
      hint={failed ?? more ?? hint}
      onSearch={search}
      onChange={id => onChange(id ?? undefined)}
    />
  )
}

function FoundManyField<C>({ source, value, hint, ...props }: ManyProps & { readonly source: OptionsSource<C> }) {
  const { options, search, failed, more } = useAsyncOptions(source, { chosen: value })
  return <MultiSelectField {...props} options={options} value={value} hint={more ?? hint} failed={failed} onSearch={search} />
}

const places = placesIn()
export const EntitiesField = (props: ManyProps) => <FoundManyField {...props} source={places} />
export const RuleGroupsField = (props: ManyProps) => <FoundManyField {...props} source={ruleGroupsFound} />

export function CityField({
  value,
  onChange,
  ...props
}: FieldProps & { readonly value: City | undefined; readonly onChange: (city: City | undefined) => void }) {
  const t = useText()
  const known = value ? [{ value: cityKey(value), label: cityLabel(value) }] : []
  const chosen = known.map(option => option.value)
  const { options, found, search, failed } = useAsyncOptions(citiesFound, { chosen, known })
  return (
    <SelectField
      {...props}
      options={options}
      value={chosen[0]}
      hint={failed ? t('widget.form.noPlaces') : t('widget.fieldHint.city')}
      onSearch={search}
      nothingFound={failed ? t('widget.form.noPlaces') : t('list.filteredEmpty')}
      onChange={key => onChange(found.find(city => cityKey(city) === key) ?? (key && value ? value : undefined))}
    />
  )
}
