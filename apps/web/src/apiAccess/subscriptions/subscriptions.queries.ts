import { apiAccess } from '@steading/contract/apiAccess/apiAccess'
import { subscriptions } from '@steading/contract/apiAccess/subscriptions'
import { interfaces } from '@steading/contract/devices/interfaces'
import type { Interface } from '@steading/contract/devices/interfaces'
import { noPage } from '@steading/contract/http/paging'
import { queryOptions } from '@tanstack/react-query'
import { interfacesQuery } from '../../interfaces/index.ts'
import { api, data } from '../../platform/api/api.ts'
import { lifetimes } from '../../platform/api/lifetimes.ts'
import { queryClient } from '../../platform/api/queries.ts'
import type { OptionsSource } from '../../ui/form/options/useAsyncOptions.ts'

export const calls = api(subscriptions)
const apiUsers = api(apiAccess)
const ofInterfaces = api(interfaces)

/** What the list keeps in its address. */
export const listSchema = subscriptions.search.query
export const logSchema = subscriptions.deliveries.query

export const subscriptionsChanged = () => queryClient.invalidateQueries({ queryKey: ['subscriptions'] })

export const apiUserQuery = (id: string) =>
  queryOptions({
    queryKey: ['apiAccess', 'one', id],
    queryFn: ({ signal }) => data(apiUsers.details({ params: { id } }, { signal })),
  })

/** Sensors and devices that a text finds. */
export const interfacesFound: OptionsSource<Interface> = {
  key: ['interfaces', 'subscriptionForm'],
  fetch: async ({ search, ids }, signal) => {
    if (!ids) return data(ofInterfaces.search({ query: { itemsPerPage: 20, ...(search && { search }) } }, { signal }))
    const content = await queryClient.fetchQuery(interfacesQuery(ids))
    return { ...noPage(interfaces.search.query.parse({})), content: [...content], totalElements: content.length }
  },
  optionOf: ({ id, displayName, entity }) => ({ value: id, label: `${displayName} · ${entity.name}`, words: displayName }),
  staleTime: lifetimes.lookUp,
}
