import { LIMITS } from '@steading/contract/box/limits'
import { CATEGORIES, type CategoryId } from '@steading/contract/devices/categories'
import { HISTORIES, unitOf } from '@steading/contract/devices/interfaces'
import { duration, quantity } from '@steading/locales/format'
import { useText } from '../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { SwitchField } from '../../ui/form/fields/SwitchField.tsx'
import { valueText } from '../subject.ts'
import { type InterfaceForm, traitsOf } from './interfaceForm.ts'
import { historyName } from '../words.ts'

/**
 * Which values are believed, what an output falls back to, and what is kept of them. `poultry`: it weighs in grams. A calculated
 * register is believed as its sources are.
 */
export function ValueEntries({
  form,
  category,
  poultry = false,
  isCalculated,
}: {
  form: InterfaceForm
  category: CategoryId | undefined
  poultry?: boolean
  isCalculated: boolean
}) {
  const t = useText()
  const mode = useFormMode()
  const { isNumber, isCounter, isOutput, isBoolean, isScale, isSilo } = traitsOf(category)
  const its = category && CATEGORIES[category]
  const range = (poultry && its?.poultry) || its
  const symbol = category ? (unitOf(category, range?.max ?? null)?.symbol ?? '') : ''
  const decimals = its?.decimals ?? 1
  const usual = (value: number | null | undefined) =>
    typeof value === 'number' ? t('interface.usualValue', { value: quantity(value, symbol, t) }) : ''
  const { historyConfiguration } = form.values
  return (
    <>
      {isNumber && category && (
        <>
          <NumberField
            label={t('interface.lowest')}
            unit={symbol}
            decimals={decimals}
            hint={usual(range?.min)}
            {...form.getInputProps('min')}
          />
          {(!isScale || mode === 'view') && (
            <NumberField
              label={t('interface.highest')}
              unit={symbol}
              decimals={decimals}
              hint={usual(range?.max)}
              {...form.getInputProps('max')}
            />
          )}
        </>
      )}
      {isOutput &&
        category &&
        (isBoolean ? (
          <SelectField
            label={t('interface.safeValue')}
            hint={t('interface.safeValueHint')}
            options={['0', '1'].map(value => ({ value, label: valueText({ category, decimals: 0 }, value === '1', t) }))}
            value={form.values.safeValue === undefined ? null : String(form.values.safeValue)}
            onChange={next => form.setFieldValue('safeValue', next === null ? undefined : Number(next))}
            error={form.errors['safeValue']}
          />
        ) : (
          <NumberField
            label={t('interface.safeValue')}
            unit={symbol}
            decimals={decimals}
            hint={t('interface.safeValueHint')}
            {...form.getInputProps('safeValue')}
          />
        ))}
      {category === 'ALARM_SIREN' && mode === 'view' && (
        <ReadOnlyField label={t('interface.siren')}>
          {t('interface.sirenWhen', { minutes: LIMITS.sirenAfter / 60 })}
        </ReadOnlyField>
      )}
      {isCounter && !isCalculated && (
        <>
          <NumberField
            label={t('interface.modulus')}
            unit={symbol}
            decimals={decimals}
            hint={t('interface.modulusHint')}
            {...form.getInputProps('modulus')}
          />
          <NumberField
            label={t('interface.maxRate')}
            unit={`${symbol}/min`}
            decimals={3}
            hint={t('interface.maxRateHint')}
            {...form.getInputProps('maxRate')}
          />
        </>
      )}
      {isSilo && (
        <NumberField
          label={t('interface.capacity')}
          unit={symbol}
          min={1}
          max={60_000}
          hint={t('interface.capacityHint')}
          {...form.getInputProps('capacity')}
        />
      )}
      <SelectField
        label={t('interface.keeps')}
        required={mode === 'edit'}
        hint={mode === 'create' && its && t('interface.usualHistory', { history: historyName(its.history.mode, t) })}
        options={HISTORIES.map(value => ({ value: value as string, label: historyName(value, t) }))}
        {...form.getInputProps('historyConfiguration')}
      />
      {historyConfiguration === 'TIME_INTERVAL' &&
        (mode === 'view' ? (
          <ReadOnlyField label={t('interface.interval')}>{duration(form.values.historySeconds, t)}</ReadOnlyField>
        ) : (
          <NumberField label={t('interface.interval')} unit="s" min={1} max={86_400} {...form.getInputProps('historySeconds')} />
        ))}
      <SwitchField label={t('interface.hidden')} {...form.getInputProps('hidden', { type: 'checkbox' })} />
    </>
  )
}
