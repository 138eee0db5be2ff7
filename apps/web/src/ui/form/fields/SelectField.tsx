import { Select, type SelectProps } from '@mantine/core'
import { containsText } from '@steading/contract/http/searchText'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../edit/FormFields.tsx'
import { calledSo, useTyped } from '../input/useTyped.ts'

export interface Option<V extends string> {
  readonly value: V
  readonly label: string
  /** What is typed to find it, where that is not all of its label. */
  readonly words?: string
}

/** Is it one that this text finds? */
export const fits = ({ label, words = label }: Option<string>, text: string): boolean => containsText(words, text)

/** One of several; typing narrows the list once it is long, or asks `onSearch` where the server knows more of them. */
export function SelectField<V extends string>({
  options,
  value,
  onChange,
  required = false,
  clearable = !required,
  onSearch,
  onBlur,
  nothingFound,
  ...props
}: {
  label: ReactNode
  options: readonly Option<V>[]
  value?: V | null | undefined
  onChange?: (value: V | null) => void
  onBlur?: () => void
  error?: ReactNode
  required?: boolean
  /** Whether it may hold nothing at all. */
  clearable?: boolean
  disabled?: boolean
  hint?: ReactNode
  onSearch?: (text: string) => void
  /** How an option looks in the list, where it says more than its label. */
  renderOption?: NonNullable<SelectProps['renderOption']>
  /** What the list says where it is empty, if that is not that nothing matches. */
  nothingFound?: string
}) {
  const t = useText()
  const mode = useFormMode()
  const label = options.find(option => option.value === value)?.label
  const { text, type, settle, error, list } = useTyped({
    label,
    onSearch,
    take: left => {
      const known = calledSo(options, left)
      if (known && known.value !== value) onChange?.(known.value)
      return known !== undefined
    },
    isFirst: text => onSearch === undefined || (options[0] !== undefined && fits(options[0], text)),
  })
  if (mode === 'view') return <ReadOnlyField label={props.label}>{label}</ReadOnlyField>
  const { hint, ...rest } = props
  const isSearched = onSearch !== undefined || options.length > 8
  // By the keyboard: an emptied field is empty, where it need not hold anything.
  const clear = () => {
    if (clearable && value) onChange?.(null)
  }
  return (
    <Select
      {...rest}
      {...list}
      // What is typed replaces the name of what is chosen.
      onClick={event => {
        if (text === label) event.currentTarget.select()
      }}
      onBlur={event => {
        list.onBlur(event)
        // One whose name is still on its way is not emptied.
        if (isSearched && label !== undefined && text.trim() === '') clear()
        onBlur?.()
      }}
      onKeyDown={event => {
        if (!isSearched && (event.key === 'Delete' || event.key === 'Backspace')) clear()
      }}
      // An open list would hide what is wrong: it opens when somebody types or clicks.
      openOnFocus={list.openOnFocus && !props.error}
      error={props.error ?? error}
      data={options.map(({ value, label }) => ({ value, label }))}
      value={value ?? null}
      // What is chosen again stays chosen: the cross takes it away.
      allowDeselect={false}
      onOptionSubmit={next => {
        settle()
        if (next === value) type(label ?? '')
      }}
      onChange={next => {
        settle()
        onChange?.(options.find(option => option.value === next)?.value ?? null)
      }}
      withAsterisk={required}
      clearable={clearable}
      searchable={isSearched}
      filter={onSearch ? asFound : asTyped}
      searchValue={text}
      onSearchChange={type}
      nothingFoundMessage={nothingFound ?? t('list.filteredEmpty')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={(props.error ?? error) ? undefined : hint}
    />
  )
}

const asTyped: NonNullable<SelectProps['filter']> = ({ options, search, limit }) =>
  options.filter(option => 'value' in option && containsText(option.label, search)).slice(0, limit)
const asFound: NonNullable<SelectProps['filter']> = ({ options }) => options
