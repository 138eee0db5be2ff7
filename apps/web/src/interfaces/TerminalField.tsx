import { useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { useTerminals } from './terminal.choices.ts'

export type Box = ReturnType<typeof useTerminals>[number]

/** One of all the boxes there are: typing finds it. */
export function TerminalField({
  value,
  chosen,
  onChange,
  error,
}: {
  value: string | null
  /** The one that is chosen, once it is known. */
  chosen: Box | undefined
  onChange: (box: Box | null) => void
  error: string | undefined
}) {
  const t = useText()
  const [text, type] = useState('')
  const found = useTerminals(text)
  const known = chosen && !found.some(one => one.id === chosen.id) ? [chosen, ...found] : found
  return (
    <SelectField
      label={t('terminal.one')}
      required
      options={known.map(one => ({ value: one.id, label: one.displayName }))}
      value={value}
      onChange={id => onChange(known.find(one => one.id === id) ?? null)}
      onSearch={type}
      error={error}
    />
  )
}
