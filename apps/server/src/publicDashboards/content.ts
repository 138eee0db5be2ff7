import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { KpiName } from '@steading/contract/production/figures'
import type { SpeciesCode } from '@steading/contract/production/species'
import { RULE_KINDS } from '@steading/contract/rules/kinds'
import type { Permission } from '@steading/contract/users/permissions'
import type { Widget } from '@steading/contract/widgets/dashboards'
import type { PublicContent } from '@steading/contract/widgets/publicContent'
import type { ConfigsOf, WidgetTypeName } from '@steading/contract/widgets/widgets'
import { groupPages } from '@steading/contract/entities/groups'
import { batchPages } from '@steading/contract/production/batches'
import { freshFigures } from '../batchFigures/index.ts'
import { batchBefore, batchById, filteredBatches, searchBatches } from '../batches/index.ts'
import { mapped, worstOpenEvents } from '../entities/index.ts'
import { countBySeverity } from '../events/index.ts'
import { presentGroup, searchGroups } from '../groups/index.ts'
import { isPermitted } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { NotFound } from '../platform/failures.ts'
import type { World } from '../platform/world.ts'
import { countRules, countsOf, kindsFor } from '../rules/index.ts'
import { animalsByWeight, closedInfo, configsOf, evolutionOfWidget, mortalityByCause } from '../widgetData/index.ts'
import { publicTable } from './publicTable.ts'

export type ContentWorld = Pick<World, 'db' | 'config' | 'clock' | 'texts'>
type StoredWidget = Pick<Widget, 'type' | 'configs'>

const RULES_READ = Object.values(RULE_KINDS)
/** What the creator of a link may need to have for a widget: nothing else of what they may do reaches the link. */
const READ = [
  'batches.read',
  'entities.read',
  'events.read',
  'interfaces.read',
  'rules.rule_groups',
  'tasks.read',
  'terminals.read',
  ...RULES_READ,
] as const satisfies readonly Permission[]

/** The actor of a link with what its creator may read now, within the scope of the link. */
function readerOf(actor: Actor): Actor {
  const { creatorPermissions } = orNotFound(actor.publicLink)
  const creator = { ...actor, permissions: creatorPermissions }
  return { ...actor, permissions: new Set(READ.filter(permission => isPermitted(creator, permission))) }
}

/** @throws NotFound where the creator of the link may not read it */
function mustRead(reader: Actor, permission: Permission | readonly Permission[]) {
  if (!isPermitted(reader, permission)) throw new NotFound()
}

const some = <T>(values: readonly T[]) => (values.length > 0 ? [...values] : undefined)

type Content = (world: ContentWorld, reader: Actor, widget: StoredWidget) => Promise<PublicContent>

/** Content of batches needs the right to them. */
const ofBatches =
  (content: Content): Content =>
  async (world, reader, widget) => {
    mustRead(reader, 'batches.read')
    return content(world, reader, widget)
  }

/** Content by type; what is left out goes by interfaces, which have calls of their own, or shows its configuration alone. */
const CONTENT: { readonly [T in WidgetTypeName]?: Content } = {
  COUNTER: async (world, reader, widget) => counterOf(world, reader, configsOf(widget, 'COUNTER')),
  RULE_GROUPS: async (world, reader, widget) => ruleGroupsOf(world, reader, configsOf(widget, 'RULE_GROUPS')),
  MAP: async (world, reader, widget) => mapOf(world, reader, configsOf(widget, 'MAP')),
  SIMPLE_SEARCH_TABLE: async (world, reader, widget) => ({
    table: await publicTable(world, reader, configsOf(widget, 'SIMPLE_SEARCH_TABLE')),
  }),
  SIMPLE_BATCH_INFO: ofBatches(async (world, reader, widget) =>
    batchInfoOf(world, reader, configsOf(widget, 'SIMPLE_BATCH_INFO')),
  ),
  MORTALITY_BY_CAUSE: ofBatches(async ({ db }, reader, widget) => {
    const { entityIds } = configsOf(widget, 'MORTALITY_BY_CAUSE')
    return { mortalityByCause: await db.work(reader, work => mortalityByCause(work, entityIds)) }
  }),
  ANIMAL_WEIGHT: ofBatches(async ({ db }, reader, widget) => {
    const { entityIds, mode } = configsOf(widget, 'ANIMAL_WEIGHT')
    const animals = await db.work(reader, work => animalsByWeight(work, entityIds))
    return { animalsByWeight: mode === 'PER_FARM' ? animals : { ...animals, farms: [] } }
  }),
  BATCH_KPI_EVOLUTION: ofBatches(async (world, reader, widget) => ({
    batchEvolution: await evolutionOfWidget(world, reader, configsOf(widget, 'BATCH_KPI_EVOLUTION')),
  })),
  SCORE_CARD: ofBatches(async (world, reader, widget) => ({
    batchKpi: await batchKpiOf(world, reader, configsOf(widget, 'SCORE_CARD')),
  })),
}

