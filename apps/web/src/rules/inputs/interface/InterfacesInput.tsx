import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Interface } from '@steading/contract/devices/interfaces'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { interfacesQuery, valueWords } from '../../../interfaces/index.ts'
import { useMay } from '../../../platform/session/session.ts'
import { useText } from '../../../platform/texts.tsx'
import { useFormMode } from '../../../ui/form/edit/FormFields.tsx'
import { type Choice, fits } from '../../values/choices.ts'
import { groupWords } from '../../words.ts'
import { useRuleFormData } from '../../values/ruleFormData.ts'
import { NoChoicesHint } from './NoChoicesHint.tsx'
import { AddInterface } from './AddInterface.tsx'
import { InterfaceLink } from './InterfaceLink.tsx'
import type { InputProps } from '../inputProps.ts'
import '../inputs.css'

const none: readonly Interface[] = []
const toIds = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

/** Several sensors, or several devices: those that are chosen with what they say now, and one more. */
export function InterfacesInput({ input, label, value, onChange, errors }: InputProps) {
  const t = useText()
  const id = useId()
  const mode = useFormMode()
  const { offered, choices, terminalId, driven } = useRuleFormData()
  const ids = toIds(value)
  const isView = mode === 'view'
  const isDevices = input.action === 'OUTPUT'
  const fitting = offered.filter(choice => fits(choice, input.filters, terminalId !== null))
  const left = fitting.filter(choice => !ids.includes(choice.id))
  const isFull = input.max !== undefined && ids.length >= input.max
  const words = errors['']
  const may = useMay()
  const { data: interfaces = none } = useQuery({
    ...interfacesQuery(ids),
    enabled: ids.length > 0 && may('interfaces.read'),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="picked" aria-labelledby={`${id}-label`}>
      <div className="picked-head" data-alone={label === t(groupWords[input.group]) || undefined}>
        <h3 id={`${id}-label`}>
          {label}
          {input.required && !isView && (
            <span className="span-must" aria-hidden>
              {' *'}
            </span>
          )}
        </h3>
        {!isView && input.max !== undefined && <span className="dim">{t('input.most', { count: input.max })}</span>}
      </div>
      {ids.length > 0 && (
        <ol className="picked-list">
          {ids.map((id, at) => (
            <PickedInterface
              key={id}
              id={id}
              at={at}
              choice={choices.get(id)}
              rule={isDevices ? driven.get(id)?.rule : undefined}
              now={interfaces.find(other => other.id === id)}
              error={errors[String(at)]}
              {...(!isView && { remove: () => onChange(ids.filter(other => other !== id)) })}
            />
          ))}
        </ol>
      )}
      {isView && ids.length === 0 && <p className="dim">{t('form.none')}</p>}
      {!isView && !isFull && (
        <AddInterface
          label={t(isDevices ? 'input.addDevice' : 'input.addSensor')}
          among={left}
          driven={driven}
          error={words}
          hint={fitting.length > 0 ? undefined : <NoChoicesHint />}
          onChoose={chosen => onChange([...ids, chosen], String(ids.length))}
        />
      )}
    </section>
  )
}

function PickedInterface({
  id,
  at,
  choice,
  rule,
  now,
  error,
  remove,
}: {
  id: string
  at: number
  choice: Choice | undefined
  /** Which operates it already. */
  rule: string | undefined
  now: Interface | undefined
  error: string | undefined
  remove?: () => void
}) {
  const t = useText()
  const name = choice?.displayName ?? now?.displayName ?? id
  const place = [choice?.place, choice?.terminal.displayName, rule && t('input.isDriven', { rule })].filter(Boolean).join(' · ')
  return (
    <li>
      <span className="num dim">{at + 1}</span>
      <span className="two">
        <span>{choice && !remove ? <InterfaceLink choice={choice} /> : name}</span>
        <span>{error ? <span className="picked-wrong">{error}</span> : place}</span>
      </span>
      <span className="num picked-now">{now && valueWords(now, now.lastConvertedReading, t)}</span>
      {remove && (
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={t('multi.remove', { name })}
          aria-invalid={error ? true : undefined}
          onClick={remove}
        >
          <IconTrash size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
