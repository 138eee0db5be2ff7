import { z } from 'zod'

/** How numbers are written: decimal mark and thousands separator. */
export const NUMBER_FORMATS = ['COMMA_DOT', 'POINT_COMMA', 'COMMA_SPACE'] as const
export type NumberFormat = (typeof NUMBER_FORMATS)[number]

/** How dates are written: the order of day, month and year, and the mark between them. */
export const DATE_FORMATS = ['DMY_DASH', 'DMY_SLASH', 'DMY_DOT', 'MDY_SLASH', 'YMD_DASH'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

/** The choice of a person; null: as their language has it. */
export const NOTATION_CHOICE = {
  numberFormat: z.enum(NUMBER_FORMATS).nullable().default(null),
  dateFormat: z.enum(DATE_FORMATS).nullable().default(null),
}
