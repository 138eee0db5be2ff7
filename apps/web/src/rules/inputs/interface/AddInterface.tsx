import { Select } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { calledSo, useTyped } from '../../../ui/form/input/useTyped.ts'
import { type Choice, choiceLabel } from '../../values/choices.ts'
import type { RuleFormData } from '../../values/ruleFormData.ts'

/** One more of those that are left; one that a rule operates already says so, and cannot be taken where that must not be. */
export function AddInterface({
  label,
  among,
  driven,
  error,
  hint,
  onChoose,
}: {
  label: string
  among: readonly Choice[]
  driven: RuleFormData['driven']
  error: string | undefined
  hint: ReactNode
  onChoose: (id: string) => void
}) {
  const t = useText()
  const options = among.map(choice => {
    const by = driven.get(choice.id)
    return { value: choice.id, label: choiceLabel(choice), disabled: by?.isBarred ?? false }
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
      renderOption={({ option }) => {
        const by = driven.get(option.value)
        const why = by ? `: ${t(by.isBarred ? 'input.hasScheduler' : 'input.isDriven', { rule: by.rule })}` : ''
        return <span title={`${option.label}${why}`}>{`${option.label}${why}`}</span>
      }}
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
