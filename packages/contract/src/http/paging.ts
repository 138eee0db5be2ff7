import { z } from 'zod'
import { whole } from './fields.ts'

export const PAGE_SIZES = [10, 20, 50] as const
export const PAGE_BUTTONS = 5
/** Rows are counted so far; a total of one more says that there are more than that. */
export const MOST_COUNTED = 10_000
export type SortDirection = 'ASC' | 'DESC'

export interface Paging<S extends string> {
  /** The columns that a caller may sort by. */
  readonly sorts: readonly [S, ...S[]]
  readonly sort: S
  readonly direction: SortDirection
  readonly size?: number
  readonly sizes?: readonly [number, ...number[]]
}

/**
 * The paging of one list: the query that asks for a page (pages count from 0) and the answer that carries it.
 * Sizes are 10, 20, 50 and 10 at first unless the list says otherwise.
 */
export function paging<const S extends string>({ sorts, sort, direction, size = 10, sizes = PAGE_SIZES }: Paging<S>) {
  const allowed: readonly number[] = sizes.includes(size) ? sizes : [size, ...sizes]
  return {
    sort,
    direction,
    size,
    sizes: allowed,
    query: z.object({
      currentPage: whole(0, 1_000_000).prefault(0),
      itemsPerPage: whole(1, 1000)
        .refine(one => allowed.includes(one), 'pageSize')
        .meta({ enum: allowed, description: 'Rows of a page' })
        .prefault(size),
      sortProperty: z.enum(sorts).prefault(sort as never), // safe: sort is one of sorts
      sortDirection: z.enum(['ASC', 'DESC']).prefault(direction),
    }),
    of: <I extends z.ZodType>(item: I) =>
      z.object({
        content: z.array(item),
        totalElements: z
          .number()
          .int()
          .min(0)
          .max(MOST_COUNTED + 1)
          .meta({ description: `Rows in all. Counting ends at ${MOST_COUNTED}: ${MOST_COUNTED + 1} means more than that.` }),
        number: z.number().int().min(0),
        size: z.number().int().min(1),
        sortProperty: z.string(),
        sortDirection: z.enum(['ASC', 'DESC']),
      }),
  }
}

export interface PageQuery {
  readonly currentPage: number
  readonly itemsPerPage: number
  readonly sortProperty: string
  readonly sortDirection: SortDirection
}

export interface Page<T> {
  readonly content: T[]
  readonly totalElements: number
  readonly number: number
  readonly size: number
  readonly sortProperty: string
  readonly sortDirection: SortDirection
}

/** A page of a list where nothing can be found. */
export const noPage = ({ currentPage, itemsPerPage, sortProperty, sortDirection }: PageQuery) => ({
  content: [],
  totalElements: 0,
  number: currentPage,
  size: itemsPerPage,
  sortProperty,
  sortDirection,
})
