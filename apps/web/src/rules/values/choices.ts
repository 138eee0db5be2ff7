import { CATEGORIES, type CategoryId, isCategory, kindOf } from '@steading/contract/devices/categories'
import type { DataType, Interface } from '@steading/contract/devices/interfaces'
import type { RuleInterface } from '@steading/contract/rules/body'
import type { RuleDetails } from '@steading/contract/rules/rules'
import type { InputFilters } from '@steading/contract/rules/templateInputs'
import { disambiguateNames } from '../../readings/index.ts'
import type { InterfaceInfo, InterfaceLookup } from '../describe/interfaceLookup.ts'

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
  /** kg, of a silo. */
  readonly capacity?: number | undefined
}

type InterfaceRef = Pick<
  Interface,
  'id' | 'displayName' | 'category' | 'terminalInterfaceDataType' | 'unit' | 'entity' | 'terminal' | 'calculated' | 'capacity'
>

export const toChoice = (iface: InterfaceRef): Choice => ({
  id: iface.id,
  displayName: iface.displayName,
  category: iface.category,
  dataType: iface.terminalInterfaceDataType,
  unit: iface.unit,
  place: iface.entity.name,
  placeInFull: iface.entity.displayName,
  terminal: { id: iface.terminal.id, displayName: iface.terminal.displayName },
  calculated: iface.calculated,
  capacity: iface.capacity,
})

/** The interfaces that a saved rule uses, even if they would not be offered today. */
export function choicesOfRule({ interfaces }: Pick<RuleDetails, 'interfaces'>): readonly Choice[] {
  return interfaces.flatMap(({ id, displayName, category, entity, terminal }) => {
    if (!isCategory(category)) return []
    const { dataType, unit } = CATEGORIES[category]
    const info = { id, displayName, category, dataType, unit: unit?.symbol ?? null, terminal, calculated: false }
    return [{ ...info, place: entity.name, placeInFull: entity.displayName }]
  })
}

/** As lists offer it. */
export const choiceLabel = ({ displayName, place }: Choice): string => `${displayName} · ${place}`

/** Whether an input accepts the interface. A terminal cannot read calculated sensors. */
export function fits(choice: Choice, filters: InputFilters | undefined, isInBox: boolean): boolean {
  if (isInBox && choice.calculated) return false
  const { dataTypes, kinds, categories } = filters ?? {}
  return (
    (dataTypes?.includes(choice.dataType) ?? true) &&
    (kinds?.includes(CATEGORIES[choice.category].kind) ?? true) &&
    (categories?.includes(choice.category) ?? true)
  )
}

/** As the body of a rule names it, in which it is compared or driven. */
export const toRuleInterface = (choice: Choice, runsOn: string | null, isCompared: boolean): RuleInterface => ({
  id: choice.id,
  ...(choice.terminal.id !== runsOn && { terminalId: choice.terminal.id }),
  dataType: choice.dataType,
  kind: isCompared ? kindOf(choice) : CATEGORIES[choice.category].kind,
  every: 60,
  decimals: CATEGORIES[choice.category].decimals,
})

/** Choices as sentences name them, those that a rule names told apart; `home`: where it is, in full. */
export function createChoiceLookup(
  choices: ReadonlyMap<string, Choice>,
  named: readonly string[],
  home: string | undefined,
): InterfaceLookup {
  const names = disambiguateNames(
    named
      .flatMap(id => choices.get(id) ?? [])
      .map(({ id, displayName: name, placeInFull: place, terminal }) => ({ id, name, place, box: terminal.displayName })),
    home,
  )
  return (id): InterfaceInfo => {
    const choice = choices.get(id)
    if (!choice) return { name: id, category: 'TEXT_STATE', decimals: 1, unit: null }
    const { category, unit } = choice
    return { name: names.get(id) ?? choice.displayName, category, decimals: CATEGORIES[category].decimals, unit }
  }
}
