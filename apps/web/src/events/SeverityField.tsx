import { SEVERITIES, type Severity } from '@steading/contract/events'
import { useText } from '../platform/texts.tsx'
import { ChoiceField } from '../ui/form/ChoiceField.tsx'
import { Shown, useFormMode } from '../ui/form/Entries.tsx'
import { SeverityMark, severityWord } from '../ui/marks/SeverityMark.tsx'

const markOf = (level: Severity) => <SeverityMark level={level} mute />

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
  const mode = useFormMode()
  if (mode === 'view') return <Shown label={t('event.severity.label')}>{value && <SeverityMark level={value} word />}</Shown>
  return (
    <ChoiceField
      className="severity-field"
      required
      label={t('event.severity.label')}
      options={SEVERITIES.map(one => ({ value: one, label: t(severityWord[one]) }))}
      mark={markOf}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
