import { type EventDetails, isHelpdesk } from '@steading/contract/events'
import type { TextKey } from '@steading/locales/text'
import { unnamed } from '../outbox/index.ts'

type Told = Pick<EventDetails, 'origin' | 'severityLevel' | 'status' | 'category'>

/** What there is to know of an event for which no channel is on: of a critical alarm those in charge hear all the same. */
export const nobodyWord = ({ origin, severityLevel }: Pick<Told, 'origin' | 'severityLevel'>): TextKey =>
  (origin === 'AUTOMATIC' ? unnamed([], severityLevel) : undefined) ?? 'event.hears.none'

/** Is it grave and not over, and nobody hears of it? */
export const isUnwatched = (event: Told): boolean =>
  !isHelpdesk(event.category) &&
  event.status !== 'CLOSED' &&
  (event.severityLevel === 'CRITICAL' || event.severityLevel === 'MAJOR') &&
  nobodyWord(event) !== 'warning.tellsInCharge'
