import { Textarea } from '@mantine/core'
import type { TextKey } from '@steading/locales/text'
import { useText } from '../../platform/texts.tsx'

const longest = 1000

/** What somebody notes of an event. Only a note that must be there takes the focus, which opens the keyboard of a phone. */
export function NoteField({
  value,
  asks,
  isRequired = false,
  onChange,
}: {
  value: string
  /** What it asks for while it is empty. */
  asks?: TextKey | undefined
  isRequired?: boolean
  onChange: (text: string) => void
}) {
  const t = useText()
  return (
    <Textarea
      data-autofocus={isRequired || undefined}
      required={isRequired}
      className="event-note"
      label={t('ui.notes')}
      placeholder={asks && t(asks)}
      rows={3}
      maxLength={longest}
      value={value}
      onChange={typed => onChange(typed.currentTarget.value)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={t('ui.remainingCharacters', { count: longest - value.length })}
    />
  )
}
