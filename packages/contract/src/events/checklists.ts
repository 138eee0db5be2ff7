import type { Check } from './checks.ts'
import type { EventCategory } from './kinds.ts'

const AIR = ['ANIMALS', 'PHASES', 'CONVERTER', 'FANS', 'BELTS', 'INLETS', 'HEATING', 'GAS', 'SENSOR'] as const
const EQUIPMENT = ['ANIMALS', 'PHASES', 'CONVERTER', 'SENSOR', 'BOX'] as const

/** The checklist of each category: what is behind such an alarm most often, in the order of a round through the house. */
export const CHECKLISTS: Readonly<Record<EventCategory, readonly Check[]>> = {
  CLIMATE: AIR,
  AIR_QUALITY: AIR,
  WATER: ['ANIMALS', 'PHASES', 'WATER', 'SENSOR'],
  FEED: ['ANIMALS', 'PHASES', 'FEED', 'SILO', 'SENSOR'],
  POWER: ['ANIMALS', 'PHASES', 'GENERATOR', 'FANS', 'WATER', 'SENSOR'],
  ANIMAL_HEALTH: ['ANIMALS', 'WATER', 'FEED', 'FANS', 'HEATING'],
  SECURITY: ['ANIMALS', 'DOORS', 'SENSOR'],
  TECHNICAL: EQUIPMENT,
  NOTIFICATION: EQUIPMENT,
  HELPDESK: [],
  HELPDESK_MALFUNCTIONS: [],
  HELPDESK_DEVELOPMENT: [],
  HELPDESK_SYSTEM: [],
}
