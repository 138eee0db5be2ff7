import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { disambiguateNames } from '../../readings/index.ts'
import { sourcesQuery } from '../interfaces.queries.ts'

/** The sensors of a smart box, of which others are calculated, and what each is called: with its place where it is not `home`. */
export function useSources(terminalId: string | null, home?: string) {
  const { data: sources, error } = useQuery({ ...sourcesQuery(terminalId ?? ''), enabled: terminalId !== null })
  const names = useMemo(() => {
    const all = sources ?? []
    return disambiguateNames(
      all.map(iface => ({ id: iface.id, name: iface.displayName, place: iface.entity.displayName })),
      home,
    )
  }, [sources, home])
  return { sources, error, nameOf: (id: string) => names.get(id) ?? id }
}
