import { type Interface, interfaces } from '@steading/contract/interfaces'
import { api, data } from '../platform/api.ts'

const calls = api(interfaces)

/** A sensor or device that Ctrl-K finds. */
export type Found = Pick<Interface, 'id' | 'entity' | 'displayName'>

/** The first sensors and devices by a few letters of their name. */
export async function findInterfaces(search: string, signal: AbortSignal): Promise<readonly Found[]> {
  const query = { search, itemsPerPage: 20, sortProperty: 'match', sortDirection: 'ASC' } as const
  return (await data(calls.search({ query }, { signal }))).content
}
