import { z } from 'zod'
import { book } from '../entities/book.ts'
import { DisplayName } from '../http/fields.ts'

/** Mills and dealers that deliver feed. */
export const feedFactoryBook = book({
  path: '/feedFactories',
  permission: 'feedFactory',
  one: 'a feed factory',
  many: 'feed factories',
  fields: {
    displayName: DisplayName,
    /** Names, numbers and addresses, as people write them. */
    contacts: z.string().trim().max(500),
    /** Days between an order and its delivery. */
    leadDays: z.number().int().min(0).max(60),
  },
  filters: {},
  sorts: ['displayName', 'id'],
  sort: 'displayName',
  nameInUse: 'FEED_FACTORY_DISPLAY_NAME_IN_USE',
})
export const DEFAULT_LEAD_DAYS = 3
export const feedFactories = feedFactoryBook.routes
export type FeedFactory = z.infer<typeof feedFactoryBook.entry>
