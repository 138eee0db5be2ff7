import { DAYS_OF_WEEK } from '@steading/contract/rules/schedule'
import type { DayOfWeek, Season } from '@steading/contract/tariffs/tariffs'
import { quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { weekdayName } from '@steading/locales/weekdays'

export const seasonKey = {
  ALL: 'tariff.season.all',
  DST_WINTER: 'tariff.season.winter',
  DST_SUMMER: 'tariff.season.summer',
  MONTHS: 'tariff.season.months',
} as const satisfies Record<Season, TextKey>

/** Codes of periods that have a word in each language; others are shown as they are. */
const PERIOD_KEYS: Readonly<Record<string, TextKey>> = {
  PONTA: 'tariff.period.peak',
  CHEIAS: 'tariff.period.full',
  VAZIO: 'tariff.period.offPeak',
  SUPER_VAZIO: 'tariff.period.superOffPeak',
}

/** What a period is called; null is no period. */
export function periodName(displayName: string | null, t: Translate): string {
  if (displayName === null) return t('tariff.period.none')
  const key = PERIOD_KEYS[displayName]
  return key ? t(key) : displayName
}

export const PRICE_DECIMALS = [2, 4] as const
export const priceUnit = (currency: string): string => `${currency}/kWh`

/** A price of 1 kWh. */
export const priceWords = (value: number | null | undefined, currency: string, t: Translate): string =>
  quantity(value, priceUnit(currency), t, PRICE_DECIMALS)

/** A month, 1 is January. */
export const monthName = (month: number, { language }: Translate): string =>
  new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1, 1))

export const dayName = (day: DayOfWeek, t: Translate): string => weekdayName(DAYS_OF_WEEK.indexOf(day), t, 'long')
