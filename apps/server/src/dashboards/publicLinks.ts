import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '@steading/contract/users/languages'
import type { PublicLink } from '@steading/contract/widgets/dashboards'
import { WIDGET_TYPES } from '@steading/contract/widgets/widgets'
import type { PublicDashboardWidgets } from '@steading/contract/widgets/publicDashboards'
import { systemActor } from '../platform/actor.ts'
import type { Actor, ActorLink } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { invalid } from '../platform/failures.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import type { World } from '../platform/world.ts'
import { personActor } from '../sessions/index.ts'
import { sharedScope } from '../users/index.ts'
import { layoutOf, mayArrange } from './arrangement.ts'
import { auditPublicLink, auditTurn } from './dashboards.ts'
import type { AuditedDashboard } from './dashboards.ts'
import { dashboardById, listDashboards } from './dashboards.sql.ts'
import { housesOfWidgets, namesHouse } from './houses.ts'
import {
  deletePublicLinks,
  deleteTurnsOf,
  insertPublicLink,
  insertTurn,
  linkedDashboards,
  publicDashboardRow,
  publicLinksOf,
} from './publicLinks.sql.ts'
import type { LinkKey } from './publicLinks.sql.ts'
import { showsAll } from './subjects.ts'
import { isBroken, isShown, isShownType, presentWidget, storedWidget } from './widgets.ts'
import { dashboardsOutOfReach, widgetRow, widgetsOfDashboard } from './widgets.sql.ts'

declare module '../platform/bus.ts' {
  interface Messages {
    /** Links of a dashboard were revoked or replaced, or it is gone. */
    'publicLinks.changed': { dashboardId: string }
  }
}

const system = systemActor('public link')
const hashOf = (link: string) => createHash('sha256').update(link).digest()

/** The links of a dashboard; of the dashboards in turn those that the caller sees. */
export async function presentPublicLinks(work: UnitOfWork, dashboardId: string): Promise<PublicLink[]> {
  const seen = new Set((await listDashboards(work)).map(({ id }) => id))
  return (await publicLinksOf(work, dashboardId)).map(({ createdAt, turn, ...row }) => ({
    ...row,
    turn: turn.filter(({ id }) => seen.has(id)),
    createdUtc: createdAt.toISOString(),
  }))
}

/**
 * A new link of a kind; the one that was there is dead. Answers the link, which is stored as its hash alone.
 * @throws Failed for dashboards in turn of a link that is no kiosk, or that the caller may not arrange
 */
export async function createPublicLink(
  work: UnitOfWork,
  dashboardId: string,
  {
    kind,
    includesAll,
    turnDashboardIds,
  }: Pick<PublicLink, 'kind' | 'includesAll'> & { readonly turnDashboardIds: readonly string[] },
): Promise<string> {
  const turn = [...new Set(turnDashboardIds)].filter(id => id !== dashboardId)
  if (kind !== 'KIOSK' && turn.length > 0) throw invalid('turnDashboardIds', 'leaveEmpty')
  for (const id of turn) {
    const row = await dashboardById(work, id)
    if (!row || !mayArrange(work, row)) throw invalid(`turnDashboardIds.${turnDashboardIds.indexOf(id)}`, 'notFound')
  }
  const link = randomBytes(16).toString('base64url')
  await deletePublicLinks(work, dashboardId, kind)
  const showsHouses = await namesHouseOn(work, dashboardId)
  const id = await insertPublicLink(work, { dashboardId, kind, hash: hashOf(link), includesAll, showsHouses })
  const inTurn: { readonly id: string; readonly showsHouses: boolean }[] = []
  for (const other of turn) inTurn.push({ id: other, showsHouses: await namesHouseOn(work, other) })
  await insertTurn(work, id, inTurn)
  return link
}

/** Whether a dashboard names sensors of the house. */
const namesHouseOn = async (work: UnitOfWork, dashboardId: string) =>
  namesHouse((await widgetsOfDashboard(work, dashboardId)).map(storedWidget))

/** The links of a dashboard, or the one of a kind, are dead. */
export async function revokePublicLinks(work: UnitOfWork, dashboard: AuditedDashboard, kind?: PublicLink['kind']) {
  for (const revoked of await deletePublicLinks(work, dashboard.id, kind))
    await auditPublicLink(work, dashboard, { old: revoked.kind, new: null })
}

/** No link shows a dashboard any more: its own are dead, and it leaves the turn of kiosks. */
export async function withdrawDashboard(work: UnitOfWork, dashboard: AuditedDashboard) {
  await revokePublicLinks(work, dashboard)
  for (const first of await deleteTurnsOf(work, dashboard.id))
    await auditTurn(work, first, { old: [dashboard.display_name], new: null })
}

type LinkedDashboard = Awaited<ReturnType<typeof linkedDashboards>>[number]

/**
 * What a link shows of a dashboard: of an own one what its owner sees, of an entity's what the creator sees of that. Undefined where
 * the creator may not see the dashboard any more.
 */
function linkScope({ userId, createdBy, path }: LinkedDashboard, creator: Actor): readonly string[] | undefined {
  if (userId !== null && userId !== createdBy) return undefined
  const scope = creator.scope ?? []
  const shared = userId === null ? sharedScope(scope, path) : scope
  return shared.length > 0 ? shared : undefined
}

