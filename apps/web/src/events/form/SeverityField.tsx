import { SEVERITIES, type Severity } from '@steading/contract/events/events'
import { useText } from '../../platform/texts.tsx'
import { ChoiceField } from '../../ui/form/fields/ChoiceField.tsx'
import { SeverityMark, severityWord } from '../../ui/marks/SeverityMark.tsx'

const markOf = (level: Severity) => <SeverityMark level={level} mute />

/** Severity of an event: four choices side by side, each with its mark. */
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
  return (
    <ChoiceField
      className="severity-field"
      required
      label={t('event.severity.label')}
      options={SEVERITIES.map(severity => ({ value: severity, label: t(severityWord[severity]) }))}
      mark={markOf}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
