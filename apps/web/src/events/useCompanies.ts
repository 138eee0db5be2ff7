import { useQuery } from '@tanstack/react-query'
import { placesIn } from '../entities/index.ts'
import { sourceQuery } from '../ui/form/useFound.ts'
import type { Companies } from './places.ts'

const companies = placesIn({ types: ['ENTERPRISE'] })

/** The companies that one may choose from; none until they are known. */
export function useCompanies(enabled = true): Companies {
  const { data: page } = useQuery({ ...sourceQuery(companies, {}), enabled })
  return { total: page?.totalElements ?? 0, first: page?.content[0] }
}
