import type { PageQuery } from '@steading/contract/http/paging'
import { useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { tab } from '../../platform/storage.ts'
import { parseSearch, writeSearch } from '../../platform/navigation/search.ts'
import { useGo } from '../Link.tsx'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Reads what of a search holds under the schema; a parameter that does not hold counts as not given. */
export function readList<Q extends PageQuery>(schema: z.ZodType<Q>, search: Readonly<Record<string, unknown>>): Q {
  const parsed = schema.safeParse(search)
  if (parsed.success) return parsed.data
  const wrong = new Set(parsed.error.issues.map(issue => String(issue.path[0])))
  return schema.parse(Object.fromEntries(Object.entries(search).filter(([name]) => !wrong.has(name))))
}

/** The search that says how `state` differs from what the list shows by itself; a null clears what is set by itself. */
export function writeList<Q extends PageQuery>(state: Q, initial: Q): string {
  const names = new Set([...Object.keys(initial), ...Object.keys(state)])
  const differs = [...names].map(name => [name, state[name as keyof Q], initial[name as keyof Q]] as const) // safe: their own keys
  return writeSearch(Object.fromEntries(differs.filter(([, now, then]) => !same(now, then)).map(([name, now]) => [name, now])))
}

export interface ListState<Q> {
  readonly query: Q
  /** Changes some of it; a change of anything but the page itself goes back to the first page. */
  readonly set: (patch: Partial<Q>) => void
  /** Everything as the list shows it by itself. */
  readonly reset: () => void
  /** How many filters differ from what the list shows by itself. */
  readonly filters: number
}

const nothing: readonly string[] = []
const paging = new Set(['currentPage', 'itemsPerPage', 'sortProperty', 'sortDirection'])

/** What one chip says. */
const ofChip: Readonly<Record<string, string>> = {
  lastTime: 'period',
  fromDate: 'period',
  toDate: 'period',
  closeDateFrom: 'closed',
  closeDateTo: 'closed',
}

/** How many filters differ, as people count them: a day from and a day to are one period. */
export function filtersOn<Q extends PageQuery>(query: Q, initial: Q): number {
  const names = Object.keys({ ...initial, ...query }).filter(
    name => !paging.has(name) && !same(query[name as keyof Q], initial[name as keyof Q]), // safe: their own keys
  )
  return new Set(names.map(name => ofChip[name] ?? name)).size
}

/**
 * Page, sorting and filters of a list, kept in the address in the contract's own words and types. `keep` names parameters of
 * the page around it (its tab) that stay as they are.
 */
export function useListState<Q extends PageQuery>(
  schema: z.ZodType<Q>,
  start?: Partial<Q>,
  keep: readonly string[] = nothing,
): ListState<Q> {
  const go = useGo()
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  const initial = useMemo(() => readList(schema, { ...start }), [schema, start])
  const query = useMemo(() => readList(schema, { ...start, ...parseSearch(searchStr) }), [schema, start, searchStr])

  const persistent = useMemo(
    () => Object.fromEntries(Object.entries(parseSearch(searchStr)).filter(([name]) => keep.includes(name))),
    [searchStr, keep],
  )
  useEffect(() => tab.write(`list${pathname}`, searchStr || undefined), [pathname, searchStr])
  const set = useCallback(
    (patch: Partial<Q>) => {
      const next = { ...query, ...('currentPage' in patch ? {} : { currentPage: 0 }), ...patch }
      go(pathname + writeList({ ...persistent, ...next }, initial), { replace: true })
    },
    [go, pathname, query, initial, persistent],
  )
  const reset = useCallback(() => go(pathname + writeSearch(persistent), { replace: true }), [go, pathname, persistent])
  return { query, set, reset, filters: filtersOn(query, initial) }
}

/** The same for a list within a page, whose state is nobody else's business: forgotten when one leaves. */
export function useInnerList<Q extends PageQuery>(schema: z.ZodType<Q>, start: Partial<Q> = {}): ListState<Q> {
  const [query, change] = useState(() => readList(schema, { ...start }))
  const set = (patch: Partial<Q>) => change({ ...query, ...('currentPage' in patch ? {} : { currentPage: 0 }), ...patch })
  return { query, set, reset: () => change(readList(schema, { ...start })), filters: 0 }
}

/** The way back to a list as it was left in this tab; `otherwise`: the search of one that nobody was at. */
export const listHref = (path: string, fallback = ''): string => path + (tab.read(`list${path}`) ?? fallback)
