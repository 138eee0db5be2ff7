import { useParam } from '../ui/useParam.ts'
import { useDesk } from './desk.ts'
import { EventCreate } from './EventCreate.tsx'
import { EventDetails } from './EventDetails.tsx'

/** An event or a ticket: to look at and to change where the address names one, to write down where it names none. */
export default function EventPage() {
  const desk = useDesk()
  const id = useParam('eventId')
  return id ? <EventDetails key={id} id={id} at={desk} /> : <EventCreate key={desk.list} desk={desk} />
}
