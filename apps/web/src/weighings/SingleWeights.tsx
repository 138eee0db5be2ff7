import { Button } from '@mantine/core'
import { SINGLE_WEIGHTS } from '@steading/contract/production/weighings'
import type { SpeciesCode } from '@steading/contract/production/species'
import { number, quantity } from '@steading/locales/format'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { animalWeight, toGram, weightUnit } from '../animalMovements/index.ts'
import { useText } from '../platform/texts.tsx'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import { sampleOf } from './sample.ts'
import './weighings.css'

/** Weights typed one after another: Enter, or leaving the field, adds; count, average and variation run along. */
export function SingleWeights({
  weights,
  species,
  error,
  onChange,
}: {
  /** kg */
  weights: readonly number[]
  species: SpeciesCode | undefined
  error: string | undefined
  onChange: (weights: readonly number[]) => void
}) {
  const t = useText()
  const field = useRef<HTMLDivElement>(null)
  const [typed, type] = useState<number>()
  const { unit, perKg } = weightUnit(species)
  const { count, average, cv } = sampleOf(weights)
  const add = () => {
    if (typed === undefined || !(typed > 0) || count >= SINGLE_WEIGHTS) return
    onChange([...weights, toGram(typed / perKg)])
    type(undefined)
  }
  const focus = () => field.current?.querySelector('input')?.focus()
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed === undefined) return
    // Enter in an empty field saves the form.
    event.preventDefault()
    add()
    focus()
  }
  return (
    <div className="entry-wide weights">
      <div ref={field} className="weights-entry" data-next onKeyDownCapture={addOnEnter} onBlur={add}>
        <NumberField
          label={t('weighing.next')}
          unit={unit}
          decimals={perKg === 1 ? 3 : 0}
          value={typed}
          onChange={type}
          error={error}
          hint={t('weighing.nextHint')}
        />
        <Button variant="default" onClick={focus}>
          {t('weighing.add')}
        </Button>
      </div>
      <output className="weights-sums">
        <span>{t('count.animals', { count })}</span>
        {average !== null && <span>{t('movement.averageIs', { weight: animalWeight(average, species, t) })}</span>}
        {cv !== null && (
          <span>
            {t('weighing.cv')} {quantity(cv, '%', t, 2)}
          </span>
        )}
      </output>
      {count > 0 && (
        <ol className="weights-list" aria-label={t('weighing.singleWeights')}>
          {weights.map((weight, at) => (
            // Equal weights are told apart by their place alone.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <span className="num">{animalWeight(weight, species, t)}</span>
              <button type="button" onClick={() => onChange(weights.filter((_, place) => place !== at))}>
                <IconX size={14} aria-hidden />
                <span className="vh">{t('weighing.remove', { place: number(at + 1, t, 0) })}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
