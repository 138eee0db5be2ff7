import type { CategoryId } from '@steading/contract/devices/categories'
import { duration } from '@steading/locales/format'
import { useText } from '../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { type InterfaceForm, traitsOf } from './interfaceForm.ts'

/** How a box comes to the value: where its driver finds it, how often, and what it makes of the raw value. */
export function MeasuringEntries({ form, category }: { form: InterfaceForm; category: CategoryId | undefined }) {
  const t = useText()
  const mode = useFormMode()
  return (
    <>
      <TextField
        label={t('interface.address')}
        required
        max={200}
        hint={t('interface.addressHint')}
        {...form.getInputProps('address')}
      />
      {mode === 'view' ? (
        <ReadOnlyField label={t('interface.every')}>{duration(form.values.every, t)}</ReadOnlyField>
      ) : (
        <NumberField label={t('interface.every')} required unit="s" min={1} max={86_400} {...form.getInputProps('every')} />
      )}
      {traitsOf(category).isNumber && (
        <>
          <NumberField
            label={t('interface.factor')}
            required
            decimals={6}
            hint={t('interface.factorHint')}
            {...form.getInputProps('factor')}
          />
          <NumberField label={t('interface.offset')} required decimals={6} {...form.getInputProps('offset')} />
        </>
      )}
    </>
  )
}
