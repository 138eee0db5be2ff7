import { feedFactories } from '@steading/contract/production/feedFactories'
import { type FeedMovement, feedMovements } from '@steading/contract/production/feedMovements'
import { feedTypes } from '@steading/contract/production/feedTypes'
import type { FeedFactory } from '@steading/contract/production/feedFactories'
import type { FeedType } from '@steading/contract/production/feedTypes'
import type { Translate } from '@steading/locales/text'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { recordsChanged } from '../animalMovements/index.ts'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'
import { queryClient } from '../platform/api/queries.ts'
import { write, writeOnce } from '../platform/api/write.ts'
import { nameOf } from '@steading/locales/production'
import type { OptionsSource } from '../ui/form/options/useAsyncOptions.ts'

const calls = api(feedMovements)
const typeCalls = api(feedTypes)
const factoryCalls = api(feedFactories)

export const listSchema = feedMovements.search.query
export type FeedQuery = z.output<typeof listSchema>
export const automaticSchema = feedMovements.searchAutomatic.query
export type AutomaticQuery = z.output<typeof automaticSchema>

/** A page of feed movements, of one batch or of all in reach. */
export const searchFeed = (query: FeedQuery, signal?: AbortSignal) => data(calls.search({ query }, { ...(signal && { signal }) }))

/** A page of deliveries that silos showed. */
export const searchAutomatic = (query: AutomaticQuery, signal?: AbortSignal) =>
  data(calls.searchAutomatic({ query }, { ...(signal && { signal }) }))

/** Sums of what the filters leave. */
export const sumsQuery = (query: z.input<typeof feedMovements.aggregation.query>) =>
  queryOptions({
    queryKey: ['feedMovements', 'sums', query],
    queryFn: ({ signal }) => data(calls.aggregation({ query }, { signal })),
  })

export const feedMovementQuery = (id: string) =>
  queryOptions({
    queryKey: ['feedMovements', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })
export const freshFeedMovement = (id: string) => queryClient.fetchQuery({ ...feedMovementQuery(id), staleTime: 0 })

export const feedChanged = (deletedId?: string) => recordsChanged('feedMovements', deletedId)

export const createFeedMovement = (
  body: z.output<typeof feedMovements.create.body>,
  files: readonly File[],
  idempotencyKey: string,
) => data(writeOnce(['feedMovements', 'create'], calls.create, { body, files: [...files] }, idempotencyKey))
export const createFeedMovements = (body: z.output<typeof feedMovements.createMany.body>, idempotencyKey: string) =>
  data(writeOnce(['feedMovements', 'createMany'], calls.createMany, { body }, idempotencyKey))

/** Saves a movement; lists and totals follow. */
export async function editFeedMovement(
  id: string,
  body: z.output<typeof feedMovements.edit.body>,
  files: readonly File[],
): Promise<FeedMovement> {
  const saved = await data(write(['feedMovements', 'edit'], calls.edit, { params: { id }, body, files: [...files] }))
  queryClient.setQueryData(feedMovementQuery(id).queryKey, saved)
  await feedChanged()
  return saved
}
export const removeFeedMovement = (id: string) => data(write(['feedMovements', 'remove'], calls.remove, { params: { id } }))
export const confirmAutomatic = (id: string, body: z.output<typeof feedMovements.confirmAutomatic.body>) =>
  data(write(['feedMovements', 'confirmAutomatic'], calls.confirmAutomatic, { params: { id }, body }))

/** Purchases that people entered and that may be a delivery. */
export const matchesQuery = (id: string) =>
  queryOptions({
    queryKey: ['feedMovements', 'matches', id],
    queryFn: ({ signal }) => data(calls.automaticMatches({ params: { id } }, { signal })),
    staleTime: 0,
  })
export const matchAutomatic = (id: string, body: z.output<typeof feedMovements.matchAutomatic.body>) =>
  data(write(['feedMovements', 'matchAutomatic'], calls.matchAutomatic, { params: { id }, body }))

/** A file of a movement with its content, by its name. */
export const fetchAttachment = (id: string, name: string) => data(calls.attachment({ params: { id, name } }))

const ACTIVE = ['ACTIVE' as const]

/** Feed types to choose from: those that a place may use, or all in reach. */
export const feedTypesAt = (usableAt: string | undefined, t: Translate): OptionsSource<FeedType> => ({
  key: ['feedTypes', 'choices', usableAt],
  fetch: ({ search, ids }, signal) => {
    const query = ids
      ? { ids: [...ids], itemsPerPage: 50 }
      : { search, itemsPerPage: 20, ...(usableAt && { usableAt, status: ACTIVE }) }
    return data(typeCalls.search({ query }, { signal }))
  },
  optionOf: feedType => ({ value: feedType.id, label: `${feedType.code} · ${nameOf(feedType, t.language)}` }),
  staleTime: lifetimes.lookUp,
})

/** Feed mills to choose from, as above. */
export const feedFactoriesAt = (usableAt: string | undefined): OptionsSource<FeedFactory> => ({
  key: ['feedFactories', 'choices', usableAt],
  fetch: ({ search, ids }, signal) => {
    const query = ids
      ? { ids: [...ids], itemsPerPage: 50 }
      : { search, itemsPerPage: 20, ...(usableAt && { usableAt, status: ACTIVE }) }
    return data(factoryCalls.search({ query }, { signal }))
  },
  optionOf: ({ id, displayName }) => ({ value: id, label: displayName }),
  staleTime: lifetimes.lookUp,
})
