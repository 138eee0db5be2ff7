import { entities } from '@steading/contract/entities/entities'
import { type Actor, isPermitted } from '../platform/actor.ts'
import { deletePicture, insertPicture, pictureById } from '../platform/files/pictures.sql.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges } from '../platform/database/fieldChanges.ts'
import { NotFound } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import type { Upload } from '../platform/http/call.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { toPicture } from '../platform/files/pictures.ts'
import type { World } from '../platform/world.ts'
import {
  addEntity,
  editEntity,
  present,
  presentChoice,
  presentRef,
  presentRow,
  removeEntity,
  auditEntity,
  tellMade,
  auditSnapshot,
  types,
} from './entities.ts'
import {
  belowTops,
  childrenOf,
  choicesWhere,
  descendantsOf,
  entitiesWhere,
  entityById,
  hasBatches,
  listEntities,
  mapped,
  worstOpenEvents,
  responsiblesAt,
  seenOf,
  setPicture,
  topsOf,
} from './entities.sql.ts'
import type { FollowZone, Guard, Leaves } from './entities.ts'
import type { EntityDetailsRow, EntityFilter } from './entities.sql.ts'
import { transferEntity } from './transfer.ts'
import type { Moved } from './transfer.ts'
import { holdTree, shareTree } from './tree.sql.ts'

const columns = {
  displayName: 'entities.display_name',
  match: 'entities.display_name',
  code: 'entities.code',
  type: 'entities.type',
  status: 'entities.status',
  id: 'entities.id',
} as const
/** What lists are narrowed by, as the wire says it. */
const filterOf = ({
  entityTypeNames: types,
  entityStatus: status,
  ...same
}: EntityFilter & { readonly entityTypeNames?: EntityFilter['types']; readonly entityStatus?: EntityFilter['status'] }) => ({
  ...same,
  types,
  status,
})
/** As large as screens show it. */
const PICTURE = { width: 1600, height: 1200, fit: 'inside' } as const

