import { SEVERITIES, type Severity } from '@steading/contract/events/kinds'
import { useText } from '../../platform/texts.tsx'
import { ChoiceField } from '../../ui/form/fields/ChoiceField.tsx'
import { SeverityMark, severityWord } from '../../ui/marks/SeverityMark.tsx'

const markOf = (level: Severity) => <SeverityMark level={level} mute />

/** Priority of a task: four choices side by side, each with its mark. */
export function PriorityField({ value, onChange }: { value: Severity; onChange: (value: Severity) => void }) {
  const t = useText()
  return (
    <ChoiceField
      className="severity-field"
      required
      label={t('task.priority')}
      options={SEVERITIES.map(level => ({ value: level, label: t(severityWord[level]) }))}
      mark={markOf}
      value={value}
      onChange={onChange}
    />
  )
}
