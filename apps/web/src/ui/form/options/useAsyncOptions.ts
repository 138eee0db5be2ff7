import { type Page, noPage } from '@steading/contract/http/paging'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stillOf } from '../../../platform/api/queries.ts'
import { usePaused } from '../../../platform/useDebounced.ts'
import { useText } from '../../../platform/texts.tsx'
import { offeredIn } from './asyncOptions.ts'
import type { Option } from '../fields/SelectField.tsx'

/** What is asked of a source: those that a text finds, or these by their ids. */
export interface OptionsQuery {
  readonly search?: string | undefined
  readonly ids?: readonly string[] | undefined
}

/** Where a field finds what there is to choose: the server knows more than it tells at once. */
export interface OptionsSource<C> {
  /** Names what is asked, but for the text. */
  readonly key: QueryKey
  readonly fetch: (asked: OptionsQuery, signal: AbortSignal) => Promise<Page<C>>
  readonly optionOf: (one: C) => Option<string>
  /** How long an answer counts as fresh, ms. */
  readonly staleTime: number
}

export const sourceQuery = <C>({ key, fetch, staleTime }: OptionsSource<C>, asked: OptionsQuery) => ({
  queryKey: [...key, asked],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetch(asked, signal),
  staleTime,
})

const none: readonly never[] = []

/**
 * What a field offers while somebody types: what the server finds, best first, and what is chosen, by its name. `more` says how
 * many there are besides. `known`: those whose names are known already; `enabled`:
 * whether anything is offered at all.
 */
export function useAsyncOptions<C>(
  source: OptionsSource<C>,
  { chosen, known = none, enabled = true }: { chosen: readonly string[]; known?: readonly Option<string>[]; enabled?: boolean },
) {
  const t = useText()
  const [text, type] = useState('')
  const search = usePaused(text.trim()) || undefined
  const { data: page, error } = useQuery({
    ...sourceQuery(source, { search }),
    enabled,
    // The hits before stay until the next ones come, but for those of another source.
    placeholderData: (before, asked) => stillOf(source.key, asked?.queryKey, before),
  })
  const unnamed = chosen.filter(id => !known.some(one => one.value === id))
  const { data: named } = useQuery({
    ...sourceQuery(source, { ids: unnamed }),
    enabled: unnamed.length > 0,
    placeholderData: (before, asked) => stillOf(source.key, asked?.queryKey, before),
  })
  const found = (page ?? nothing).content.map(source.optionOf)
  const names = [...known, ...(named ?? nothing).content.map(source.optionOf)]
  const { totalElements } = page ?? nothing
  const options = offeredIn({ found, names, chosen, isTyped: search !== undefined })
  return {
    options,
    /** Chosen ones that the server does not know: deleted, or out of reach. */
    absent: named ? chosen.filter(id => !options.some(({ value }) => value === id)) : none,
    found: page?.content ?? none,
    search: type,
    failed: error && !page ? t('failed.lookup') : undefined,
    more: totalElements > found.length ? t('tree.cutHits', { shown: found.length, total: totalElements }) : undefined,
  }
}
const nothing = noPage({ currentPage: 0, itemsPerPage: 1, sortProperty: '', sortDirection: 'ASC' })