/** Own dashboards of a link that show nothing any more that their creator sees: all that they name is out of reach. */
async function hiddenDashboards(
  work: UnitOfWork,
  rows: readonly LinkedDashboard[],
  creator: Actor,
): Promise<ReadonlySet<string>> {
  const own = rows.filter(({ userId }) => userId !== null)
  const named = await dashboardsOutOfReach(work, creator, {
    ids: own.map(({ dashboardId }) => dashboardId),
    types: typesOf(rows),
  })
  const hidden = new Set<string>()
  for (const row of own)
    if (named.has(row.dashboardId)) {
      const shown = (await widgetsOfDashboard(work, row.dashboardId)).filter(widget => isShown(widget, row)).map(storedWidget)
      const showsHouses = row.showsHouses && namesHouse(shown)
      if (!showsHouses && !shown.some(widget => showsAll({ ...widget, isBroken: isBroken(widget) }))) hidden.add(row.dashboardId)
    }
  return hidden
}

/** Types of widgets that a link shows; all dashboards of a link have the same. */
const typesOf = ([row]: readonly LinkedDashboard[]) => (row ? WIDGET_TYPES.filter(type => isShownType(type, row)) : [])

/** An actor of a public link for one of its dashboards. */
interface LinkView {
  readonly id: string
  readonly displayName: string
  readonly actor: Actor
}

/** The dashboards that a link shows now, its own one first; none where that is out of its creator's sight. */
async function linkViews(
  work: UnitOfWork,
  key: LinkKey,
  caller: { readonly language: Language; readonly ip?: string; readonly requestId?: string },
): Promise<LinkView[]> {
  const rows = (await linkedDashboards(work, key)).toSorted(
    (a, b) => Number(b.dashboardId === b.firstId) - Number(a.dashboardId === a.firstId) || (a.position ?? 0) - (b.position ?? 0),
  )
  const createdBy = rows[0]?.createdBy
  const creator = createdBy ? await personActor(work, createdBy) : undefined
  if (!creator) return []
  const hidden = await hiddenDashboards(work, rows, creator)
  const views = rows.flatMap((row): LinkView[] => {
    const scope = linkScope(row, creator)
    if (!scope || hidden.has(row.dashboardId)) return []
    const actor: Actor = {
      kind: 'publicLink',
      id: null,
      name: `public link ${row.id}`,
      scope,
      entityId: row.entityId,
      permissions: new Set(),
      timeZone: row.userId === null ? row.timeZone : creator.timeZone,
      publicLink: {
        id: row.id,
        dashboardId: row.dashboardId,
        kind: row.kind,
        includesAll: row.includesAll,
        showsHouses: row.showsHouses,
        creatorPermissions: creator.permissions,
      },
      ...caller,
    }
    return [{ id: row.dashboardId, displayName: row.displayName, actor }]
  })
  return views[0]?.id === rows[0]?.firstId ? views : []
}

/**
 * An actor of a public link: it sees what the link's creator sees now, and may ask for what its dashboard shows alone. The link of
 * somebody who is gone or may not sign in, and that of a dashboard out of its creator's sight, is dead.
 */
export function publicLinkIdentifier({ db }: Pick<World, 'db'>) {
  return (text: string, caller: { ip: string; requestId: string; language: Language }): Promise<Actor | undefined> =>
    db.work(system, async work => {
      const [link = '', dashboardId] = text.split('.')
      const views = await linkViews(work, { hash: hashOf(link) }, caller)
      return views.find(({ id }) => dashboardId === undefined || id === dashboardId)?.actor
    })
}

/** The dashboards that the link of an actor shows in turn; none but for a kiosk of several. */
export const dashboardsInTurn = ({ db }: Pick<World, 'db'>, actor: Actor): Promise<LinkView[]> =>
  db.work(system, async work => {
    const views = await linkViews(work, { id: orNotFound(actor.publicLink).id }, { language: actor.language })
    return views.length > 1 ? views : []
  })

/** The actor of a link for one of its dashboards as it is now; undefined where the link no longer shows that dashboard. */
export const currentLinkActor = (
  { db }: Pick<World, 'db'>,
  { id, dashboardId }: Pick<ActorLink, 'id' | 'dashboardId'>,
): Promise<Actor | undefined> =>
  db.work(system, async work => {
    const views = await linkViews(work, { id }, { language: 'en-US' })
    return views.find(view => view.id === dashboardId)?.actor
  })

/** Whether a public link is good and shows a widget now. */
export const showsWidget = ({ db }: Pick<World, 'db'>, linkId: string, widgetId: string): Promise<boolean> =>
  db.work(system, async work => {
    const row = await widgetRow(work, widgetId)
    const views = row ? await linkViews(work, { id: linkId }, { language: 'en-US' }) : []
    return views.some(({ actor: { publicLink } }) => row && publicLink && isShown(row, publicLink))
  })

/** The dashboard of the caller's public link, with the widgets that the link shows. @throws NotFound */
export async function shownDashboard(
  work: UnitOfWork,
  secrets: Secrets,
): Promise<Pick<PublicDashboardWidgets, 'id' | 'displayName' | 'subtitle' | 'widgets' | 'layout' | 'houses'>> {
  const link = orNotFound(work.actor.publicLink)
  const row = orNotFound(await publicDashboardRow(work, link.dashboardId))
  const layout = layoutOf(row)
  const shown = (await widgetsOfDashboard(work, row.id)).filter(widget => isShown(widget, link))
  const widgets = shown.map(widget =>
    presentWidget(
      secrets,
      work,
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
    houses: await housesOfWidgets(work, row, widgets),
  }
}
