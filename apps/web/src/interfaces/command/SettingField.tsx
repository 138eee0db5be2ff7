import type { Interface, Value } from '@steading/contract/devices/interfaces'
import { number } from '@steading/locales/format'
import { useId } from 'react'
import { useText } from '../../platform/texts.tsx'
import { DragSlider } from '../../ui/form/slider/DragSlider.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { valueText } from '../subject.ts'
import '../interfaces.css'

/** The value to set: two large choices for what is on or off, a slider with its figure for a percentage, a number for the rest. */
export function SettingField({
  interface: iface,
  value,
  set,
}: {
  interface: Interface
  value: Value | null
  set: (value: Value | null) => void
}) {
  const t = useText()
  const group = useId()
  const shown = typeof value === 'number' ? value : undefined
  if (iface.terminalInterfaceDataType === 'BOOLEAN')
    return (
      <fieldset className="settings">
        <legend className="vh">{t('actuation.value')}</legend>
        {[true, false].map(item => (
          <label key={String(item)}>
            <input type="radio" name={group} checked={value === item} onChange={() => set(item)} />
            {valueText(iface, item, t)}
          </label>
        ))}
      </fieldset>
    )
  const [min, max] = [iface.min ?? undefined, iface.max ?? undefined]
  return (
    <div className="setting">
      <NumberField
        label={t('actuation.value')}
        value={shown}
        onChange={next => set(next ?? null)}
        decimals={iface.decimals}
        min={min}
        max={max}
        unit={iface.unit ?? ''}
        data-autofocus
      />
      {iface.unit === '%' && (
        <DragSlider
          value={shown ?? min ?? 0}
          onChange={set}
          onHandleCancel={set}
          min={min ?? 0}
          max={max ?? 100}
          step={iface.decimals > 0 ? 10 ** -iface.decimals : 1}
          label={null}
          size={8}
          radius={100}
          thumbSize={28}
          thumbLabel={iface.displayName}
          thumbValueText={`${number(shown ?? min ?? 0, t, iface.decimals)} ${iface.unit}`}
          className="setting-slider"
        />
      )}
    </div>
  )
}
