import { useQuery } from '@tanstack/react-query'
import { placesIn } from '../../entities/index.ts'
import { sourceQuery } from '../../ui/form/options/useAsyncOptions.ts'
import type { Enterprises } from './enterprises.ts'

const enterprises = placesIn({ types: ['ENTERPRISE'] })

/** The companies that one may choose from; none until they are known. */
export function useEnterprises(enabled = true): Enterprises {
  const { data: page } = useQuery({ ...sourceQuery(enterprises, {}), enabled })
  return { total: page?.totalElements ?? 0, first: page?.content[0] }
}
