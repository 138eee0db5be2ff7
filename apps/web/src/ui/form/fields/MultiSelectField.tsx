import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { containsText } from '@steading/contract/http/searchText'
import { IconArrowUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../edit/FormFields.tsx'
import { earlier } from '../options/reorder.ts'
import type { Option } from './SelectField.tsx'
import { calledSo, useTyped } from '../input/useTyped.ts'

/** The value of the line that makes a new option of what was typed. */
const fresh = '\u0000'

/**
 * Several of many, found by typing; `max` is said beside the label. `ordered` lists the chosen below, where each can be moved up.
 * `onNew` offers to make an option of what was typed; `onLeft` takes what is left typed as it is, where it waits for nobody.
 */
export function MultiSelectField({
  options,
  value,
  onChange,
  label,
  max,
  required = false,
  ordered = false,
  hint,
  failed,
  onNew,
  newText,
  onLeft,
  onSearch,
  onBlur,
  ...props
}: {
  label: string
  options: readonly Option<string>[]
  value: readonly string[]
  onChange?: (value: string[]) => void
  onBlur?: () => void
  error?: ReactNode
  disabled?: boolean
  required?: boolean
  max?: number
  /** What the first place means, where the order matters. */
  ordered?: string | false
  hint?: ReactNode
  /** The options did not come: said instead of an empty list. */
  failed?: ReactNode
  onNew?: ((text: string) => void) | undefined
  newText?: (text: string) => string
  onLeft?: ((text: string) => void) | undefined
  /** Asks for what the server knows besides; the options are what it found. */
  onSearch?: ((text: string) => void) | undefined
  /** How an option looks in the list, where it says more than its label. */
  renderOption?: NonNullable<MultiSelectProps['renderOption']>
}) {
  const t = useText()
  const id = useId()
  const mode = useFormMode()
  const { text, typed, type, settle, error, list } = useTyped({
    onSearch,
    take: left => {
      const known = calledSo(options, left)
      if (!known) onLeft?.(left)
      if (!known || value.includes(known.value)) return known !== undefined || onLeft !== undefined
      if (max !== undefined && value.length >= max) return false
      onChange?.([...value, known.value])
      return true
    },
    isFirst: text =>
      onSearch === undefined || containsText(options.find(option => !value.includes(option.value))?.label ?? '', text),
  })
  const nameOf = (one: string) => options.find(option => option.value === one)?.label ?? one
  if (mode === 'view') return <ReadOnlyField label={label}>{value.map(nameOf).join(', ')}</ReadOnlyField>
  const isNew = onNew && typed !== '' && !options.some(option => option.label.toLowerCase() === typed.toLowerCase())
  const pick = (next: string[]) => {
    // One that is taken away is no answer to what is left.
    if (next.length > value.length) settle()
    if (next.includes(fresh)) {
      onNew?.(typed)
      type('')
    } else onChange?.(next)
  }
  const says = max === undefined ? label : `${label} ${t('multi.max', { count: max })}`
  return (
    <div className="multi">
      <MultiSelect
        {...props}
        {...list}
        onBlur={event => {
          list.onBlur(event)
          onBlur?.()
        }}
        // An open list would hide what is wrong: it opens when somebody types or clicks.
        openOnFocus={list.openOnFocus && !props.error}
        error={props.error ?? error}
        label={says}
        withAsterisk={required}
        data={[...options.map(option => ({ ...option })), ...(isNew ? [{ value: fresh, label: newText?.(typed) ?? typed }] : [])]}
        value={[...value]}
        onChange={pick}
        {...(max !== undefined && { maxValues: max })}
        searchable
        searchValue={text}
        onSearchChange={type}
        hidePickedOptions
        limit={100}
        // What makes a new one is found by every text.
        filter={({ options: all, search, limit }) =>
          all
            .filter(
              comboboxParsedItem =>
                'value' in comboboxParsedItem &&
                (comboboxParsedItem.value === fresh || onSearch !== undefined || containsText(comboboxParsedItem.label, search)),
            )
            .slice(0, limit)
        }
        nothingFoundMessage={failed ?? t('list.filteredEmpty')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={(props.error ?? error) ? undefined : (failed ?? hint)}
        classNames={{ pillsList: ordered ? 'multi-pills away' : 'multi-pills' }}
      />
      {ordered && value.length > 0 && (
        <ol className="ordered" aria-label={label}>
          {value.map((one, at) => {
            const name = nameOf(one)
            return (
              <li key={one}>
                <span className="num dim">{at + 1}</span>
                <span id={`${id}-${at}`}>{name}</span>
                {at === 0 && value.length > 1 && <span className="dim">{ordered}</span>}
                <span className="ordered-acts">
                  {at > 0 && (
                    <button type="button" onClick={() => onChange?.(earlier(value, at))}>
                      <IconArrowUp size={15} aria-hidden />
                      <span className="vh">{t('multi.up', { name })}</span>
                    </button>
                  )}
                  <button type="button" onClick={() => onChange?.(value.filter(other => other !== one))}>
                    <IconX size={15} aria-hidden />
                    <span className="vh">{t('multi.remove', { name })}</span>
                  </button>
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </div>
  )
}
