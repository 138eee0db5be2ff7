import type { Cause, Event } from '@steading/contract/events'
import { toldApart } from '../platform/apart.ts'

/** Conditions with the names of their sensors told apart, and with their place where it isn't that of the event. */
export function placed(causes: readonly Cause[], { entity }: Pick<Event, 'entity'>): Cause[] {
  const names = toldApart(
    causes.map(({ interfaceId: id, interfaceName: name, place }) => ({ id, name, place })),
    entity.displayName,
  )
  return causes.map(one => ({ ...one, interfaceName: names.get(one.interfaceId) ?? one.interfaceName }))
}

/** As placed, of one occurrence among the conditions of its event. */
export const placedAmong = (cause: Cause, event: Pick<Event, 'entity'> & { readonly causes: readonly Cause[] }): Cause =>
  placed([...event.causes, cause], event).at(-1) ?? cause
