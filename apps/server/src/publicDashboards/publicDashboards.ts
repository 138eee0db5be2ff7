import type { CategoryId } from '@steading/contract/devices/categories'
import type { Interface } from '@steading/contract/devices/interfaces'
import { City } from '@steading/contract/widgets/fields'
import { namedSubjects } from '@steading/contract/widgets/definition'
import type { PublicDashboardWidgets } from '@steading/contract/widgets/publicDashboards'
import type { Widget } from '@steading/contract/widgets/dashboards'
import { definitionOf } from '@steading/contract/widgets/widgets'
import { dashboardsInTurn, shownDashboard } from '../dashboards/index.ts'
import { interfacesByIds, listInterfaces, presentAll } from '../interfaces/index.ts'
import { isPermitted } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
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

/** Ids of what the public dashboard shows; of the sensors of the house those of every house that may be chosen. */
async function shownSubjects(work: UnitOfWork, secrets: Secrets) {
  const { widgets, houses } = await publicDashboard(work, secrets)
  const subjects = Object.values(widgets).flatMap(({ type, configs }) => namedSubjects(definitionOf(type), configs))
  const ofHouses = houses.flatMap(({ sensors }) => Object.values(sensors))
  const idsOf = (kind: 'interfaces' | 'entities') => subjects.filter(subject => subject.kind === kind).map(({ id }) => id)
  return { interfaces: [...idsOf('interfaces'), ...ofHouses], entities: idsOf('entities') }
}

/** Ids of all interfaces that the public dashboard shows. */
export const allShownInterfaces = async (work: UnitOfWork, secrets: Secrets): Promise<ReadonlySet<string>> =>
  new Set((await shownSubjects(work, secrets)).interfaces)

/** Of these interfaces those that the public dashboard shows. */
export async function shownInterfaces(work: UnitOfWork, secrets: Secrets, ids: readonly string[]): Promise<string[]> {
  const shown = await allShownInterfaces(work, secrets)
  return ids.filter(id => shown.has(id))
}

/** Interfaces as strangers see them: nobody who gave an order is named. */
export async function publicInterfaces(work: UnitOfWork, secrets: Secrets, ids: readonly string[]): Promise<Interface[]> {
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
      const permissions = orNotFound(actor.publicLink).creatorPermissions
      const alarm = isPermitted({ ...actor, permissions }, 'events.read')
        ? await db.work(actor, work => shownAlarm(work, secrets))
        : null
      return { id, displayName, alarm }
    }),
  )
}

async function shownAlarm(work: UnitOfWork, secrets: Secrets) {
  const { interfaces, entities } = await shownSubjects(work, secrets)
  // A dashboard that names nothing shows all of its entity.
  const { entityId } = work.actor
  return worstOpenAlarm(work, {
    interfaces,
    entities: interfaces.length + entities.length === 0 && entityId !== null ? [entityId] : entities,
  })
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
