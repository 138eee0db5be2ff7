import { ARRIVES_IN, type Check } from '@steading/contract/events/events'
import { CHECKLISTS } from '@steading/contract/events/checklists'
import type { EventCategory } from '@steading/contract/events/kinds'
import { camel } from '@steading/locales/camel'
import { useText } from '../../platform/texts.tsx'
import { CheckGroup } from '../../ui/form/fields/CheckGroup.tsx'

/** When somebody who goes will be there, min; null: they do not know yet. */
export function ArrivalField({ value, onChange }: { value: number | null; onChange: (minutes: number | null) => void }) {
  const t = useText()
  const options = [
    { value: '', label: t('event.arrival.unknown') },
    ...ARRIVES_IN.map(count => ({ value: String(count), label: t('alarm.inMinutes', { count }) })),
  ]
  return (
    <CheckGroup
      label={t('event.note.going')}
      options={options}
      min={1}
      max={1}
      value={[String(value ?? '')]}
      onChange={([chosen = '']) => onChange(chosen === '' ? null : Number(chosen))}
    />
  )
}

/** What was looked at before nothing was found: the checklist of the category. */
export function ChecksField({
  category,
  value,
  onChange,
}: {
  category: EventCategory
  value: readonly Check[]
  onChange: (checks: readonly Check[]) => void
}) {
  const t = useText()
  const options = CHECKLISTS[category].map(check => ({ value: check, label: t(`event.check.${camel(check)}`) }))
  return <CheckGroup label={t('event.checks')} options={options} value={[...value]} onChange={onChange} />
}
