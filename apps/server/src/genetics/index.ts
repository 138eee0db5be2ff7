import { genetics, geneticsBook } from '@steading/contract/production/genetics'
import { bookHandlers, bookOf } from '../books/index.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'

export const geneticsStore = bookOf(geneticsBook, {
  table: 'genetics',
  objectType: 'genetics',
  searched: ['code', 'displayName'],
})

export const geneticsSlice = (world: World) => slice(genetics, bookHandlers(world, geneticsBook, geneticsStore))
