import { CATEGORIES, CATEGORY_IDS } from '@steading/contract/devices/categories'
import { DATA_TYPES, DEFAULT_CATEGORIES, DIRECTIONS, interfaces } from '@steading/contract/devices/interfaces'
import { commandById, presentCommand } from '../devices/index.ts'
import type { Devices } from '../devices/index.ts'
import { isEntityInReach } from '../entities/index.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { NotFound } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { recordRegisterBases } from '../readings/index.ts'
import { editInterface, removeInterface } from './change.ts'
import { defaultInterfaces, setDefaults } from './defaults.ts'
import { createInterface, isGoodReading, lastValue, presentAll, presentDetails, presentRef } from './interfaces.ts'
import { interfaceAt, interfaceDetails, interfacesByIds, listInterfaces, searchInterfaces } from './interfaces.sql.ts'
import type { InterfaceDetailsRow, InterfaceFilter } from './interfaces.sql.ts'
import { categoryInfo, unitTypes } from './labels.ts'
import { alarmsOn } from './alarms.ts'
import { overviewOf, watchingBodies } from './overview.sql.ts'

interface WithHidden {
  readonly withHidden?: boolean | undefined
}

/** What is offered to choose from: hidden interfaces only where somebody asks for them. */
const offered = ({ withHidden, ...filter }: InterfaceFilter & WithHidden): InterfaceFilter => ({
  ...filter,
  ...(!withHidden && { hidden: false }),
})

export const interfacesSlice = ({ db, bus, texts }: World, devices: Devices) => {
  const details = async (work: UnitOfWork, id: string) =>
    presentDetails(work, texts, orNotFound(await interfaceDetails(work, id)))
  const refs = (actor: Actor, asked: InterfaceFilter & WithHidden, entityId?: string) =>
    db.work(actor, async work => {
      const filter = offered(asked)
      if (entityId !== undefined && !(await isEntityInReach(work, entityId))) throw new NotFound()
      return (await listInterfaces(work, { ...filter, entityId: entityId ?? filter.entityId })).map(presentRef)
    })
  const notify = async (work: UnitOfWork, { id: interfaceId, terminalId, entityId }: InterfaceDetailsRow) => {
    // A changed formula applies without a report of the box.
    await recordRegisterBases(work, bus, terminalId)
    work.afterCommit(() => bus.emit('interface.changed', { interfaceId, terminalId, entityId }))
  }

  return slice(interfaces, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const { content, ...rest } = await searchInterfaces(work, query, query)
        const shown = await presentAll(work, content)
        return { ...rest, content: shown.map((one, at) => ({ ...one, ...content[at]!.ruleCounts })) }
      }),
    // What a retired box once measured is asked for by its name alone.
    list: ({ actor, query }) =>
      db.work(actor, async work => (await listInterfaces(work, offered(query), query.terminalId !== undefined)).map(presentRef)),
    ofEntities: ({ actor, query }) => refs(actor, query),
    atEntity: ({ actor, params, query }) => refs(actor, query, params.id),
    atTerminal: ({ actor, params, query }) => refs(actor, { ...query, terminalId: params.terminalId }, params.id),
    unitTypes: () => unitTypes(texts),
    dataTypes: () => [...DATA_TYPES],
    categories: () => CATEGORY_IDS.map(id => categoryInfo(texts, id)),
    analyticsCategories: () => CATEGORY_IDS.filter(id => CATEGORIES[id].dataType !== 'STRING').map(id => categoryInfo(texts, id)),
    defaultCategories: () => DEFAULT_CATEGORIES.map(id => categoryInfo(texts, id)),
    interfaceTypes: () => [...DIRECTIONS],
    withAlarms: ({ actor, query }) =>
      db.work(actor, async work => {
        const ids = (await interfacesByIds(work, query.interfaceIds)).map(row => row.id)
        const bodies = await watchingBodies(work, ids)
        return ids.map(interfaceId => alarmsOn(interfaceId, bodies.get(interfaceId) ?? [], work.now.getTime()))
      }),
    overview: ({ actor, query }) =>
      db.work(actor, async work => {
        if (query.entityId && !(await isEntityInReach(work, query.entityId))) throw new NotFound()
        return overviewOf(work, query.entityId)
      }),
    defaults: ({ actor, params }) => db.work(actor, work => defaultInterfaces(work, params.id)),
    setDefaults: ({ actor, params, body }) =>
      db.work(actor, async work => {
        await setDefaults(work, params.id, body)
        return defaultInterfaces(work, params.id)
      }),
    byIds: ({ actor, query }) => db.work(actor, async work => presentAll(work, await interfacesByIds(work, query.ids))),
    details: ({ actor, params }) => db.work(actor, work => details(work, params.id)),
    at: ({ actor, params }) => db.work(actor, async work => details(work, orNotFound(await interfaceAt(work, params)).id)),
    create: ({ actor, body }) =>
      db.work(actor, async work => {
        const row = orNotFound(await interfaceDetails(work, await createInterface(work, devices, body)))
        await notify(work, row)
        return presentDetails(work, texts, row)
      }),
    edit: ({ actor, params, body }) =>
      db.work(actor, async work => {
        const row = await editInterface(work, devices, params, body)
        if (row.version !== body.version) await notify(work, row)
        return presentDetails(work, texts, row)
      }),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await notify(work, await removeInterface(work, devices, params))
        return {}
      }),
    reading: ({ actor, params }) =>
      db.work(actor, async work => {
        const row = orNotFound(await interfaceAt(work, params))
        return {
          interfaceId: row.id,
          convertedValue: lastValue(row),
          timestampUtc: row.readAt?.toISOString() ?? null,
          good: isGoodReading(row),
        }
      }),
    actuate: ({ actor, params, body }) =>
      db.work(actor, async work => {
        const { id } = orNotFound(await interfaceAt(work, params))
        return devices.sendCommand(work, { ...body, interfaceId: id })
      }),
    command: ({ actor, params }) => db.work(actor, async work => presentCommand(orNotFound(await commandById(work, params.id)))),
  })
}
