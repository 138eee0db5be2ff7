import type { Cause, Event } from '@steading/contract/events/events'
import { disambiguateNames } from '../../readings/index.ts'

/** Conditions with the names of their sensors told apart, and with their place where it isn't that of the event. */
export function withDistinctNames(causes: readonly Cause[], { entity }: Pick<Event, 'entity'>): Cause[] {
  const names = disambiguateNames(
    causes.map(({ interfaceId: id, interfaceName: name, place }) => ({ id, name, place })),
    entity.displayName,
  )
  return causes.map(cause => ({ ...cause, interfaceName: names.get(cause.interfaceId) ?? cause.interfaceName }))
}

/** As placed, of one occurrence among the conditions of its event. */
export const withDistinctName = (cause: Cause, event: Pick<Event, 'entity'> & { readonly causes: readonly Cause[] }): Cause =>
  withDistinctNames([...event.causes, cause], event).at(-1) ?? cause
