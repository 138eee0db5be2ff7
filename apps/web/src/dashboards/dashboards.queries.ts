import { dashboards } from '@steading/contract/dashboards'
import { interfaces } from '@steading/contract/interfaces'
import type { WidgetTypeName } from '@steading/contract/widgets'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import type { Draft } from './draft.ts'

const calls = { dashboards: api(dashboards), interfaces: api(interfaces) }

export const listQuery = queryOptions({
  queryKey: ['dashboards', 'list'],
  queryFn: ({ signal }) => data(calls.dashboards.list(undefined, { signal })),
})

export const homepageQuery = queryOptions({
  queryKey: ['dashboards', 'homepage'],
  queryFn: ({ signal }) => data(calls.dashboards.homepage(undefined, { signal })),
})

/** A dashboard with its widgets and layout. */
export const dashboardQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboards', 'one', id],
    queryFn: ({ signal }) => data(calls.dashboards.widgets({ params: { id } }, { signal })),
  })

/** The first sensors or devices that a search finds; `outputs` leaves those that can be operated. */
export const sensorSearch = (search: string, entityId: string | undefined) =>
  queryOptions({
    queryKey: ['interfaces', 'choice', search, entityId],
    queryFn: ({ signal }) => {
      const query = {
        search,
        hidden: false,
        ...(entityId && { entityId }),
        itemsPerPage: 50,
        sortProperty: 'match',
        sortDirection: 'ASC',
      } as const
      return data(calls.interfaces.search({ query }, { signal }))
    },
    placeholderData: keepPreviousData,
  })

const changed = () => queryClient.invalidateQueries({ queryKey: ['dashboards'] })

export async function createDashboard(displayName: string): Promise<string> {
  const { id } = await data(calls.dashboards.create({ body: { displayName } }))
  await changed()
  return id
}

export async function addWidget(dashboardId: string, type: WidgetTypeName, configs: Record<string, unknown>): Promise<void> {
  await data(calls.dashboards.addWidget({ body: { dashboardId, type, configs }, files: [] }))
  await changed()
}

export async function saveLayout(id: string, { version, layout }: Draft): Promise<void> {
  await data(calls.dashboards.layout({ params: { id }, body: { version, layout: [...layout] } }))
  await changed()
}

/** The dashboard as it is now. */
export const freshDashboard = (id: string) => queryClient.fetchQuery({ ...dashboardQuery(id), staleTime: 0 })
