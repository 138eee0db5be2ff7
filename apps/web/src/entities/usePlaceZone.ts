import { useQuery } from '@tanstack/react-query'
import { useMay } from '../platform/session/session.ts'
import { entityQuery } from './entities.queries.ts'

/** The IANA zone of a place; undefined until it is known, and for those who may not read places. */
export function usePlaceZone(entityId: string | null): string | undefined {
  const may = useMay()
  const { data: place } = useQuery({ ...entityQuery(entityId ?? ''), enabled: entityId !== null && may('entities.read') })
  return place?.timeZone
}
