import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { useTerminals } from '../terminal.choices.ts'

export type TerminalOption = ReturnType<typeof useTerminals>[number]

/** One of all the boxes there are: typing finds it. */
export function TerminalField({
  value,
  chosen,
  onChange,
  error,
}: {
  value: string | null
  /** The one that is chosen, once it is known. */
  chosen: TerminalOption | undefined
  onChange: (box: TerminalOption | null) => void
  error: string | undefined
}) {
  const t = useText()
  const [text, type] = useState('')
  const found = useTerminals(text)
  const known = chosen && !found.some(terminal => terminal.id === chosen.id) ? [chosen, ...found] : found
  return (
    <SelectField
      label={t('terminal.one')}
      required
      options={known.map(terminal => ({ value: terminal.id, label: terminal.displayName }))}
      value={value}
      onChange={id => onChange(known.find(terminal => terminal.id === id) ?? null)}
      onSearch={type}
      error={error}
    />
  )
}
