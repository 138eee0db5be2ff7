import { type EventDetails, isHelpdesk } from '@steading/contract/events/events'
import type { TextKey } from '@steading/locales/text'
import { unnamed } from '../../outbox/index.ts'

type NotifiedEvent = Pick<EventDetails, 'origin' | 'severityLevel' | 'status' | 'category'>

/** What there is to know of an event for which no channel is on: of a critical alarm those in charge hear all the same. */
export const noRecipientsWord = ({ origin, severityLevel }: Pick<NotifiedEvent, 'origin' | 'severityLevel'>): TextKey =>
  (origin === 'AUTOMATIC' ? unnamed([], severityLevel) : undefined) ?? 'event.hears.none'

/** Whether a severe event is ongoing and has no recipient. */
export const isUnnotified = (event: NotifiedEvent): boolean =>
  !isHelpdesk(event.category) &&
  event.status !== 'CLOSED' &&
  (event.severityLevel === 'CRITICAL' || event.severityLevel === 'MAJOR') &&
  noRecipientsWord(event) !== 'warning.tellsInCharge'
