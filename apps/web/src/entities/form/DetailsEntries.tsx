import { CHOSEN_STATUSES, CODE_LENGTHS, HOUSE_FIELDS, type Entity, type EntityType } from '@steading/contract/entities/entities'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import type { TextKey } from '@steading/locales/text'
import { useLanguage, useText } from '../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextAreaField, TextField } from '../../ui/form/fields/TextField.tsx'
import { ZoneField } from '../../ui/form/fields/ZoneField.tsx'
import { Link } from '../../ui/Link.tsx'
import type { EntityFormState } from './entityForm.ts'
import { PeopleField } from './PeopleField.tsx'
import { TagsField } from '../tags/TagsField.tsx'
import { TagList, kindWord, statusStates } from '../words.tsx'

/** What is known of every entity: its name, code, state, size, people and tags. */
export function DetailsEntries({
  form,
  type,
  entity,
  tagsAt,
}: {
  form: EntityFormState
  type: EntityType | null
  /** Absent: a new one. */
  entity?: Entity
  /** Where its tags come from. */
  tagsAt: string | null
}) {
  const t = useText()
  const mode = useFormMode()
  const { language } = useLanguage()
  const { values } = form
  const length = type ? CODE_LENGTHS[type] : undefined
  const isChosen = !entity || CHOSEN_STATUSES.some(status => status === entity.status)
  return (
    <>
      <TextField label={t('ui.name')} required max={150} {...form.getInputProps('name')} />
      {mode === 'view' && entity && (
        <ReadOnlyField label={t('entity.type')}>{t(kindWord(entity.type, entity.parent?.type))}</ReadOnlyField>
      )}
      {length !== undefined && (
        <TextField
          label={t('entity.code')}
          required
          hint={t('entity.codeHint', { length })}
          {...form.getInputProps('code')}
          onChange={event => form.setFieldValue('code', event.currentTarget.value.toUpperCase().slice(0, length))}
        />
      )}
      {mode === 'view' && entity?.parent && (
        <ReadOnlyField label={t('entity.parent')}>
          <Link href={to('/system/entities/{entityid}/details', { entityid: entity.parent.id })}>
            {entity.parent.displayName}
          </Link>
        </ReadOnlyField>
      )}
      {mode !== 'view' && isChosen && (
        <SelectField
          label={t('entity.status.label')}
          required
          options={CHOSEN_STATUSES.map(status => ({ value: status, label: t(statusStates[status].word) }))}
          {...form.getInputProps('status')}
        />
      )}
      {mode === 'view' && entity?.dashboard && (
        <ReadOnlyField label={t('ui.dashboard')}>
          <Link href={to('/farmview') + writeSearch({ dashboard: entity.dashboard.id })}>{entity.dashboard.displayName}</Link>
        </ReadOnlyField>
      )}
      <NumberField
        label={t('entity.area')}
        unit="m²"
        min={0}
        decimals={mode === 'view' ? 2 : 10}
        {...form.getInputProps('area')}
      />
      <NumberField
        label={t('entity.usableArea')}
        unit="m²"
        min={0}
        decimals={mode === 'view' ? 2 : 10}
        {...form.getInputProps('usableArea')}
      />
      {type === 'SECTOR' &&
        HOUSE_ENTRIES.map(({ field, unit, decimals, hint }) => (
          <NumberField
            key={field}
            label={t(`entity.${field}`)}
            {...(hint && mode !== 'view' && { hint: t(hint) })}
            unit={unit}
            min={0}
            decimals={decimals}
            {...form.getInputProps(field)}
          />
        ))}
      <ZoneField
        value={values.timeZone}
        onChange={zone => form.setFieldValue('timeZone', zone)}
        error={form.errors['timeZone']}
        required={mode === 'edit'}
        hint={mode === 'create' && values.timeZone === undefined ? t('entity.asAbove') : undefined}
      />
      <PeopleField
        value={values.responsibleUserIds}
        known={entity?.responsibleUsers ?? []}
        hidden={entity?.hiddenResponsibles ?? 0}
        onChange={ids => form.setFieldValue('responsibleUserIds', ids)}
        error={firstError(form.errors, 'responsibleUserIds')}
      />
      {mode === 'view' && entity ? (
        <ReadOnlyField label={t('tag.many')}>
          {entity.tags.length > 0 ? <TagList of={entity.tags} language={language} /> : null}
        </ReadOnlyField>
      ) : (
        <TagsField
          at={tagsAt}
          value={values.tagIds}
          known={entity?.tags ?? []}
          onChange={ids => form.setFieldValue('tagIds', ids)}
          error={firstError(form.errors, 'tagIds')}
        />
      )}
      {(mode !== 'view' || values.entityInfo !== '') && (
        <TextAreaField label={t('entity.notes')} max={1000} {...form.getInputProps('entityInfo')} />
      )}
    </>
  )
}
const HOUSE_ENTRIES = [
  { field: 'height', unit: 'm', decimals: 2, hint: undefined },
  { field: 'ventilationCapacity', unit: 'm³/h', decimals: 0, hint: 'entity.ventilationCapacityHint' },
  { field: 'distressTemperature', unit: '°C', decimals: 1, hint: 'entity.heatLimitsHint' },
  { field: 'lethalTemperature', unit: '°C', decimals: 1, hint: undefined },
] as const satisfies readonly {
  readonly field: (typeof HOUSE_FIELDS)[number]
  readonly hint: TextKey | undefined
  [key: string]: unknown
}[]

const firstError = (errors: Readonly<Record<string, unknown>>, field: string) => {
  const found = Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1]
  return typeof found === 'string' ? found : undefined
}
