import type { EntityRef, EntityRow, EntityType } from '@steading/contract/entities/entities'
import { useQuery } from '@tanstack/react-query'
import { createElement, useEffect, useMemo } from 'react'
import { store, useStore } from '../../platform/store.ts'
import type { Node } from '../../ui/tree/Tree.tsx'
import { wayQuery } from './way.queries.ts'
import { fetchLevel, topsQuery } from '../pages.queries.ts'
import { TypeIcon } from '../words.tsx'

/** What is open in the tree stays so from page to page. */
const opened = store<ReadonlySet<string>>(new Set())
const toggleNode = (ids: readonly string[], open: boolean) => {
  const next = new Set(opened.get())
  for (const id of ids) {
    if (open) next.add(id)
    else next.delete(id)
  }
  opened.set(next)
}

export const asNode = ({
  id,
  name,
  type,
  children,
  status = 'ACTIVE',
}: Pick<EntityRow, 'id' | 'name' | 'type' | 'children'> & { status?: EntityRow['status'] }): Node => ({
  id,
  name,
  children,
  icon: createElement(TypeIcon, { type }),
  dim: status !== 'ACTIVE',
})

/** The one below `id` on the way to where one stands. */
export function nextOf(way: readonly EntityRef[], id: string): EntityRow | undefined {
  const at = way.findIndex(entity => entity.id === id)
  const next = at < 0 ? undefined : way[at + 1]
  return (
    next && { ...next, code: null, status: 'ACTIVE', parentId: id, above: [], tags: [], children: at + 2 < way.length ? 1 : 0 }
  )
}

/** Tops and levels of the tree; `current` and all above it are open at first. */
export function useTree(current: string | undefined, isDisabled?: (item: { id: string; type: EntityType }) => boolean) {
  const tops = useQuery(topsQuery)
  const { data: way = none } = useQuery({ ...wayQuery(current ?? ''), enabled: current !== undefined })
  const open = useStore(opened)
  const topIds = tops.data?.map(entity => entity.id).join()
  useEffect(() => {
    if (topIds) toggleNode(topIds.includes(',') ? [] : [topIds], true)
  }, [topIds])
  useEffect(() => {
    toggleNode(
      way.slice(0, -1).map(entity => entity.id),
      true,
    )
  }, [way])
  const nodeOf = (row: EntityRow): Node => ({ ...asNode(row), disabled: isDisabled?.(row) ?? false })
  const nodes = useMemo(
    () =>
      tops.data?.map(top => ({
        // What a sector stands in is not to be seen above it.
        ...asNode({ ...top, name: top.displayName }),
        disabled: isDisabled?.(top) ?? false,
      })),
    [tops.data, isDisabled],
  )
  return {
    tops: nodes,
    error: tops.error,
    retry: () => void tops.refetch(),
    name: 'entities',
    fetchLevel,
    nodeOf,
    nextBelow: (id: string) => {
      const next = nextOf(way, id)
      return next && nodeOf(next)
    },
    isOpen: (id: string) => open.has(id),
    toggle: (id: string, isNowOpen: boolean) => toggleNode([id], isNowOpen),
  }
}
const none: readonly EntityRef[] = []
