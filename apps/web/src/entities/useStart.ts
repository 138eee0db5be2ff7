import type { EntityRow } from '@steading/contract/entities/entities'
import { useQuery } from '@tanstack/react-query'
import { topsQuery } from './pages.queries.ts'

/** The tops of what this person sees: their root, or the parts that they are kept to. */
export function useTops(): readonly EntityRow[] {
  return useQuery(topsQuery).data ?? none
}
const none: readonly EntityRow[] = []

export type StartEntity = Pick<EntityRow, 'id' | 'displayName'> | null

/**
 * Where something new is put at first: the one top of what this person sees. null: there are several, or none, and it is chosen;
 * undefined until that is known.
 */
export function useStart(): StartEntity | undefined {
  const { data: tops, isError } = useQuery(topsQuery)
  if (!tops) return isError ? null : undefined
  return tops.length === 1 ? tops[0]! : null
}
