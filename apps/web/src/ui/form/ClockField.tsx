import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { readClock } from './clock.ts'
import { Shown, useFormMode } from './Entries.tsx'

/** A time of the clock, HH:mm or with `seconds` HH:mm:ss, however it is typed. It is told when the typing is over. */
export function ClockField({
  value,
  onChange,
  seconds = false,
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
  if (mode === 'view') return <Shown label={props.label}>{value}</Shown>
  // What cannot be read stands there as it was typed, so that nothing is saved without it.
  const wrong = typed === undefined && readClock(value ?? '', seconds) === undefined
  const take = () => {
    if (typed === undefined) return
    type(undefined)
    const read = readClock(typed, seconds) ?? typed
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
      error={wrong ? t('form.clockInvalid') : error}
      onChange={event => type(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={event => {
        if (event.key === 'Enter') take()
      }}
    />
  )
}
