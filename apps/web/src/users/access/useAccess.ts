import { entities } from '@steading/contract/entities/entities'
import type { Page } from '@steading/contract/http/paging'
import { ACCESS_NODES, type AccessNode } from '@steading/contract/users/users'
import { type InfiniteData, keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { api, data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useSignedIn } from '../../platform/session/session.ts'
import { levelQuery } from '../../ui/tree/level.ts'
import type { ParentOf } from './access.ts'
import { calls } from '../users.queries.ts'

type Place = z.output<typeof AccessNode>
const places = api(entities)

/** Maximum number of pages of a level; no level has more. */
const mostPages = 100
/** Maximum number of search results. */
const mostHits = 20

/** The total is unknown: after a full page there may be another. */
const asPage = (content: Place[], number: number): Page<Place> => ({
  content,
  totalElements: number * ACCESS_NODES + content.length + (content.length === ACCESS_NODES ? 1 : 0),
  number,
  size: ACCESS_NODES,
  sortProperty: 'name',
  sortDirection: 'ASC',
})

/** Levels of the tree below a root, as the editing user sees them, and the access of the edited user. */
function treeOf(caller: string, rootEntity: string, editedUser: string | undefined) {
  const name = `access ${rootEntity} ${editedUser ?? ''}`
  const ask = async (parentId: string | undefined, page: number, signal: AbortSignal) =>
    data(calls.accessTree({ params: { id: caller }, query: { editedUser, rootEntity, parentId, page } }, { signal }))
  const fetchLevel = async (id: string, page: number, signal: AbortSignal) => asPage(await ask(id, page, signal), page)
  return {
    name,
    fetchLevel,
    root: queryOptions({ queryKey: [name, 'root'], queryFn: async ({ signal }) => (await ask(undefined, 0, signal))[0] ?? null }),
    /** Ancestors of the chosen entities: expanded at first, with their parents known. */
    opened: queryOptions({
      queryKey: [name, 'opened'],
      queryFn: async () => {
        const opened: string[] = []
        const walk = async (id: string): Promise<void> => {
          opened.push(id)
          const { pages } = await queryClient.fetchInfiniteQuery({ ...levelQuery(name, fetchLevel, id), pages: mostPages })
          const parts = pages.flatMap(page => page.content).filter(one => one.access === 'PART')
          await Promise.all(parts.map(part => walk(part.id)))
        }
        await walk(rootEntity)
        return opened
      },
    }),
  }
}

/** State of the access tree: levels, expanded nodes, and the parent of each known entity. */
export function useAccess(rootEntity: string, editedUser: string | undefined) {
  const { userId } = useSignedIn()
  const cache = useQueryClient()
  const tree = useMemo(() => treeOf(userId, rootEntity, editedUser), [userId, rootEntity, editedUser])
  const root = useQuery(tree.root)
  const opened = useQuery(tree.opened)
  const [openState, setOpenState] = useState<ReadonlyMap<string, boolean>>(new Map())
  const levels = () => cache.getQueriesData<InfiniteData<Page<Place>>>({ queryKey: [tree.name, 'level'] })
  const known = () =>
    levels().flatMap(([key, level]) =>
      (level?.pages ?? []).flatMap(page => page.content.map(one => ({ ...one, parentId: String(key[2]) }))),
    )
  const knownEntities = new Map(known().map(one => [one.id, one]))
  const parentOf: ParentOf = id => knownEntities.get(id)?.parentId
  return {
    name: tree.name,
    fetchLevel: tree.fetchLevel,
    root: root.data,
    isHere: opened.data !== undefined && root.data !== undefined,
    error: root.error ?? opened.error,
    retry: () => void Promise.all([root.refetch(), opened.refetch()]),
    parentOf,
    nameOf: (id: string) => knownEntities.get(id)?.name,
    isOpen: (id: string) => openState.get(id) ?? opened.data?.includes(id) ?? false,
    toggle: (id: string, open: boolean) => setOpenState(new Map(openState).set(id, open)),
  }
}

/** Search below a root: best matches first, with the total. The root itself is not a result. */
export const partsQuery = (rootEntity: string, text: string) =>
  queryOptions({
    queryKey: ['entities', 'parts', rootEntity, text],
    queryFn: async ({ signal }) => {
      const query = { search: text, entityId: rootEntity, itemsPerPage: mostHits, sortProperty: 'match' } as const
      const { content, totalElements } = await data(places.search({ query }, { signal }))
      const hits = content.filter(one => one.id !== rootEntity)
      return { hits, total: totalElements - (content.length - hits.length) }
    },
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
