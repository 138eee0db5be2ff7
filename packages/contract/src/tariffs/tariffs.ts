import { z } from 'zod'
import { book } from '../entities/book.ts'
import { byId, Day, name, Stamp, TimeZone, DisplayName } from '../http/fields.ts'
import { routes } from '../http/route.ts'
import { DAYS_OF_WEEK, overlapIn, secondOf, WallTime } from '../rules/schedule.ts'

/** Currencies of tariffs, ISO 4217; each has two decimals. */
export const CURRENCIES = ['EUR', 'BRL', 'CHF', 'CZK', 'DKK', 'GBP', 'HUF', 'NOK', 'PLN', 'RON', 'SEK', 'USD'] as const
export const Currency = z.enum(CURRENCIES)
export type Currency = z.infer<typeof Currency>

/** Price of 1 kWh in the currency of its tariff: a decimal, numeric(13, 4). */
export const UnitPrice = z.number().min(0).max(999_999_999.9999).multipleOf(0.0001)

export const DayOfWeek = z.enum(DAYS_OF_WEEK)
export type DayOfWeek = z.infer<typeof DayOfWeek>

/** Dates that a cycle covers: all, those of winter or summer time in the zone of the tariff, or those of some months. */
export const SEASONS = ['ALL', 'DST_WINTER', 'DST_SUMMER', 'MONTHS'] as const
export type Season = (typeof SEASONS)[number]

/** Local wall time, whole seconds; `endTime` is the last second: 08:00:00 to 09:59:59 are two hours. */
export const TariffInterval = z.strictObject({
  startTime: WallTime,
  endTime: WallTime,
  /** The period: PONTA, P1, HPH … */
  displayName: name(1, 30),
  value: UnitPrice,
})
export type TariffInterval = z.infer<typeof TariffInterval>

export const TariffLine = z.strictObject({
  daysOfWeek: z.array(DayOfWeek).min(1).max(7),
  timeIntervals: z.array(TariffInterval).min(1).max(96),
})
export type TariffLine = z.infer<typeof TariffLine>

/** A line as the week calendar has it: weekdays are numbers, 0 is Monday. */
export const weekLineOf = ({ daysOfWeek, timeIntervals }: TariffLine) => ({
  weekdays: daysOfWeek.map(day => DAYS_OF_WEEK.indexOf(day)),
  intervals: timeIntervals,
})

export const TariffCycle = z
  .strictObject({
    season: z.enum(SEASONS),
    /** 1 is January; of the season MONTHS alone. */
    months: z.array(z.int().min(1).max(12)).max(12).optional(),
    lines: z.array(TariffLine).min(1).max(7),
  })
  .superRefine(({ season, months, lines }, context) => {
    const refuse = (message: string, path: (string | number)[]) => context.addIssue({ code: 'custom', message, path })
    if (season === 'MONTHS' && !months?.length) refuse('required', ['months'])
    if (season !== 'MONTHS' && months?.length) refuse('leaveEmpty', ['months'])
    for (const [line, { timeIntervals }] of lines.entries())
      for (const [at, { startTime, endTime }] of timeIntervals.entries()) {
        const before = timeIntervals[at - 1]
        const path = ['lines', line, 'timeIntervals', at]
        if (secondOf(endTime) <= secondOf(startTime)) refuse('endBeforeStart', [...path, 'endTime'])
        if (before && secondOf(startTime) <= secondOf(before.endTime)) refuse('periodOrder', [...path, 'startTime'])
      }
    const overlap = overlapIn(lines.map(weekLineOf))
    // Within a line the order of its periods says it already.
    if (overlap && context.issues.length === 0)
      refuse('periodsOverlap', ['lines', overlap.line, 'timeIntervals', overlap.interval, 'startTime'])
  })
export type TariffCycle = z.infer<typeof TariffCycle>

/** What electricity costs at an entity and below it, by period of the week. */
export const tariffBook = book({
  path: '/tariffs',
  permission: 'tariffs',
  one: 'an electricity tariff',
  many: 'electricity tariffs',
  fields: {
    displayName: DisplayName,
    currency: Currency,
    timeZone: TimeZone,
    validFrom: Day,
    /** Its last day; null: it has no end. */
    validTo: Day.nullable(),
    holidays: z.array(Day).max(200),
    /** The weekday whose periods apply on a holiday. */
    holidayAs: DayOfWeek,
    cycles: z.array(TariffCycle).min(1).max(12),
  },
  filters: { currency: Currency.optional() },
  sorts: ['displayName', 'validFrom', 'id'],
  sort: 'displayName',
  nameInUse: 'TARIFF_DISPLAY_NAME_IN_USE',
})
export type Tariff = z.infer<typeof tariffBook.entry>
/** What decides which period applies. */
export type TariffRules = Pick<Tariff, 'validFrom' | 'validTo' | 'holidays' | 'holidayAs' | 'cycles'>

/** What applies from an instant to another, exclusive; null: no period, the energy has no price. */
export const TariffSpan = z.object({
  from: Stamp,
  to: Stamp,
  displayName: z.string().nullable(),
  value: z.number().nullable(),
})

/** Times of a week that no period of their cycle covers, and the months with dates that no cycle covers. */
export const TariffGaps = z.object({
  periods: z.array(z.object({ cycle: z.number().int(), dayOfWeek: DayOfWeek, startTime: z.string(), endTime: z.string() })),
  months: z.array(z.number().int()),
})
export type TariffGaps = z.infer<typeof TariffGaps>

export const TariffPeriods = z.object({
  tariff: tariffBook.details,
  date: Day,
  isHoliday: z.boolean(),
  /** The place of the cycle of that date; null: none covers it. */
  cycle: z.number().int().nullable(),
  /** From its midnight to the next, in order: 23 h or 25 h when the clock changes. */
  spans: z.array(TariffSpan),
  gaps: TariffGaps,
})
export type TariffPeriods = z.infer<typeof TariffPeriods>

export const tariffs = routes({
  ...tariffBook.routes,
  periods: {
    method: 'GET',
    path: '/tariffs/:id/periods',
    summary: 'The periods of a tariff on a date, by the clock on the wall, and what it leaves open',
    access: ['tariffs.read', 'tariffs.update'],
    params: byId,
    query: z.object({ date: Day.optional() }),
    reply: TariffPeriods,
  },
})
