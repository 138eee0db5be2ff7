import type { Interface } from '@steading/contract/devices/interfaces'
import { disambiguateNames } from '../readings/index.ts'

/** Interfaces with names that tell them apart, for charts, lists and figures alike; `home`: where their rule is, in full. */
export function withDistinctNames(interfaces: readonly Interface[], home: string | undefined): readonly Interface[] {
  const names = disambiguateNames(
    interfaces.map(({ id, displayName: name, entity, terminal }) => ({
      id,
      name,
      place: entity.displayName,
      box: terminal.displayName,
    })),
    home,
  )
  return interfaces.map(item => ({ ...item, displayName: names.get(item.id) ?? item.displayName }))
}
