import type { Interface, Value } from '@steading/contract/interfaces'
import { number } from '@steading/locales/format'
import { useId } from 'react'
import { useText } from '../platform/texts.tsx'
import { DragSlider } from '../ui/form/DragSlider.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { valueText } from '../widgets/index.ts'
import './interfaces.css'

/** The value to set: two large choices for what is on or off, a slider with its figure for a percentage, a number for the rest. */
export function Setting({ of, value, set }: { of: Interface; value: Value | null; set: (value: Value | null) => void }) {
  const t = useText()
  const group = useId()
  const shown = typeof value === 'number' ? value : undefined
  if (of.terminalInterfaceDataType === 'BOOLEAN')
    return (
      <fieldset className="settings">
        <legend className="vh">{t('actuation.value')}</legend>
        {[true, false].map(one => (
          <label key={String(one)}>
            <input type="radio" name={group} checked={value === one} onChange={() => set(one)} />
            {valueText(of, one, t)}
          </label>
        ))}
      </fieldset>
    )
  const [min, max] = [of.min ?? undefined, of.max ?? undefined]
  return (
    <div className="setting">
      <NumberField
        label={t('actuation.value')}
        value={shown}
        onChange={next => set(next ?? null)}
        decimals={of.decimals}
        min={min}
        max={max}
        unit={of.unit ?? ''}
        data-autofocus
      />
      {of.unit === '%' && (
        <DragSlider
          value={shown ?? min ?? 0}
          onChange={set}
          onHandleCancel={set}
          min={min ?? 0}
          max={max ?? 100}
          step={of.decimals > 0 ? 10 ** -of.decimals : 1}
          label={null}
          size={8}
          radius={100}
          thumbSize={28}
          thumbLabel={of.displayName}
          thumbValueText={`${number(shown ?? min ?? 0, t, of.decimals)} ${of.unit}`}
          className="setting-slider"
        />
      )}
    </div>
  )
}
