import { SEVERITIES, type Severity } from '@steading/contract/events'
import { useId } from 'react'
import { useText } from '../platform/texts.tsx'
import { Shown, useFormMode } from '../ui/form/Entries.tsx'
import { SeverityMark, severityWord } from '../ui/marks/SeverityMark.tsx'

/** How grave it is: one of four, side by side, each with its mark. */
export function SeverityField({
  value,
  onChange,
  error,
}: {
  value: Severity | null
  onChange: (value: Severity) => void
  error: string | undefined
}) {
  const t = useText()
  const id = useId()
  const mode = useFormMode()
  if (mode === 'view') return <Shown label={t('event.severity.label')}>{value && <SeverityMark level={value} word />}</Shown>
  return (
    // The one answer that is wrong is wrong as a whole.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <fieldset
      className="span-field severity-field"
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>
        {t('event.severity.label')}
        <span className="span-must" aria-hidden>
          {' *'}
        </span>
      </legend>
      <div className="choices">
        {SEVERITIES.map(one => (
          <label key={one}>
            <input type="radio" name={id} checked={one === value} onChange={() => onChange(one)} />
            <SeverityMark level={one} mute />
            {t(severityWord[one])}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="span-wrong">
          {error}
        </p>
      )}
    </fieldset>
  )
}
