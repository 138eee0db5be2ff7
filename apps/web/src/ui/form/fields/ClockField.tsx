import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { readClock, readLasting } from '../input/clock.ts'
import { ReadOnlyField, useFormMode } from '../edit/FormFields.tsx'

/** A time of the clock, HH:mm or with `seconds` HH:mm:ss, however it is typed. Reported once typing is over. */
export function ClockField({
  value,
  onChange,
  seconds = false,
  lasting = false,
  required = false,
  hint,
  error,
  hidden = false,
  ...props
}: {
  label: ReactNode
  value: string | undefined
  onChange: (value: string | undefined) => void
  seconds?: boolean
  /** It is how long something lasts: a figure alone is minutes. */
  lasting?: boolean
  required?: boolean
  disabled?: boolean
  hint?: ReactNode
  error?: ReactNode
  /** Its label is for those alone who don't see the head above it. */
  hidden?: boolean
}) {
  const t = useText()
  const mode = useFormMode()
  const [typed, type] = useState<string>()
  const readAs = (text: string) => (lasting ? readLasting(text) : readClock(text, seconds))
  if (mode === 'view') return <ReadOnlyField label={props.label}>{value}</ReadOnlyField>
  // What cannot be read stands there as it was typed, so that nothing is saved without it.
  const wrong = typed === undefined && readAs(value ?? '') === undefined
  const take = () => {
    if (typed === undefined) return
    type(undefined)
    const read = readAs(typed) ?? typed
    if (read !== (value ?? '')) onChange(read === '' ? undefined : read)
  }
  return (
    <TextInput
      {...props}
      classNames={{ input: 'num', label: hidden ? 'vh' : '' }}
      withAsterisk={required}
      value={typed ?? value ?? ''}
      placeholder={seconds ? 'HH:mm:ss' : 'HH:mm'}
      autoComplete="off"
      inputMode="text"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={error || wrong ? undefined : hint}
      error={wrong ? t(lasting ? 'form.lastingInvalid' : 'form.clockInvalid') : error}
      onChange={event => type(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={event => {
        if (event.key === 'Enter') take()
      }}
    />
  )
}
