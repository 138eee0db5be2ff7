import { TextInput, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../edit/FormFields.tsx'

/** What `form.getInputProps('title')` gives to an entry of text. */
export interface TextProps {
  readonly label: ReactNode
  readonly value?: string
  readonly onChange?: (event: { currentTarget: { value: string } }) => void
  readonly onBlur?: () => void
  readonly error?: ReactNode
  readonly required?: boolean
  /** Shows how many characters are left, or too many. */
  readonly max?: number
  readonly hint?: ReactNode
  readonly type?: 'text' | 'email' | 'tel' | 'url'
  readonly autoComplete?: string
  readonly disabled?: boolean
}

/** What stands below the entry: what is wrong with it, or else its hint and what is left. */
function useBelow(error: ReactNode, hint: ReactNode, max: number | undefined, value: string | undefined) {
  const t = useText()
  const text = value ?? ''
  // Spaces around it are not kept. By how many it is too long says more than that it is.
  const over = max === undefined ? 0 : text.trim().length - max
  if (over > 0) return { error: t('ui.tooManyCharacters', { count: over }) }
  if (error) return { error }
  const left = max === undefined ? undefined : t('ui.remainingCharacters', { count: Math.max(0, max - text.length) })
  const description =
    hint && left ? (
      <>
        {hint} · {left}
      </>
    ) : (
      (hint ?? left)
    )
  return { description }
}

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** A line of text with its remaining characters. */
export function TextField({ max, hint, ...props }: TextProps) {
  const mode = useFormMode()
  const below = useBelow(props.error, hint, max, props.value)
  if (mode === 'view') return <ReadOnlyField label={props.label}>{props.value}</ReadOnlyField>
  return <TextInput {...props} withAsterisk={props.required ?? false} inputWrapperOrder={order} {...below} />
}

/** Several lines of text; takes the width of both columns. */
export function TextAreaField({ max, hint, type: _type, ...props }: TextProps) {
  const mode = useFormMode()
  const below = useBelow(props.error, hint, max, props.value)
  if (mode === 'view') return <ReadOnlyField label={props.label}>{props.value}</ReadOnlyField>
  return (
    <Textarea
      {...props}
      className="entry-wide"
      withAsterisk={props.required ?? false}
      rows={4}
      inputWrapperOrder={order}
      {...below}
    />
  )
}
