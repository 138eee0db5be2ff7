import type { WidgetFile } from '@steading/contract/widgets/dashboards'
import { type City, RANGES, type WidgetField } from '@steading/contract/widgets/fields'
import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import { useText } from '../../platform/texts.tsx'
import { CheckGroup } from '../../ui/form/fields/CheckGroup.tsx'
import { ChoiceField } from '../../ui/form/fields/ChoiceField.tsx'
import { MultiSelectField } from '../../ui/form/fields/MultiSelectField.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { SwitchField } from '../../ui/form/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '../../ui/form/fields/TextField.tsx'
import { UrlField } from '../../ui/form/fields/UrlField.tsx'
import { DayField } from '../../ui/moment/DayField.tsx'
import { fieldHint, fieldLabel, fieldUnit, optionWord } from './fieldWords.ts'
import { PicturesField } from './PicturesField.tsx'
import {
  BatchField,
  CityField,
  EntitiesField,
  EntityField,
  InterfaceField,
  InterfacesField,
  RuleGroupsField,
} from './SearchedFields.tsx'
import type { Upload } from './uploads.ts'

/** Letters of the longest of so many options that stand side by side; longer or more options are a list. */
const MOST_LETTERS: Readonly<Record<number, number>> = { 2: 14, 3: 8, 4: 5 }
const isSideBySide = (labels: readonly string[]): boolean =>
  labels.every(label => label.length <= (MOST_LETTERS[labels.length] ?? 0))
/** Options with a box each at most; more are found by typing. */
const MOST_BOXES = 14

/** The entry of one declared field. */
export function FieldEntry({
  type,
  name,
  field,
  value,
  options,
  required,
  error,
  entityId,
  stored,
  uploads,
  onChange,
  onUploads,
}: {
  type: WidgetTypeName
  name: string
  field: WidgetField
  value: unknown
  /** Of a choice, those that the other fields allow. */
  options: readonly string[]
  required: boolean
  error: string | undefined
  /** Where sensors and batches are searched first. */
  entityId: string | undefined
  /** Pictures of the saved widget, and those that were chosen since. */
  stored: readonly WidgetFile[]
  uploads: readonly Upload[]
  onChange: (value: unknown) => void
  onUploads: (added: readonly Upload[]) => void
}) {
  const t = useText()
  const common = { label: fieldLabel(name, t), hint: fieldHint(type, name, t), error, required }
  const text = typeof value === 'string' ? value : undefined
  const list = Array.isArray(value) ? (value as readonly string[]) : [] // safe: lists of a configuration hold texts
  const typed = {
    ...common,
    value: text ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  const optionsOf = (values: readonly string[]) => values.map(option => ({ value: option, label: optionWord(name, option, t) }))
  switch (field.kind) {
    case 'text':
      return <TextField {...typed} max={field.max} autoComplete="off" />
    case 'longText':
      return <TextAreaField {...typed} max={field.max} />
    case 'url':
      return (
        <div className="entry-wide">
          <UrlField {...typed} />
        </div>
      )
    case 'number':
      return (
        <NumberField
          label={common.label}
          error={error}
          required={'fallback' in field}
          {...(common.hint !== undefined && { hint: common.hint })}
          unit={fieldUnit(name, field)}
          decimals={field.decimals}
          min={field.min}
          max={field.max}
          value={typeof value === 'number' ? value : undefined}
          onChange={onChange}
        />
      )
    case 'choice': {
      const offered = optionsOf(options)
      return isSideBySide(offered.map(({ label }) => label)) ? (
        <ChoiceField label={common.label} options={offered} value={text ?? null} error={error} onChange={onChange} />
      ) : (
        <SelectField
          {...common}
          required={false}
          clearable={false}
          options={offered}
          value={text}
          onChange={next => next !== null && onChange(next)}
        />
      )
    }
    case 'choices': {
      const options = optionsOf(field.options)
      return options.length <= MOST_BOXES ? (
        <CheckGroup
          className="entry-wide boxes"
          label={common.label}
          hint={common.hint}
          error={error}
          options={options}
          value={list}
          min={field.least}
          onChange={onChange}
        />
      ) : (
        <MultiSelectField {...common} options={options} value={list} onChange={onChange} />
      )
    }
    case 'toggle':
      return (
        <SwitchField
          label={common.label}
          hint={common.hint}
          error={error}
          checked={value === true}
          onChange={event => onChange(event.currentTarget.checked)}
        />
      )
    case 'hours': {
      const own = typeof value === 'number' && !RANGES.some(range => range === value) ? [value] : []
      const options = [...RANGES, ...own].map(hours => ({
        value: String(hours),
        label: hours % 24 > 0 ? t('duration.hours', { count: hours }) : t('duration.days', { count: hours / 24 }),
      }))
      return (
        <SelectField
          {...common}
          required={false}
          clearable={false}
          options={options}
          value={String(value)}
          onChange={next => next !== null && onChange(Number(next))}
        />
      )
    }
    case 'day':
      return <DayField {...common} value={text} onChange={onChange} />
    case 'interface':
      return (
        <InterfaceField
          {...common}
          kind={field.fits}
          ofHouse={'ofHouse' in field}
          entityId={entityId}
          value={text}
          onChange={onChange}
        />
      )
    case 'interfaces':
      return (
        <div className="entry-wide">
          <InterfacesField
            {...common}
            kind={field.fits}
            ofHouse={'ofHouse' in field}
            entityId={entityId}
            max={field.most}
            value={list}
            onChange={onChange}
          />
        </div>
      )
    case 'entity':
      return <EntityField {...common} value={text} onChange={onChange} />
    case 'entities':
      return <EntitiesField {...common} max={field.most} value={list} onChange={onChange} />
    case 'batch':
      return <BatchField {...common} entityId={entityId} value={text} onChange={onChange} />
    case 'ruleGroups':
      return <RuleGroupsField {...common} max={field.most} value={list} onChange={onChange} />
    case 'pictures':
      return (
        <PicturesField
          label={required ? `${common.label} *` : common.label}
          most={field.most}
          value={list}
          stored={stored}
          uploads={uploads}
          error={error}
          onChange={(names, added) => {
            onUploads(added)
            onChange(names)
          }}
        />
      )
    case 'city':
      return <CityField {...common} value={value as City | undefined} onChange={onChange} /> // safe: only what parsed is kept
  }
}