/**
 * What a widget of a public dashboard shows, as far as the creator of the link sees it now.
 * @throws NotFound for a type that has no content here, without the right to it, and for what is out of reach
 */
export async function publicContent(world: ContentWorld, actor: Actor, widget: StoredWidget): Promise<PublicContent> {
  return orNotFound(CONTENT[widget.type])(world, readerOf(actor), widget)
}

/** Closed events are those of the last 24 hours, as in their list. */
const CLOSED_WITHIN = 24 * 3_600_000

async function counterOf(
  { db }: ContentWorld,
  reader: Actor,
  { type, entityIds, status, severity, deploymentStatus }: ConfigsOf<'COUNTER'>,
): Promise<PublicContent> {
  const entities = some(entityIds)
  if (type === 'RULES') {
    mustRead(reader, RULES_READ)
    const filter = { entities, deploymentStatus: some(deploymentStatus), kinds: kindsFor(reader) }
    return { ruleCount: countsOf(await db.work(reader, work => countRules(work, filter))) }
  }
  mustRead(reader, 'events.read')
  const { total, ...bySeverity } = await db.work(reader, work =>
    countBySeverity(work, {
      status: [status],
      severityLevel: some(severity),
      entities,
      helpdesk: false,
      ...(status === 'CLOSED' && { fromDate: new Date(work.now.getTime() - CLOSED_WITHIN).toISOString() }),
    }),
  )
  return { eventCount: status === 'CLOSED' ? { total } : { total, bySeverity } }
}

async function ruleGroupsOf({ db }: ContentWorld, reader: Actor, { groupIds }: ConfigsOf<'RULE_GROUPS'>): Promise<PublicContent> {
  mustRead(reader, 'rules.rule_groups')
  const page = groupPages.query.parse({ itemsPerPage: 50 })
  const { content } = await db.work(reader, work => searchGroups(work, page, { ids: groupIds }))
  const groups = content.map(presentGroup)
  return {
    ruleGroups: groupIds.flatMap(id => {
      const group = groups.find(found => found.id === id)
      if (!group) return []
      const { displayName, counts, entity } = group
      return [{ id, displayName, counts, entity: { displayName: entity.displayName } }]
    }),
  }
}

async function mapOf({ db }: ContentWorld, reader: Actor, { entityId, boundaries }: ConfigsOf<'MAP'>): Promise<PublicContent> {
  mustRead(reader, 'entities.read')
  return db.work(reader, async work => {
    const worst = isPermitted(reader, 'events.read') ? await worstOpenEvents(work) : undefined
    const places = await mapped(work, { entityId })
    return {
      map: places.map(({ id, name, type, status, latitude, longitude, hasPlaceAbove, boundaries: area }) => ({
        id,
        name,
        type,
        status,
        latitude: latitude!, // safe: mapped() answers those with coordinates alone
        longitude: longitude!,
        hasPlaceAbove,
        areaBoundaries: boundaries ? area : null,
        worst: worst?.get(id) ?? null,
      })),
    }
  })
}

async function batchInfoOf(
  world: ContentWorld,
  reader: Actor,
  { option, entityIds, species, time, startDate, endDate }: ConfigsOf<'SIMPLE_BATCH_INFO'>,
): Promise<PublicContent> {
  if (option !== 'OPEN')
    return {
      batchInfo: await closedInfo(world, reader, option, { entities: entityIds, species, time, startDate, endDate }),
    }
  const page = batchPages.query.parse({})
  const filter = { status: ['OPEN' as const], entities: some(entityIds), speciesCodes: some(species) }
  return { openBatches: (await world.db.work(reader, work => searchBatches(work, page, filter))).totalElements }
}

/** The KPI of a score card. Null: the house has no open batch. @throws NotFound for a card of an interface */
async function batchKpiOf(
  world: ContentWorld,
  reader: Actor,
  { source, batchId, entityId, kpi }: ConfigsOf<'SCORE_CARD'>,
): Promise<PublicContent['batchKpi']> {
  if (source !== 'BATCH') throw new NotFound()
  const found = await world.db.work(reader, async work => {
    const batch = batchId
      ? orNotFound(await batchById(work, batchId))
      : await filteredBatches(work, { entityId, status: ['OPEN'] })
          .orderBy('batches.open_date', 'desc')
          .executeTakeFirst()
    return batch && { batch, before: await batchBefore(work, batch) }
  })
  if (!found) return null
  const { batch, before } = found
  const kpiOf = async (id: string): Promise<Partial<Record<KpiName, number>>> => ({
    [kpi]: (await freshFigures(world, reader, id))[kpi] ?? NOT_COMPUTABLE,
  })
  return {
    batch: {
      id: batch.id,
      code: batch.code,
      entity: { displayName: batch.entity.displayName },
      species: batch.species as SpeciesCode, // safe: the contract checked it before it was stored
    },
    kpis: await kpiOf(batch.id),
    previous: before ? await kpiOf(before.id) : null,
  }
}
