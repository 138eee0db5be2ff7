import { z } from 'zod'
import { LANGUAGES } from '../users/languages.ts'

/** An id as it travels: decimal digits in a string, because numbers lose digits. */
export const Id = z.string().regex(/^[1-9]\d{0,17}$/, 'id')
export const byId = z.object({ id: Id })

/** A repeated parameter: one value or many arrive, always an array leaves. */
export const many = <S extends z.ZodType>(item: S, most = 200, least = 0) =>
  z
    .union([item, z.array(item)])
    .transform((value): z.output<S>[] => (Array.isArray(value) ? value : [value]))
    .pipe(z.array(z.custom<z.output<S>>()).min(least).max(most))

/** A whole number of a query: text arrives, a number leaves. */
export const whole = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,15}$/, 'whole')
        .transform(Number),
    ])
    .pipe(z.number().int().min(min).max(max))

/** true or false of a query. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')])

/** A day that the calendar has. */
export const Day = z.iso.date()

/** An instant: ISO 8601, with offset or meant as UTC (the specification sends YYYY-MM-DDTHH:mm:ss); leaves as ISO UTC. */
export const Instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/, 'instant')
  .transform((text, context) => {
    const ms = Date.parse(/(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`)
    // Date.parse takes the 30th of February for the 2nd of March.
    if (Number.isNaN(ms) || !Day.safeParse(text.slice(0, 10)).success) {
      context.issues.push({ code: 'custom', message: 'instant', input: text })
      return z.NEVER
    }
    return new Date(ms).toISOString()
  })

/** A time of day by the clock on the wall. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'clockTime')

/** An instant in an answer. */
export const Stamp = z.iso.datetime()

/** What nobody sees: controls, letters without width, and what turns the direction of a text. Emoji may be joined. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/u
const JOINS = /(?<=\p{Extended_Pictographic}\p{M}?\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})/gu
const isSeen = (text: string) => !UNSEEN.test(text.replaceAll(JOINS, ''))

/**
 * What something is called: one line, of which every letter is seen, so that no two names look the same. Letters with accents have
 * one form (NFC), however a keyboard composes them.
 */
export const name = (least: number, most: number) =>
  z.string().trim().normalize('NFC').min(least).max(most).refine(isSeen, 'unseen')

/** The specification's lengths, once. */
export const NAME_LENGTH = 50
export const DisplayName = name(3, NAME_LENGTH)
export const LabelledText = name(0, 150)

/** Areas of IANA names. */
const AREAS = 'Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific'
const IANA_NAME = new RegExp(`^(UTC|(${AREAS})(/[A-Z][A-Za-z\\d_+-]*)+)$`)

/**
 * A time zone by its IANA name as that is written, area and place, or UTC: neither an offset, nor another case, nor an
 * abbreviation. An abbreviation names several clocks: IST is India to a browser and Israel to PostgreSQL.
 */
export const TimeZone = z.string().min(1).max(64).refine(isZone, 'timeZone')
function isZone(text: string): boolean {
  if (!IANA_NAME.test(text)) return false
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    return timeZone === text || timeZone.toLowerCase() !== text.toLowerCase()
  } catch {
    return false
  }
}

/** Lower case, so that an address is one however it was typed. */
export const EmailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email('email'))

/** 6 to 20 digits; brackets, plus and minus may stand between them, spaces are taken out. */
export const PhoneNumber = z
  .string()
  .transform(text => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^(?=(?:\D*\d){6,20}\D*$)[\d()+-]+$/, 'phone'))

/** A password as it is entered to sign in, in one form (NFC) however the keyboard composes its accents. */
export const EnteredPassword = z.string().normalize('NFC').max(128)

/** 6 to 25 characters by the specification; longer pass phrases are welcome. */
export const Password = z
  .string()
  .normalize('NFC')
  .min(6)
  .max(128)
  .regex(/(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d)(?=.*[^\p{L}\d])/u, 'password')

/** What people edit carries a version; an old one is refused with 409, so that nobody overwrites unseen work. */
export const Version = z.number().int().min(1)

/** Who did something, as details footers show it; absent means the system. */
export const Who = z.object({ userId: Id, shortName: z.string() })
export const Audited = z.object({
  createdBy: Who.nullable(),
  creationTimestampUtc: Stamp,
  lastUpdatedBy: Who.nullable(),
  lastUpdateTimestampUtc: Stamp.nullable(),
})

/** What something is called in each language. */
export const PerLanguage = z.record(z.enum(LANGUAGES), z.string())
export type PerLanguage = z.infer<typeof PerLanguage>

/** The name in some languages; elsewhere the one that was given. */
export const Translations = z.partialRecord(z.enum(LANGUAGES), z.string().trim().normalize('NFC').min(1).max(150))

/** An answer that says only that it was done. */
export const Done = z.object({})
