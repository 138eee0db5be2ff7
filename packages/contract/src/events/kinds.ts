import { z } from 'zod'

export const SEVERITIES = ['LOW', 'MODERATE', 'MAJOR', 'CRITICAL'] as const
export const Severity = z.enum(SEVERITIES)
export type Severity = z.infer<typeof Severity>
export const EVENT_STATUSES = ['OPEN', 'PENDING', 'CLOSED'] as const
export const EventStatus = z.enum(EVENT_STATUSES)
export type EventStatus = z.infer<typeof EventStatus>
/** Whether something was found after an alarm: one tap, or what the steps of people say already. */
export const FINDINGS = ['SOMETHING', 'NOTHING', 'NOT_LOOKED'] as const
export const Finding = z.enum(FINDINGS)
export type Finding = z.infer<typeof Finding>
export const EVENT_ORIGINS = ['MANUAL', 'AUTOMATIC'] as const
export const EventOrigin = z.enum(EVENT_ORIGINS)
export const EVENT_CATEGORIES = [
  'CLIMATE',
  'AIR_QUALITY',
  'WATER',
  'FEED',
  'POWER',
  'ANIMAL_HEALTH',
  'SECURITY',
  'TECHNICAL',
  'NOTIFICATION',
  'HELPDESK',
  'HELPDESK_MALFUNCTIONS',
  'HELPDESK_DEVELOPMENT',
  'HELPDESK_SYSTEM',
] as const
export const EventCategory = z.enum(EVENT_CATEGORIES)
export type EventCategory = z.infer<typeof EventCategory>

/** Tickets to whoever runs the platform; seen by those alone who hold `helpdesk.read` besides. */
export const HELPDESK_CATEGORIES = [
  'HELPDESK',
  'HELPDESK_MALFUNCTIONS',
  'HELPDESK_DEVELOPMENT',
  'HELPDESK_SYSTEM',
] as const satisfies readonly EventCategory[]
export const isHelpdesk = (category: EventCategory): boolean => (HELPDESK_CATEGORIES as readonly string[]).includes(category)

/** The name of a category's icon, as the call of the categories tells it. */
export const CATEGORY_ICONS = {
  CLIMATE: 'temperature',
  AIR_QUALITY: 'wind',
  WATER: 'droplet',
  FEED: 'wheat',
  POWER: 'bolt',
  ANIMAL_HEALTH: 'stethoscope',
  SECURITY: 'shield-lock',
  TECHNICAL: 'tool',
  NOTIFICATION: 'send',
  HELPDESK: 'lifebuoy',
  HELPDESK_MALFUNCTIONS: 'alert-triangle',
  HELPDESK_DEVELOPMENT: 'bulb',
  HELPDESK_SYSTEM: 'server',
} as const satisfies Record<EventCategory, string>

/** What an event came from, and where it is offered. */
export const CAUSES = {
  UNKNOWN: { isEvent: true, isHelpdesk: true },
  EQUIPMENT_FAILURE: { isEvent: true, isHelpdesk: true },
  POWER_FAILURE: { isEvent: true, isHelpdesk: true },
  SENSOR_FAULT: { isEvent: true, isHelpdesk: true },
  SETTING: { isEvent: true, isHelpdesk: true },
  WEATHER: { isEvent: true, isHelpdesk: false },
  HUMAN_ERROR: { isEvent: true, isHelpdesk: true },
  DISEASE: { isEvent: true, isHelpdesk: false },
  SUPPLY: { isEvent: true, isHelpdesk: false },
  FALSE_ALARM: { isEvent: true, isHelpdesk: false },
  QUESTION: { isEvent: false, isHelpdesk: true },
  REQUEST: { isEvent: false, isHelpdesk: true },
} as const
export type EventCause = keyof typeof CAUSES
export const EVENT_CAUSES = Object.keys(CAUSES) as [EventCause, ...EventCause[]] // safe: the table's own keys
export const EventCause = z.enum(EVENT_CAUSES)

/** Is the cause one of such a category's? */
export const causeFits = (cause: EventCause, category: EventCategory): boolean =>
  CAUSES[cause][isHelpdesk(category) ? 'isHelpdesk' : 'isEvent']
