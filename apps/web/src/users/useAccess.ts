import { entities } from '@steading/contract/entities'
import type { Page } from '@steading/contract/paging'
import { ACCESS_NODES, type AccessNode } from '@steading/contract/users'
import { type InfiniteData, keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { api, data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useSignedIn } from '../platform/session.ts'
import { levelQuery } from '../ui/tree/level.ts'
import type { ParentOf } from './access.ts'
import { calls } from './users.queries.ts'

type Place = z.output<typeof AccessNode>
const places = api(entities)

/** More than any level has. */
const mostPages = 100
/** As many as one looks through before typing more. */
const mostHits = 20

/** Nobody says how many there are: after a full page there may be another. */
const asPage = (content: Place[], number: number): Page<Place> => ({
  content,
  totalElements: number * ACCESS_NODES + content.length + (content.length === ACCESS_NODES ? 1 : 0),
  number,
  size: ACCESS_NODES,
  sortProperty: 'name',
  sortDirection: 'ASC',
})

/** The tree below a root as the person who edits sees it, and what of it the edited one does. */
function treeOf(caller: string, rootEntity: string, editedUser: string | undefined) {
  const name = `access ${rootEntity} ${editedUser ?? ''}`
  const ask = async (parentId: string | undefined, page: number, signal: AbortSignal) =>
    data(calls.accessTree({ params: { id: caller }, query: { editedUser, rootEntity, parentId, page } }, { signal }))
  const fetchLevel = async (id: string, page: number, signal: AbortSignal) => asPage(await ask(id, page, signal), page)
  return {
    name,
    fetchLevel,
    root: queryOptions({ queryKey: [name, 'root'], queryFn: async ({ signal }) => (await ask(undefined, 0, signal))[0] ?? null }),
    /** Every place on the way to a part that the person is kept to: open at first, and known with its parents. */
    opened: queryOptions({
      queryKey: [name, 'opened'],
      queryFn: async () => {
        const opened: string[] = []
        const walk = async (id: string): Promise<void> => {
          opened.push(id)
          const { pages } = await queryClient.fetchInfiniteQuery({ ...levelQuery(name, fetchLevel, id), pages: mostPages })
          const parts = pages.flatMap(page => page.content).filter(one => one.access === 'PART')
          await Promise.all(parts.map(one => walk(one.id)))
        }
        await walk(rootEntity)
        return opened
      },
    }),
  }
}

/** The tree in which parts of a root are chosen: its levels, which are open, and what stands above each that was seen. */
export function useAccess(rootEntity: string, editedUser: string | undefined) {
  const { userId } = useSignedIn()
  const cache = useQueryClient()
  const tree = useMemo(() => treeOf(userId, rootEntity, editedUser), [userId, rootEntity, editedUser])
  const root = useQuery(tree.root)
  const opened = useQuery(tree.opened)
  const [turns, turn] = useState<ReadonlyMap<string, boolean>>(new Map())
  const levels = () => cache.getQueriesData<InfiniteData<Page<Place>>>({ queryKey: [tree.name, 'level'] })
  const known = () =>
    levels().flatMap(([key, level]) =>
      (level?.pages ?? []).flatMap(page => page.content.map(one => ({ ...one, parentId: String(key[2]) }))),
    )
  const seen = new Map(known().map(one => [one.id, one]))
  const parentOf: ParentOf = id => seen.get(id)?.parentId
  return {
    name: tree.name,
    fetchLevel: tree.fetchLevel,
    root: root.data,
    isHere: opened.data !== undefined && root.data !== undefined,
    error: root.error ?? opened.error,
    retry: () => void Promise.all([root.refetch(), opened.refetch()]),
    parentOf,
    nameOf: (id: string) => seen.get(id)?.name,
    isOpen: (id: string) => turns.get(id) ?? opened.data?.includes(id) ?? false,
    turn: (id: string, open: boolean) => turn(new Map(turns).set(id, open)),
  }
}

/** Places below a root that a text finds, those first that fit best, and how many there are. The root itself is none of them. */
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
