import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toldApart } from '../platform/apart.ts'
import { sourcesQuery } from './interfaces.queries.ts'

/** The sensors of a smart box, of which others are calculated, and what each is called: with its place where it is not `home`. */
export function useSources(terminalId: string | null, home?: string) {
  const { data: here, error } = useQuery({ ...sourcesQuery(terminalId ?? ''), enabled: terminalId !== null })
  const names = useMemo(() => {
    const all = here ?? []
    return toldApart(
      all.map(one => ({ id: one.id, name: one.displayName, place: one.entity.displayName })),
      home,
    )
  }, [here, home])
  return { here, error, nameOf: (id: string) => names.get(id) ?? id }
}
