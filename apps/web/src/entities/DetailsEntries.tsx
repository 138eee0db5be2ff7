import { CHOSEN_STATUSES, CODE_LENGTHS, type Entity, type EntityType } from '@steading/contract/entities'
import { to } from '../app/index.ts'
import { writeSearch } from '../platform/search.ts'
import { useLanguage, useText } from '../platform/texts.tsx'
import { Shown, useFormMode } from '../ui/form/Entries.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextAreaField, TextField } from '../ui/form/TextField.tsx'
import { ZoneField } from '../ui/form/ZoneField.tsx'
import { Link } from '../ui/Link.tsx'
import type { EntityFormState } from './entered.ts'
import { PeopleField } from './PeopleField.tsx'
import { TagsField } from './TagsField.tsx'
import { Tags, kindWord, statusStates } from './words.tsx'

/** What is known of every entity: its name, code, state, size, people and tags. */
export function DetailsEntries({
  form,
  type,
  of,
  tagsAt,
}: {
  form: EntityFormState
  type: EntityType | null
  /** Absent: a new one. */
  of?: Entity
  /** Where its tags come from. */
  tagsAt: string | null
}) {
  const t = useText()
  const mode = useFormMode()
  const { language } = useLanguage()
  const { values } = form
  const length = type ? CODE_LENGTHS[type] : undefined
  const isChosen = !of || CHOSEN_STATUSES.some(one => one === of.status)
  return (
    <>
      <TextField label={t('ui.name')} required max={150} {...form.getInputProps('name')} />
      {mode === 'view' && of && <Shown label={t('entity.type')}>{t(kindWord(of.type, of.parent?.type))}</Shown>}
      {length !== undefined && (
        <TextField
          label={t('entity.code')}
          required
          hint={t('entity.codeHint', { length })}
          {...form.getInputProps('code')}
          onChange={event => form.setFieldValue('code', event.currentTarget.value.toUpperCase().slice(0, length))}
        />
      )}
      {mode === 'view' && of?.parent && (
        <Shown label={t('entity.parent')}>
          <Link href={to('/system/entities/{entityid}/details', { entityid: of.parent.id })}>{of.parent.displayName}</Link>
        </Shown>
      )}
      {mode !== 'view' && isChosen && (
        <SelectField
          label={t('entity.status.label')}
          required
          options={CHOSEN_STATUSES.map(one => ({ value: one, label: t(statusStates[one].word) }))}
          {...form.getInputProps('status')}
        />
      )}
      {mode === 'view' && of?.dashboard && (
        <Shown label={t('ui.dashboard')}>
          <Link href={to('/farmview') + writeSearch({ dashboard: of.dashboard.id })}>{of.dashboard.displayName}</Link>
        </Shown>
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
      <ZoneField
        value={values.timeZone}
        onChange={zone => form.setFieldValue('timeZone', zone)}
        error={form.errors['timeZone']}
        required={mode === 'edit'}
        hint={mode === 'create' && values.timeZone === undefined ? t('entity.asAbove') : undefined}
      />
      <PeopleField
        value={values.responsibleUserIds}
        known={of?.responsibleUsers ?? []}
        hidden={of?.hiddenResponsibles ?? 0}
        onChange={ids => form.setFieldValue('responsibleUserIds', ids)}
        error={firstError(form.errors, 'responsibleUserIds')}
      />
      {mode === 'view' && of ? (
        <Shown label={t('tag.many')}>{of.tags.length > 0 ? <Tags of={of.tags} language={language} /> : null}</Shown>
      ) : (
        <TagsField
          at={tagsAt}
          value={values.tagIds}
          known={of?.tags ?? []}
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
const firstError = (errors: Readonly<Record<string, unknown>>, field: string) => {
  const found = Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1]
  return typeof found === 'string' ? found : undefined
}
