import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '@steading/contract/users/languages'
import type { DashboardWidgets, PublicLink } from '@steading/contract/widgets/dashboards'
import { systemActor } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import type { World } from '../platform/world.ts'
import { personActor } from '../sessions/index.ts'
import { sharedScope } from '../users/index.ts'
import { layoutOf } from './arrangement.ts'
import {
  deletePublicLinks,
  insertPublicLink,
  publicDashboardRow,
  publicLinkByHash,
  publicLinkCreator,
  publicLinksOf,
} from './publicLinks.sql.ts'
import { isShown, presentWidget } from './widgets.ts'
import { widgetsOfDashboard } from './widgets.sql.ts'

declare module '../platform/bus.ts' {
  interface Messages {
    /** Links of a dashboard were revoked or replaced, or it is gone. */
    'publicLinks.changed': { dashboardId: string }
  }
}

const system = systemActor('public link')
const hashOf = (link: string) => createHash('sha256').update(link).digest()

export const presentPublicLinks = async (work: UnitOfWork, dashboardId: string): Promise<PublicLink[]> =>
  (await publicLinksOf(work, dashboardId)).map(({ createdAt, ...row }) => ({
    ...row,
    createdUtc: createdAt.toISOString(),
  }))

/** A new link of a kind; the one that was there is dead. Answers the link, which is stored as its hash alone. */
export async function createPublicLink(
  work: UnitOfWork,
  dashboardId: string,
  { kind, includesAll }: Pick<PublicLink, 'kind' | 'includesAll'>,
): Promise<string> {
  const link = randomBytes(16).toString('base64url')
  await deletePublicLinks(work, dashboardId, kind)
  await insertPublicLink(work, { dashboardId, kind, hash: hashOf(link), includesAll })
  return link
}

/**
 * An actor of a public link: it sees of the entity of its dashboard what its creator sees now, and may ask for what that shows alone.
 * The link of somebody who is gone or may not sign in is dead.
 */
export function publicLinkIdentifier({ db }: Pick<World, 'db'>) {
  return (link: string, caller: { ip: string; requestId: string; language: Language }): Promise<Actor | undefined> =>
    db.work(system, async work => {
      const row = await publicLinkByHash(work, hashOf(link))
      const creator = row?.createdBy ? await personActor(work, row.createdBy) : undefined
      if (!row || !creator) return undefined
      return {
        kind: 'publicLink',
        id: null,
        name: `public link ${row.id}`,
        scope: sharedScope(creator.scope ?? [''], row.path),
        entityId: row.entityId,
        permissions: new Set(),
        timeZone: row.timeZone ?? 'UTC',
        publicLink: {
          id: row.id,
          dashboardId: row.dashboardId,
          kind: row.kind,
          includesAll: row.includesAll,
          creatorPermissions: creator.permissions,
        },
        ...caller,
      }
    })
}

/** Whether the link of an actor is still there, and its creator still may sign in. */
export const isLinkAlive = ({ db }: Pick<World, 'db'>, id: string): Promise<boolean> =>
  db.work(system, async work => {
    const createdBy = await publicLinkCreator(work, id)
    return createdBy != null && (await personActor(work, createdBy)) !== undefined
  })

/** The dashboard of the caller's public link, with the widgets that the link shows. @throws NotFound */
export async function shownDashboard(
  work: UnitOfWork,
  secrets: Secrets,
): Promise<Pick<DashboardWidgets, 'id' | 'displayName' | 'subtitle' | 'widgets' | 'layout'>> {
  const link = orNotFound(work.actor.publicLink)
  const row = orNotFound(await publicDashboardRow(work, link.dashboardId))
  const layout = layoutOf(row)
  const shown = (await widgetsOfDashboard(work, row.id)).filter(widget => isShown(widget, link))
  const widgets = shown.map(widget =>
    presentWidget(
      secrets,
      work.now.getTime(),
      widget,
      layout.find(item => item.id === widget.id),
    ),
  )
  const ids = new Set(widgets.map(({ id }) => id))
  return {
    id: row.id,
    displayName: row.display_name,
    subtitle: row.subtitle,
    widgets: Object.fromEntries(widgets.map(widget => [widget.id, widget])),
    layout: layout.filter(item => ids.has(item.id)),
  }
}
