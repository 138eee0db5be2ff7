import { Textarea } from '@mantine/core'
import { useText } from '../platform/texts.tsx'

const longest = 1000

/** What somebody notes as they change how an event stands; the first field of its window. */
export function NoteField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useText()
  return (
    <Textarea
      data-autofocus
      className="event-note"
      label={t('ui.notes')}
      placeholder={t('event.notePlaceholder')}
      rows={3}
      maxLength={longest}
      value={value}
      onChange={typed => onChange(typed.currentTarget.value)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={t('ui.remainingCharacters', { count: longest - value.length })}
    />
  )
}
