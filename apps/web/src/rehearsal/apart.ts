import type { Interface } from '@steading/contract/interfaces'
import { toldApart } from '../platform/apart.ts'

/** Interfaces with names that tell them apart, for charts, lists and figures alike; `home`: where their rule is, in full. */
export function namedApart(interfaces: readonly Interface[], home: string | undefined): readonly Interface[] {
  const names = toldApart(
    interfaces.map(({ id, displayName: name, entity, terminal }) => ({
      ...{ id, name },
      ...{ place: entity.displayName, box: terminal.displayName },
    })),
    home,
  )
  return interfaces.map(one => ({ ...one, displayName: names.get(one.id) ?? one.displayName }))
}
