import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { part } from '../platform/parts.ts'
import { useMay } from '../platform/session.ts'
import { found } from '../ui/shell/targets.ts'
import type { Found } from './found.ts'

/** What is asked for comes with the first letters: a first visit does not carry it. */
const finder = part(() => import('./found.ts'))
const none: readonly Found[] = []

const foundQuery = (name: string) =>
  queryOptions({
    queryKey: ['interfaces', 'found', name],
    queryFn: async ({ signal }) => (await finder.arrive(signal)).findInterfaces(name, signal),
    placeholderData: keepPreviousData,
  })

/** Sensors and devices that Ctrl-K finds while somebody types. */
export function useFoundInterfaces(text: string): readonly Found[] {
  const may = useMay()
  const name = useDeferredValue(text.trim())
  const { data: hits = none, isPlaceholderData } = useQuery({
    ...foundQuery(name),
    enabled: name !== '' && may('interfaces.read'),
  })
  return useMemo(() => {
    if (name === '' || !isPlaceholderData) return name === '' ? none : hits
    // Of what fitted a text before, only what fits this one, too.
    const here = hits.map(of => ({ of, name: of.displayName, place: of.entity.displayName }))
    return found(here, name).map(one => one.of)
  }, [hits, isPlaceholderData, name])
}
