import { feedTypeBook, feedTypes } from '@steading/contract/production/feedTypes'
import { bookHandlers, bookOf } from '../books/index.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'

export const feedTypeStore = bookOf(feedTypeBook, {
  table: 'feed_types',
  objectType: 'feedType',
  searched: ['code', 'displayName', 'translations'],
  json: ['translations'],
})

export const feedTypesSlice = (world: World) => slice(feedTypes, bookHandlers(world, feedTypeBook, feedTypeStore))
