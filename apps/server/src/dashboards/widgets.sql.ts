import type { Configs, SensorRange, Subjects } from '@steading/contract/widgets/definition'
import { SUBJECT_KINDS } from '@steading/contract/widgets/definition'
import type { FittedInterface } from '@steading/contract/widgets/fitsInterface'
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import { inSubtrees, within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { showsSomething } from './dashboards.sql.ts'
import type { DashboardRow } from './dashboards.sql.ts'

const widgets = (work: UnitOfWork) =>
  work.sql.selectFrom('widgets').select([
    'widgets.id',
    'widgets.dashboard_id',
    'widgets.type',
    'widgets.configs',
    'widgets.config_version',
    sql<{ name: string; type: string; size: number }[]>`coalesce((select json_agg(json_build_object(
        'name', picture.name, 'type', picture.type, 'size', length(picture.content)) order by picture.id)
        from widget_pictures picture where picture.widget_id = widgets.id), '[]')`.as('pictures'),
  ])

const ofDashboard = (work: UnitOfWork, id: string) => widgets(work).where('dashboard_id', '=', id).orderBy('id').limit(200)

/** All widgets of a dashboard; what of them is shown is the caller's question. */
export const widgetsOfDashboard = (work: UnitOfWork, id: string) => ofDashboard(work, id).execute()

/** Of a dashboard from above, those that show something of what the caller sees. */
export const widgetsOf = (
  work: UnitOfWork,
  { id, within: isInReach, user_id }: Pick<DashboardRow, 'id' | 'within' | 'user_id'>,
) =>
  ofDashboard(work, id)
    .$if(!isInReach && user_id === null, query => query.where(showsSomething(work)))
    .execute()

export type WidgetRow = Awaited<ReturnType<typeof widgetsOf>>[number]

/** A widget without a check of its dashboard: the caller checks that. */
export const widgetRow = (work: UnitOfWork, id: string) => widgets(work).where('widgets.id', '=', id).executeTakeFirst()

export interface StoredConfigs {
  readonly configs: Configs
  readonly configVersion: number
}

export async function insertWidget(
  work: UnitOfWork,
  { dashboardId, type, configs, configVersion }: StoredConfigs & { readonly dashboardId: string; readonly type: string },
): Promise<string> {
  const { id } = await work.sql
    .insertInto('widgets')
    .values({ dashboard_id: dashboardId, type, configs: JSON.stringify(configs), config_version: configVersion })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateWidget = (work: UnitOfWork, id: string, { configs, configVersion }: StoredConfigs) =>
  work.sql
    .updateTable('widgets')
    .set({ configs: JSON.stringify(configs), config_version: configVersion })
    .where('id', '=', id)
    .execute()

export const deleteWidgets = async (work: UnitOfWork, ids: readonly string[]) => {
  if (ids.length > 0) await work.sql.deleteFrom('widgets').where('id', 'in', ids).execute()
}

/** Replaces the subjects of a widget. */
export async function writeSubjects(work: UnitOfWork, widgetId: string, subjects: Subjects) {
  await work.sql.deleteFrom('widget_subjects').where('widget_id', '=', widgetId).execute()
  const rows = SUBJECT_KINDS.flatMap(kind =>
    [...new Set(subjects[kind])].map(id => ({ widget_id: widgetId, kind, subject_id: id })),
  )
  if (rows.length > 0) await work.sql.insertInto('widget_subjects').values(rows).execute()
}

const TABLES = { interfaces: 'interfaces', entities: 'entities', batches: 'batches', ruleGroups: 'rule_groups' } as const

/** Which of these objects the caller reaches. */
export async function reachableSubjects(work: UnitOfWork, kind: keyof Subjects, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const table = TABLES[kind]
  const rows = await work.sql
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .where(within(work.actor, sql.ref(kind === 'entities' ? 'entities.id' : `${table}.entity_id`)))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Of these dashboards those whose widgets of these types name existing objects, none of them within the reach of an actor. */
export async function dashboardsOutOfReach(
  work: UnitOfWork,
  actor: Pick<Actor, 'scope'>,
  { ids, types }: { readonly ids: readonly string[]; readonly types: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || types.length === 0) return new Set()
  const rows = await work.sql
    .selectFrom('widgets')
    .innerJoin('widget_subjects as subject', 'subject.widget_id', 'widgets.id')
    .leftJoin('interfaces', join =>
      join
        .onRef('interfaces.id', '=', 'subject.subject_id')
        .on('subject.kind', '=', 'interfaces')
        .on('interfaces.deleted_at', 'is', null),
    )
    .leftJoin('batches', join => join.onRef('batches.id', '=', 'subject.subject_id').on('subject.kind', '=', 'batches'))
    .leftJoin('rule_groups', join =>
      join.onRef('rule_groups.id', '=', 'subject.subject_id').on('subject.kind', '=', 'ruleGroups'),
    )
    .innerJoin('entities', join =>
      join.on(
        'entities.id',
        '=',
        sql<string>`case subject.kind when 'entities' then subject.subject_id
          else coalesce(interfaces.entity_id, batches.entity_id, rule_groups.entity_id) end`,
      ),
    )
    .where('widgets.dashboard_id', 'in', ids)
    .where('widgets.type', 'in', types)
    .groupBy('widgets.dashboard_id')
    .having(sql<boolean>`not bool_or(${inSubtrees(actor, sql.ref('entities.path'))})`)
    .select('widgets.dashboard_id as id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The ranges of the interfaces that the caller sees, by id. */
export async function sensorRanges(work: UnitOfWork, ids: readonly string[]): Promise<ReadonlyMap<string, SensorRange>> {
  if (ids.length === 0) return new Map()
  const rows = await work.sql
    .selectFrom('interfaces')
    .select(['id', 'min', 'max'])
    .where('id', 'in', ids)
    .where(within(work.actor, sql.ref('interfaces.entity_id')))
    .execute()
  return new Map(rows.map(({ id, min, max }) => [id, { min, max }]))
}

/** What interfaces are, by id. The scope was checked. */
export async function fittedInterfaces(work: UnitOfWork, ids: readonly string[]): Promise<ReadonlyMap<string, FittedInterface>> {
  if (ids.length === 0) return new Map()
  const rows = await work.sql
    .selectFrom('interfaces')
    .select(['id', 'category', 'data_type', 'direction'])
    .where('id', 'in', ids)
    .where(within(work.actor, sql.ref('interfaces.entity_id')))
    .execute()
  return new Map(
    rows.map(({ id, category, data_type: dataType, direction }) => [
      id,
      { category, terminalInterfaceDataType: dataType, terminalInterfaceType: direction } as FittedInterface, // safe: of the category
    ]),
  )
}

export const insertPicture = (
  work: UnitOfWork,
  { widgetId, name, content }: { readonly widgetId: string; readonly name: string; readonly content: Buffer },
) => work.sql.insertInto('widget_pictures').values({ widget_id: widgetId, name, type: 'image/webp', content }).execute()

export const deletePicturesExcept = (work: UnitOfWork, widgetId: string, names: readonly string[]) =>
  work.sql
    .deleteFrom('widget_pictures')
    .where('widget_id', '=', widgetId)
    .$if(names.length > 0, query => query.where('name', 'not in', names))
    .execute()

/** Copies the pictures of a widget to another one. */
export const copyPictures = (work: UnitOfWork, from: string, to: string) =>
  work.sql
    .insertInto('widget_pictures')
    .columns(['widget_id', 'name', 'type', 'content'])
    .expression(eb =>
      eb
        .selectFrom('widget_pictures')
        .where('widget_id', '=', from)
        .select([sql<string>`${to}::bigint`.as('widget_id'), 'name', 'type', 'content']),
    )
    .execute()

export const pictureContent = (work: UnitOfWork, widgetId: string, name: string) =>
  work.sql
    .selectFrom('widget_pictures')
    .select(['content', 'type'])
    .where('widget_id', '=', widgetId)
    .where('name', '=', name)
    .executeTakeFirst()
