import { DAY_SECONDS, secondOf, wallTime } from '@steading/contract/rules/schedule'
import type { Currency, DayOfWeek, TariffCycle, TariffLine, TariffRules } from '@steading/contract/tariffs/tariffs'

/** Tariffs that a new one may begin with. */
export const TARIFF_EXAMPLES = ['PT_WEEKLY', 'PT_DAILY', 'ES_3_0TD', 'FR_FOUR_PERIODS'] as const
export type TariffExampleId = (typeof TARIFF_EXAMPLES)[number]

/** A tariff without its place. Hours are those of the regulator (in France of the site); prices are examples. */
export interface TariffExample extends TariffRules {
  readonly displayName: string
  readonly currency: Currency
  readonly timeZone: string
}

/** Example prices of 1 kWh, EUR. */
const PRICES: Readonly<Record<string, number>> = {
  VAZIO: 0.1089,
  CHEIAS: 0.1645,
  PONTA: 0.2287,
  P1: 0.2184,
  P2: 0.1936,
  P3: 0.1671,
  P4: 0.1459,
  P5: 0.1288,
  P6: 0.1103,
  HPH: 0.2068,
  HCH: 0.1565,
  HPE: 0.1392,
  HCE: 0.1097,
}

const WORKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri'] as const
const WEEKEND = ['sat', 'sun'] as const
const EVERY_DAY = [...WORKDAYS, ...WEEKEND] as const

/** Weekdays whose periods begin at these times; each lasts until the next begins. */
function line(
  daysOfWeek: readonly DayOfWeek[],
  ...starts: readonly (readonly [time: string, displayName: string])[]
): TariffLine {
  const seconds = starts.map(([time]) => secondOf(`${time}:00`))
  return {
    daysOfWeek: [...daysOfWeek],
    timeIntervals: starts.map(([time, displayName], at) => ({
      startTime: `${time}:00`,
      endTime: wallTime((seconds[at + 1] ?? DAY_SECONDS) - 1),
      displayName,
      value: PRICES[displayName]!,
    })),
  }
}

const months = (numbers: number[], ...lines: TariffLine[]): TariffCycle => ({ season: 'MONTHS', months: numbers, lines })
const winter = (...lines: TariffLine[]): TariffCycle => ({ season: 'DST_WINTER', lines })
const summer = (...lines: TariffLine[]): TariffCycle => ({ season: 'DST_SUMMER', lines })

/** The tariffs by their id. */
export const tariffExamples: Readonly<Record<TariffExampleId, TariffExample>> = {
  PT_WEEKLY: {
    displayName: 'Portugal: three periods, weekly cycle',
    currency: 'EUR',
    timeZone: 'Europe/Lisbon',
    validFrom: '2021-01-01',
    validTo: null,
    holidays: [],
    holidayAs: 'sun',
    cycles: [
      winter(
        line(
          WORKDAYS,
          ['00:00', 'VAZIO'],
          ['07:00', 'CHEIAS'],
          ['09:30', 'PONTA'],
          ['12:00', 'CHEIAS'],
          ['18:30', 'PONTA'],
          ['21:00', 'CHEIAS'],
        ),
        line(['sat'], ['00:00', 'VAZIO'], ['09:30', 'CHEIAS'], ['13:00', 'VAZIO'], ['18:30', 'CHEIAS'], ['22:00', 'VAZIO']),
        line(['sun'], ['00:00', 'VAZIO']),
      ),
      summer(
        line(WORKDAYS, ['00:00', 'VAZIO'], ['07:00', 'CHEIAS'], ['09:15', 'PONTA'], ['12:15', 'CHEIAS']),
        line(['sat'], ['00:00', 'VAZIO'], ['09:00', 'CHEIAS'], ['14:00', 'VAZIO'], ['20:00', 'CHEIAS'], ['22:00', 'VAZIO']),
        line(['sun'], ['00:00', 'VAZIO']),
      ),
    ],
  },
  PT_DAILY: {
    displayName: 'Portugal: three periods, daily cycle',
    currency: 'EUR',
    timeZone: 'Europe/Lisbon',
    validFrom: '2021-01-01',
    validTo: null,
    holidays: [],
    holidayAs: 'sun',
    cycles: [
      winter(
        line(
          EVERY_DAY,
          ['00:00', 'VAZIO'],
          ['08:00', 'CHEIAS'],
          ['09:00', 'PONTA'],
          ['10:30', 'CHEIAS'],
          ['18:00', 'PONTA'],
          ['20:30', 'CHEIAS'],
          ['22:00', 'VAZIO'],
        ),
      ),
      summer(
        line(
          EVERY_DAY,
          ['00:00', 'VAZIO'],
          ['08:00', 'CHEIAS'],
          ['10:30', 'PONTA'],
          ['13:00', 'CHEIAS'],
          ['19:30', 'PONTA'],
          ['21:00', 'CHEIAS'],
          ['22:00', 'VAZIO'],
        ),
      ),
    ],
  },
  ES_3_0TD: {
    displayName: 'Spain: 3.0TD, six periods',
    currency: 'EUR',
    timeZone: 'Europe/Madrid',
    validFrom: '2021-06-01',
    validTo: null,
    holidays: [
      '2026-01-01',
      '2026-01-06',
      '2026-05-01',
      '2026-08-15',
      '2026-10-12',
      '2026-11-01',
      '2026-12-06',
      '2026-12-08',
      '2026-12-25',
      '2027-01-01',
      '2027-01-06',
      '2027-05-01',
      '2027-08-15',
      '2027-10-12',
      '2027-11-01',
      '2027-12-06',
      '2027-12-08',
      '2027-12-25',
    ],
    holidayAs: 'sun',
    cycles: [
      months(
        [1, 2, 7, 12],
        line(WORKDAYS, ['00:00', 'P6'], ['08:00', 'P2'], ['09:00', 'P1'], ['14:00', 'P2'], ['18:00', 'P1'], ['22:00', 'P2']),
        line(WEEKEND, ['00:00', 'P6']),
      ),
      months(
        [3, 11],
        line(WORKDAYS, ['00:00', 'P6'], ['08:00', 'P3'], ['09:00', 'P2'], ['14:00', 'P3'], ['18:00', 'P2'], ['22:00', 'P3']),
        line(WEEKEND, ['00:00', 'P6']),
      ),
      months(
        [6, 8, 9],
        line(WORKDAYS, ['00:00', 'P6'], ['08:00', 'P4'], ['09:00', 'P3'], ['14:00', 'P4'], ['18:00', 'P3'], ['22:00', 'P4']),
        line(WEEKEND, ['00:00', 'P6']),
      ),
      months(
        [4, 5, 10],
        line(WORKDAYS, ['00:00', 'P6'], ['08:00', 'P5'], ['09:00', 'P4'], ['14:00', 'P5'], ['18:00', 'P4'], ['22:00', 'P5']),
        line(WEEKEND, ['00:00', 'P6']),
      ),
    ],
  },
  FR_FOUR_PERIODS: {
    displayName: 'France: four periods, hours of the site',
    currency: 'EUR',
    timeZone: 'Europe/Paris',
    validFrom: '2021-08-01',
    validTo: null,
    holidays: [],
    holidayAs: 'sun',
    cycles: [
      months([11, 12, 1, 2, 3], line(EVERY_DAY, ['00:00', 'HCH'], ['06:00', 'HPH'], ['22:00', 'HCH'])),
      months([4, 5, 6, 7, 8, 9, 10], line(EVERY_DAY, ['00:00', 'HCE'], ['06:00', 'HPE'], ['22:00', 'HCE'])),
    ],
  },
}
