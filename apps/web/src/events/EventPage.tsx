import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import { type EventScope, useEventScope } from './eventScope.ts'
import { EventDetails } from './details/EventDetails.tsx'

const EventCreate = lazyComponent<{ scope: EventScope }>(() => import('./form/EventCreate.tsx'))

/** An event or a ticket: to look at and to change where the address names one, to write down where it names none. */
export default function EventPage() {
  const scope = useEventScope()
  const id = useParam('eventId')
  return id ? (
    <EventDetails key={id} id={id} at={scope} />
  ) : (
    <EventCreate key={scope.list} scope={scope} waiting={<SkeletonPage />} />
  )
}
