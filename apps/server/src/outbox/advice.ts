import { kindOf, type CategoryId } from '@steading/contract/categories'
import type { Cause } from '@steading/contract/events'
import type { TextKey } from '@steading/locales/text'

const advice: Partial<Record<CategoryId, TextKey>> = {
  TEMPERATURE: 'mail.alarm.do.climate',
  HUMIDITY: 'mail.alarm.do.climate',
  CO2: 'mail.alarm.do.climate',
  NH3: 'mail.alarm.do.climate',
  STATIC_PRESSURE: 'mail.alarm.do.climate',
  MAINS_POWER: 'mail.alarm.do.power',
  GENERATOR: 'mail.alarm.do.power',
  WATER_COUNTER: 'mail.alarm.do.water',
  WATER_PRESSURE: 'mail.alarm.do.water',
  FEED_COUNTER: 'mail.alarm.do.feed',
  SILO_WEIGHT: 'mail.alarm.do.stock',
  TANK_LEVEL: 'mail.alarm.do.stock',
}
const facts: Partial<Record<TextKey, TextKey>> = {
  'mail.alarm.fault': 'mail.alarm.do.sensor',
  'mail.alarm.outputFault': 'mail.alarm.do.device',
  'why.noSignal': 'mail.alarm.do.signal',
}

/** What somebody does first who is told of this. */
export const adviceFor = (cause: Pick<Cause, 'category'>): TextKey =>
  kindOf(cause) === 'COMMAND'
    ? 'mail.alarm.do.device'
    : (Object.entries(advice).find(([category]) => category === cause.category)?.[1] ?? 'mail.alarm.do.other')

/** The same for what the platform itself noticed. */
export const adviceForFact = (key: TextKey): TextKey => facts[key] ?? 'mail.alarm.do.installer'
