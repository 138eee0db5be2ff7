import { useState } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../edit/FormFields.tsx'
import { TextField, type TextProps } from './TextField.tsx'
import { webAddressFault } from '../input/webAddress.ts'

const faultWords = { form: 'invalid.url', scheme: 'errors.urlField.scheme' } as const

/** A web address, http or https; spaces around it go when the field is left. To look at, a link that opens in a new tab. */
export function UrlField({ value = '', onChange, onBlur, error, ...props }: Omit<TextProps, 'type'>) {
  const t = useText()
  const mode = useFormMode()
  const [left, leave] = useState(false)
  const fault = webAddressFault(value)
  if (mode === 'view')
    return (
      <ReadOnlyField label={props.label}>
        {value && !fault ? (
          <a href={value.trim()} target="_blank" rel="noopener">
            {value.trim()}
          </a>
        ) : (
          value
        )}
      </ReadOnlyField>
    )
  return (
    <TextField
      {...props}
      type="url"
      value={value}
      {...(onChange && { onChange })}
      onBlur={() => {
        leave(true)
        if (value !== value.trim()) onChange?.({ currentTarget: { value: value.trim() } })
        onBlur?.()
      }}
      error={error ?? (left && fault && t(faultWords[fault]))}
    />
  )
}
