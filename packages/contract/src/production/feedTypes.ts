import { z } from 'zod'
import { book } from '../entities/book.ts'
import { DisplayName, flag, name, Translations } from '../http/fields.ts'
import { SpeciesCode } from './species.ts'

/** Feed as it is bought and stored. */
export const feedTypeBook = book({
  path: '/feedTypes',
  permission: 'feedTypes',
  one: 'a feed type',
  many: 'feed types',
  fields: {
    code: name(1, 20),
    displayName: DisplayName,
    translations: Translations,
    species: SpeciesCode,
    medicated: z.boolean(),
    /** Whole days between the last day of a medicated feed and the day of the first sale. */
    withdrawalDays: z.number().int().min(0).max(365),
  },
  filters: { species: SpeciesCode.optional(), medicated: flag.optional() },
  sorts: ['code', 'displayName', 'id'],
  sort: 'code',
  nameInUse: 'FEED_TYPE_DISPLAY_NAME_IN_USE',
})
export const feedTypes = feedTypeBook.routes
export type FeedType = z.infer<typeof feedTypeBook.entry>
