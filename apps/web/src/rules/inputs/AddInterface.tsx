import { Select } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../platform/texts.tsx'
import { calledSo, useTyped } from '../../ui/form/useTyped.ts'
import { type Choice, offeredAs } from '../form/choices.ts'

/** One more of those that are left; one that has a schedule already cannot be taken, and says so. */
export function AddInterface({
  label,
  among,
  taken,
  error,
  hint,
  onChoose,
}: {
  label: string
  among: readonly Choice[]
  taken: ReadonlyMap<string, string>
  error: string | undefined
  hint: ReactNode
  onChoose: (id: string) => void
}) {
  const t = useText()
  const options = among.map(of => {
    const rule = taken.get(of.id)
    const why = rule === undefined ? '' : `: ${t('input.hasScheduler', { rule })}`
    return { value: of.id, label: `${offeredAs(of)}${why}`, disabled: rule !== undefined }
  })
  const typing = useTyped({
    take: left => {
      const known = calledSo(options, left)
      if (known) onChoose(known.value)
      return known !== undefined
    },
  })
  const wrong = error ?? typing.error
  return (
    <Select
      {...typing.list}
      className="picked-add"
      aria-label={label}
      placeholder={label}
      leftSection={<IconPlus size={15} aria-hidden />}
      data={options}
      renderOption={({ option }) => <span title={option.label}>{option.label}</span>}
      value={null}
      searchable
      openOnFocus={false}
      searchValue={typing.text}
      onSearchChange={typing.type}
      onChange={next => {
        typing.type('')
        typing.settle()
        if (next !== null) onChoose(next)
      }}
      limit={100}
      nothingFoundMessage={t('list.filteredEmpty')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={wrong ? undefined : hint}
      error={wrong}
    />
  )
}
