import type { z } from 'zod'
import { book } from '../entities/book.ts'
import { DisplayName, name } from '../http/fields.ts'
import { SpeciesCode } from './species.ts'

/** Lines and crosses of a breeder. */
export const geneticsBook = book({
  path: '/genetics',
  permission: 'genetics',
  one: 'genetics',
  many: 'genetics',
  fields: { code: name(1, 20), displayName: DisplayName, species: SpeciesCode },
  filters: { species: SpeciesCode.optional() },
  sorts: ['code', 'displayName', 'id'],
  sort: 'code',
  nameInUse: 'GENETICS_DISPLAY_NAME_IN_USE',
})
export const genetics = geneticsBook.routes
export type Genetics = z.infer<typeof geneticsBook.entry>