export const entitiesSlice = (
  { db, bus }: World,
  moved: readonly Moved[],
  guard: Guard,
  leaves: readonly Leaves[],
  followZone: FollowZone,
) => {
  const one = async (work: UnitOfWork, id: string) => orNotFound(await entityById(work, id))
  const details = async (work: UnitOfWork, id: string) => present(await one(work, id))
  const sectorsIn = (actor: Actor, filter: { entityId?: string; search?: string | undefined }) =>
    db.work(actor, async work => {
      if (filter.entityId) await one(work, filter.entityId)
      return (await listEntities(work, { ...filter, types: ['SECTOR'] })).map(presentRef)
    })

  /** Does something to an entity, and tells the trace and the tabs what became of it. */
  const changing = async (
    work: UnitOfWork,
    action: 'UPDATE' | 'TRANSFER',
    id: string,
    act: (before: EntityDetailsRow) => Promise<void>,
  ) => {
    const row = await one(work, id)
    const before = await auditSnapshot(work, row)
    const after = await saveIfChanged(work, {
      before: row,
      read: () => one(work, id),
      write: () => act(row),
      audit: async after => {
        await auditEntity(work, action, after, fieldChanges(before, await auditSnapshot(work, after)))
        work.afterCommit(() => bus.emit('entity.changed', { entityId: after.id }))
      },
    })
    return present(after)
  }

  const keepPicture = async (work: UnitOfWork, { id, picture_id: old }: EntityDetailsRow, content: Buffer | null) => {
    await setPicture(work, id, content && (await insertPicture(work, content)))
    if (old) await deletePicture(work, old)
  }
  const pictureOf = async ([file]: readonly Upload[]) => (file ? toPicture(file, PICTURE) : undefined)

  return slice(entities, {
    search: ({ actor, query }) =>
      db.work(actor, work =>
        fetchPage(
          work,
          entitiesWhere(work, filterOf(query), query.sortProperty === 'match'),
          query,
          columns,
          'entities.id',
          presentRow,
        ),
      ),
    list: ({ actor, query }) =>
      db.work(actor, async work => {
        const rows = await listEntities(work, filterOf(query), query.most)
        return rows.map(presentRef)
      }),
    choices: ({ actor, query }) =>
      db.work(actor, work => fetchPage(work, choicesWhere(work, filterOf(query)), query, columns, 'entities.id', presentChoice)),
    byQuery: ({ actor, query }) => db.work(actor, work => details(work, query.entityId)),
    types: () => types,
    map: ({ actor, query }) =>
      db.work(actor, async work => {
        const worst = isPermitted(actor, 'events.read') ? await worstOpenEvents(work) : undefined
        return (await mapped(work, { types: query.entityTypeNames, entityId: query.entityId })).map(row => ({
          ...presentRef(row),
          latitude: row.latitude!,
          longitude: row.longitude!,
          hasPlaceAbove: row.hasPlaceAbove,
          areaBoundaries: row.boundaries,
          worst: worst?.get(row.id) ?? null,
          dashboard: row.dashboard,
        }))
      }),
    hasBatches: ({ actor, query }) =>
      db.work(actor, async work => ({ hasBatches: await hasBatches(work, (await one(work, query.entityId)).id) })),
    allSectors: ({ actor, query }) => sectorsIn(actor, query),
    top: ({ actor, query }) =>
      db.work(actor, work => fetchPage(work, belowTops(work, query.search), query, columns, 'entities.id', presentRow)),
    tops: ({ actor, query }) => db.work(actor, work => fetchPage(work, topsOf(work), query, columns, 'entities.id', presentRow)),
    details: ({ actor, params }) => db.work(actor, work => details(work, params.id)),
    image: ({ actor, params }) =>
      db.work(actor, async work => {
        const { name, picture_id: id } = await one(work, params.id)
        const content = id ? await pictureById(work, id) : undefined
        if (!content) throw new NotFound()
        return { name: `${name}.webp`, type: 'image/webp', content }
      }),
    subentities: ({ actor, params, query }) =>
      db.work(actor, async work => {
        const { id } = await one(work, params.id)
        return fetchPage(work, childrenOf(work, id, query.search), query, columns, 'entities.id', presentRow)
      }),
    allSubentities: ({ actor, params, query }) =>
      db.work(actor, async work => {
        const { id } = await one(work, params.id)
        return fetchPage(work, descendantsOf(work, id, query.search), query, columns, 'entities.id', presentRow)
      }),
    parent: ({ actor, params }) => db.work(actor, async work => (await one(work, params.id)).parent),
    parentId: ({ actor, params }) =>
      db.work(actor, async work => ({ parentId: (await one(work, params.id)).parent?.id ?? null })),
    sectors: ({ actor, params }) => sectorsIn(actor, { entityId: params.id }),
    responsibleUsers: ({ actor, params, query }) =>
      db.work(actor, async work => {
        const { id } = await one(work, params.id)
        return seenOf(work, await work.withSystemScope(systemWork => responsiblesAt(systemWork, id, query.besides)))
      }),
    create: async ({ actor, body, files }) => {
      const picture = await pictureOf(files)
      return db.work(actor, async work => {
        const id = await addEntity(work, body)
        if (picture) await keepPicture(work, await one(work, id), picture)
        const made = await one(work, id)
        await tellMade(work, made)
        work.afterCommit(() => bus.emit('entity.changed', { entityId: id }))
        return present(made)
      })
    },
    edit: async ({ actor, params, query, body, files }) => {
      const picture = await pictureOf(files)
      return db.work(actor, async work => {
        await shareTree(work)
        return changing(work, 'UPDATE', params.id, async before => {
          await editEntity(work, before, body, query, followZone)
          if (picture ?? body.removeImage) await keepPicture(work, before, picture ?? null)
        })
      })
    },
    remove: ({ actor, params, query }) =>
      db.work(actor, async work => {
        const above = await removeEntity(work, params.id, { guard, leaves }, query.confirm)
        work.afterCommit(() => bus.emit('entity.changed', { entityId: above }))
        return {}
      }),
    transfer: ({ actor, params, query, body }) =>
      db.work(actor, async work => {
        await holdTree(work)
        const { id, displayName } = await one(work, params.id)
        await guard(work, { id, displayName }, query.confirm, () =>
          changing(work, 'TRANSFER', id, () => transferEntity(work, { id, ...body }, moved)),
        )
        return details(work, id)
      }),
  })
}
