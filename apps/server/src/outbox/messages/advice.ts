import { kindOf, type CategoryId } from '@steading/contract/devices/categories'
import type { Cause } from '@steading/contract/events/events'
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
  'why.warning.waterHigh': 'mail.alarm.do.water',
  'why.warning.waterLow': 'mail.alarm.do.water',
  'why.warning.feedHigh': 'mail.alarm.do.feed',
  'why.warning.feedLow': 'mail.alarm.do.feed',
  'why.heatForecast': 'mail.alarm.do.heat',
  'why.withdrawal': 'mail.alarm.do.withdrawal',
}

/** Advice on what to do first, by cause. */
export const adviceFor = (cause: Pick<Cause, 'category'>): TextKey =>
  kindOf(cause) === 'COMMAND'
    ? 'mail.alarm.do.device'
    : (Object.entries(advice).find(([category]) => category === cause.category)?.[1] ?? 'mail.alarm.do.other')

/** The same for problems that the platform detected. */
export const adviceForFact = (key: TextKey): TextKey => facts[key] ?? 'mail.alarm.do.installer'
