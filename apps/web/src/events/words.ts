import { isHelpdesk } from '@steading/contract/events/kinds'
import type { Event, EventCategory, EventCause, EventStatus, EventStep, LastTime } from '@steading/contract/events/events'
import type { TextKey, Translate } from '@steading/locales/text'
import type { z } from 'zod'
import type { EventStep as Mark } from '../ui/marks/EventState.tsx'

export const statusWord = {
  OPEN: 'event.status.open',
  PENDING: 'event.status.pending',
  CLOSED: 'event.status.closed',
} as const satisfies Record<EventStatus, TextKey>

/** How the mark of a state draws a status, and how far whoever is on it has come. */
export const statusMark = { OPEN: 'open', PENDING: 'pending', CLOSED: 'closed' } as const satisfies Record<EventStatus, Mark>
const stepMark = {
  SEEN: 'seen',
  GOING: 'going',
  CHECKED: 'onSite',
  NOTHING_FOUND: 'onSite',
  SOLVED: 'closed',
  WITHDRAWN: 'open',
} as const satisfies Record<EventStep, Mark>

/** How an event stands, and who is on it. A ticket is in progress: nobody goes anywhere. */
export function stateOf({ status, takenUp, category }: Pick<Event, 'status' | 'takenUp' | 'category'>) {
  const step = isHelpdesk(category) ? null : (takenUp?.step ?? null)
  return { step: step ? stepMark[step] : statusMark[status], who: takenUp?.name }
}

export const categoryWord = {
  CLIMATE: 'event.category.climate',
  AIR_QUALITY: 'event.category.airQuality',
  WATER: 'event.category.water',
  FEED: 'event.category.feed',
  POWER: 'event.category.power',
  ANIMAL_HEALTH: 'event.category.animalHealth',
  SECURITY: 'event.category.security',
  TECHNICAL: 'event.category.technical',
  NOTIFICATION: 'event.category.notification',
  HELPDESK: 'helpdesk.ticket',
  HELPDESK_MALFUNCTIONS: 'helpdesk.malfunction',
  HELPDESK_DEVELOPMENT: 'helpdesk.development',
  HELPDESK_SYSTEM: 'helpdesk.system',
} as const satisfies Record<EventCategory, TextKey>

export const causeWord = {
  UNKNOWN: 'event.cause.unknown',
  EQUIPMENT_FAILURE: 'event.cause.equipmentFailure',
  POWER_FAILURE: 'event.cause.powerFailure',
  SENSOR_FAULT: 'event.cause.sensorFault',
  SETTING: 'event.cause.setting',
  WEATHER: 'event.cause.weather',
  HUMAN_ERROR: 'event.cause.humanError',
  DISEASE: 'event.cause.disease',
  SUPPLY: 'event.cause.supply',
  FALSE_ALARM: 'event.cause.falseAlarm',
  QUESTION: 'event.cause.question',
  REQUEST: 'event.cause.request',
} as const satisfies Record<EventCause, TextKey>

export const originWord = { MANUAL: 'event.origin.manual', AUTOMATIC: 'event.origin.automatic' } as const satisfies Record<
  Event['origin'],
  TextKey
>

export const lastTimeWord = {
  ONE: 'period.one',
  SIX: 'period.six',
  TWELVE: 'period.twelve',
  TWENTYFOUR: 'period.twentyFour',
  WEEK: 'period.week',
  MONTH: 'period.month',
} as const satisfies Record<z.output<typeof LastTime>, TextKey>

/** Who opened it: a person, a rule by its name unless the title says that already, or the platform. */
export function openerOf({ createdBy, ruleName, title }: Pick<Event, 'createdBy' | 'ruleName' | 'title'>, t: Translate): string {
  if (createdBy) return createdBy.shortName
  if (ruleName === null) return t('ui.system')
  return ruleName === title ? t('rule.one') : ruleName
}

/** Who closed it; undefined while it is not closed. */
export function closerOf(
  { closeDate, closedBy, ruleId }: Pick<Event, 'closeDate' | 'closedBy' | 'ruleId'>,
  t: Translate,
): string | undefined {
  if (closeDate === null) return undefined
  return closedBy?.shortName ?? t(ruleId === null ? 'event.by.platform' : 'event.by.rule')
}

/** The statuses that the bell and the pinned strip count: an acknowledged event is not solved. */
export const unsolved = ['OPEN', 'PENDING'] as const satisfies readonly EventStatus[]
