import type { CategoryId } from '@steading/contract/devices/categories'
import type { Interface } from '@steading/contract/devices/interfaces'
import { City } from '@steading/contract/widgets/fields'
import { namedSubjects } from '@steading/contract/widgets/definition'
import type { SubjectKind } from '@steading/contract/widgets/definition'
import type { Permission } from '@steading/contract/users/permissions'
import type { PublicDashboardWidgets } from '@steading/contract/widgets/publicDashboards'
import type { Widget } from '@steading/contract/widgets/dashboards'
import { definitionOf } from '@steading/contract/widgets/widgets'
import { dashboardsInTurn, showsAll, shownDashboard } from '../dashboards/index.ts'
import { interfacesByIds, listInterfaces, presentAll } from '../interfaces/index.ts'
import { isPermitted } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { NotFound } from '../platform/failures.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import type { World } from '../platform/world.ts'
import { worstOpenAlarm } from './openAlarm.sql.ts'

/** Interfaces that a widget of an entity shows at most, as its schema has it. */
const MOST_INTERFACES = 50

/** The dashboard of the caller's public link, with the widgets that it shows. */
export async function publicDashboard(work: UnitOfWork, secrets: Secrets): Promise<Omit<PublicDashboardWidgets, 'turn'>> {
  const { publicLink, language, timeZone } = work.actor
  const { kind } = orNotFound(publicLink)
  const { id, displayName, subtitle, widgets, layout, houses } = await shownDashboard(work, secrets)
  const resolved = await Promise.all(Object.values(widgets).map(widget => resolveInterfaces(work, widget)))
  return {
    id,
    displayName,
    subtitle,
    kind,
    language,
    timeZone,
    widgets: Object.fromEntries(resolved.map(widget => [widget.id, widget])),
    layout,
    houses,
  }
}

/**
 * A list of the interfaces of an entity names them: a public link asks for named ones alone. Where some are chosen, these alone are
 * shown, whatever entity is named besides.
 */
async function resolveInterfaces(work: UnitOfWork, widget: Widget): Promise<Widget> {
  const { entityId, ...named } = widget.configs
  const { categories, interfaceIds } = named
  if (widget.type !== 'MULTIPLE_INTERFACES' || typeof entityId !== 'string') return widget
  if (Array.isArray(interfaceIds) && interfaceIds.length > 0) return { ...widget, configs: named }
  const wanted = new Set(Array.isArray(categories) ? (categories as CategoryId[]) : []) // safe: checked when it was stored
  const found = (await listInterfaces(work, { entityId, hidden: false })).filter(
    ({ category }) => wanted.size === 0 || wanted.has(category as CategoryId), // safe: as above
  )
  return { ...widget, configs: { ...named, interfaceIds: found.slice(0, MOST_INTERFACES).map(({ id }) => id) } }
}

/** Whether the creator of the link of an actor has a permission now. */
const mayCreator = (actor: Actor, permission: Permission): boolean =>
  isPermitted({ ...actor, permissions: orNotFound(actor.publicLink).creatorPermissions }, permission)

/** @throws NotFound where the creator of the link of an actor may not read interfaces */
export function mustReadInterfaces(actor: Actor): void {
  if (!mayCreator(actor, 'interfaces.read')) throw new NotFound()
}

/** Ids of what the public dashboard shows; of the sensors of the house those of every house that may be chosen. */
async function shownSubjects(work: UnitOfWork, secrets: Secrets) {
  const { widgets, houses } = await publicDashboard(work, secrets)
  const shown = Object.values(widgets)
  const subjects = shown.flatMap(({ type, configs }) => namedSubjects(definitionOf(type), configs))
  const ofHouses = houses.flatMap(({ sensors }) => Object.values(sensors))
  const idsOf = (kind: SubjectKind) => subjects.filter(subject => subject.kind === kind).map(({ id }) => id)
  return {
    interfaces: [...idsOf('interfaces'), ...ofHouses],
    entities: idsOf('entities'),
    batches: idsOf('batches'),
    isAll: shown.some(showsAll),
  }
}

/** Ids of all interfaces that the public dashboard shows; none where the creator of the link may not read interfaces. */
export async function allShownInterfaces(work: UnitOfWork, secrets: Secrets): Promise<ReadonlySet<string>> {
  const isReadable = mayCreator(work.actor, 'interfaces.read')
  return new Set(isReadable ? (await shownSubjects(work, secrets)).interfaces : [])
}

/**
 * Of these interfaces those that the public dashboard shows; left out: all that it shows.
 * @throws NotFound where the creator of the link may not read interfaces
 */
export async function shownInterfaces(work: UnitOfWork, secrets: Secrets, ids?: readonly string[]): Promise<string[]> {
  mustReadInterfaces(work.actor)
  const shown = await allShownInterfaces(work, secrets)
  return ids ? ids.filter(id => shown.has(id)) : [...shown]
}

/** Interfaces as strangers see them: nobody who gave an order is named. */
export async function publicInterfaces(work: UnitOfWork, secrets: Secrets, ids?: readonly string[]): Promise<Interface[]> {
  const found = await presentAll(work, await interfacesByIds(work, await shownInterfaces(work, secrets, ids)))
  return found.map(item => ({ ...item, lastCommand: item.lastCommand && { ...item.lastCommand, by: null } }))
}

/** The dashboards that a kiosk shows in turn, each with its worst open alarm as far as the creator of the link may read events. */
export async function publicTurn(
  { db, secrets }: Pick<World, 'db' | 'secrets'>,
  caller: Actor,
): Promise<PublicDashboardWidgets['turn']> {
  const views = await dashboardsInTurn({ db }, caller)
  return Promise.all(
    views.map(async ({ id, displayName, actor }) => {
      const alarm = mayCreator(actor, 'events.read') ? await db.work(actor, work => shownAlarm(work, secrets)) : undefined
      return { id, displayName, alarm: alarm?.severity ?? null, alarmPlace: alarm?.place ?? null }
    }),
  )
}

async function shownAlarm(work: UnitOfWork, secrets: Secrets) {
  const { isAll, interfaces, entities, batches } = await shownSubjects(work, secrets)
  if (isAll) return worstOpenAlarm(work, 'all')
  // A dashboard that names nothing stands for its entity.
  const { entityId } = work.actor
  const namesNothing = interfaces.length + entities.length + batches.length === 0
  return worstOpenAlarm(work, { interfaces, batches, entities: namesNothing && entityId !== null ? [entityId] : entities })
}

/** Whether the public dashboard shows the weather of a place. */
export async function showsWeather(
  work: UnitOfWork,
  secrets: Secrets,
  { latitude, longitude }: Pick<City, 'latitude' | 'longitude'>,
): Promise<boolean> {
  return Object.values((await publicDashboard(work, secrets)).widgets).some(({ type, configs }) => {
    const city = type === 'WEATHER' ? City.safeParse(configs['city']).data : undefined
    return city?.latitude === latitude && city.longitude === longitude
  })
}
