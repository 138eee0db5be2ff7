import { CATEGORIES, type CategoryId, isCategory, kindOf } from '@steading/contract/categories'
import type { DataType, Interface } from '@steading/contract/interfaces'
import type { RuleInterface } from '@steading/contract/rulebody'
import type { RuleDetails } from '@steading/contract/rules'
import type { InputFilters } from '@steading/contract/template-inputs'
import { toldApart } from '../../platform/apart.ts'
import type { Known, KnownOf } from '../known.ts'

/** An interface as a rule's form offers it. */
export interface Choice {
  readonly id: string
  readonly displayName: string
  readonly category: CategoryId
  readonly dataType: (typeof DataType.options)[number]
  readonly unit: string | null
  /** The house or room. */
  readonly place: string
  /** The same with its farm. */
  readonly placeInFull: string
  readonly terminal: { readonly id: string; readonly displayName: string }
  readonly calculated: boolean
}

type Ref = Pick<
  Interface,
  'id' | 'displayName' | 'category' | 'terminalInterfaceDataType' | 'unit' | 'entity' | 'terminal' | 'calculated'
>

export const choiceOf = (of: Ref): Choice => ({
  id: of.id,
  displayName: of.displayName,
  category: of.category,
  dataType: of.terminalInterfaceDataType,
  unit: of.unit,
  place: of.entity.name,
  placeInFull: of.entity.displayName,
  terminal: { id: of.terminal.id, displayName: of.terminal.displayName },
  calculated: of.calculated,
})

/** What a rule names already, whether or not it would be offered. */
export function namedBy({ interfaces }: Pick<RuleDetails, 'interfaces'>): readonly Choice[] {
  return interfaces.flatMap(({ id, displayName, category, entity, terminal }) => {
    if (!isCategory(category)) return []
    const { dataType, unit } = CATEGORIES[category]
    const of = { id, displayName, category, dataType, unit: unit?.symbol ?? null, terminal, calculated: false }
    return [{ ...of, place: entity.name, placeInFull: entity.displayName }]
  })
}

/** As lists offer it. */
export const offeredAs = ({ displayName, place }: Choice): string => `${displayName} · ${place}`

/** Whether an input takes it. What is calculated is known to the platform alone: no box reads it. */
export function fits(of: Choice, filters: InputFilters | undefined, isInBox: boolean): boolean {
  if (isInBox && of.calculated) return false
  const { dataTypes, kinds, categories } = filters ?? {}
  return (
    (dataTypes?.includes(of.dataType) ?? true) &&
    (kinds?.includes(CATEGORIES[of.category].kind) ?? true) &&
    (categories?.includes(of.category) ?? true)
  )
}

/** As the body of a rule names it, in which it is compared or driven. */
export const specOf = (of: Choice, runsOn: string | null, isCompared: boolean): RuleInterface => ({
  id: of.id,
  ...(of.terminal.id !== runsOn && { terminalId: of.terminal.id }),
  dataType: of.dataType,
  kind: isCompared ? kindOf(of) : CATEGORIES[of.category].kind,
  every: 60,
  decimals: CATEGORIES[of.category].decimals,
})

/** Choices as sentences name them, those that a rule names told apart; `home`: where it is, in full. */
export function knownAmong(choices: ReadonlyMap<string, Choice>, named: readonly string[], home: string | undefined): KnownOf {
  const names = toldApart(
    named
      .flatMap(id => choices.get(id) ?? [])
      .map(({ id, displayName: name, placeInFull: place, terminal }) => ({ id, name, place, box: terminal.displayName })),
    home,
  )
  return (id): Known => {
    const of = choices.get(id)
    if (!of) return { name: id, category: 'TEXT_STATE', decimals: 1, unit: null }
    const { category, unit } = of
    return { name: names.get(id) ?? of.displayName, category, decimals: CATEGORIES[category].decimals, unit }
  }
}
