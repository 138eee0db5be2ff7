import { dashboards, type PUBLIC_LINK_KINDS } from '@steading/contract/widgets/dashboards'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../../platform/api/api.ts'
import { write } from '../../platform/api/write.ts'
import { dashboardsChanged } from '../dashboards.queries.ts'

const calls = { dashboards: api(dashboards) }

export async function createDashboard(displayName: string): Promise<string> {
  const { id } = await data(write(['dashboards', 'create'], calls.dashboards.create, { body: { displayName } }))
  await dashboardsChanged()
  return id
}

export async function renameDashboard(
  id: string,
  body: { displayName: string; subtitle: string | null; version: number },
): Promise<void> {
  await data(write(['dashboards', 'edit'], calls.dashboards.edit, { params: { id }, body }))
  await dashboardsChanged()
}

export async function copyDashboard(id: string): Promise<string> {
  const copy = await data(write(['dashboards', 'copy'], calls.dashboards.copy, { params: { id } }))
  await dashboardsChanged()
  return copy.id
}

export async function removeDashboard(id: string): Promise<void> {
  await data(write(['dashboards', 'remove'], calls.dashboards.remove, { params: { id } }))
  await dashboardsChanged()
}

export async function chooseFavourite(dashboardId: string, isFavourite: boolean): Promise<void> {
  const name = isFavourite ? 'addFavourite' : 'removeFavourite'
  await data(write(['dashboards', name], calls.dashboards[name], { body: { dashboardId } }))
  await dashboardsChanged()
}

export async function chooseHomepage(dashboardId: string | null): Promise<void> {
  await data(write(['dashboards', 'setHomepage'], calls.dashboards.setHomepage, { body: { dashboardId } }))
  await dashboardsChanged()
}

/** @throws CallFailed, Refused where the entity has a default dashboard */
export async function makeDefault(entityId: string, dashboardId: string, version: number): Promise<void> {
  await data(
    write(['dashboards', 'setDefault'], calls.dashboards.setDefault, {
      params: { id: entityId },
      body: { dashboardId, version },
    }),
  )
  await dashboardsChanged()
}

export async function leaveDefault(entityId: string): Promise<void> {
  await data(write(['dashboards', 'removeDefault'], calls.dashboards.removeDefault, { params: { id: entityId } }))
  await dashboardsChanged()
}

export const publicLinksQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboards', 'links', id],
    queryFn: ({ signal }) => data(calls.dashboards.publicLinks({ params: { id } }, { signal })),
  })

type LinkKind = (typeof PUBLIC_LINK_KINDS)[number]
/** Answers the link, which nobody sees again. */
export async function createPublicLink(
  id: string,
  body: { kind: LinkKind; includesAll: boolean; turnDashboardIds: string[] },
): Promise<string> {
  const { link } = await data(
    write(['dashboards', 'createPublicLink'], calls.dashboards.createPublicLink, { params: { id }, body }),
  )
  await dashboardsChanged()
  return link
}

export async function revokePublicLink(id: string, kind: LinkKind): Promise<void> {
  await data(write(['dashboards', 'revokePublicLink'], calls.dashboards.revokePublicLink, { params: { id }, query: { kind } }))
  await dashboardsChanged()
}
