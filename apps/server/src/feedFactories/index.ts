import { feedFactories, feedFactoryBook } from '@steading/contract/production/feedFactories'
import { bookHandlers, bookOf } from '../books/index.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'

export const feedFactoryStore = bookOf(feedFactoryBook, {
  table: 'feed_factories',
  objectType: 'feedFactory',
  searched: ['displayName', 'contacts'],
})

export const feedFactoriesSlice = (world: World) => slice(feedFactories, bookHandlers(world, feedFactoryBook, feedFactoryStore))
