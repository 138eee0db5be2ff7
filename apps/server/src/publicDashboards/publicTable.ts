import { interfacePages } from '@steading/contract/devices/interfaces'
import { terminalPages } from '@steading/contract/devices/terminals'
import { eventPages } from '@steading/contract/events/views'
import { batchPages } from '@steading/contract/production/batches'
import { RULE_KINDS } from '@steading/contract/rules/kinds'
import { rulePages } from '@steading/contract/rules/rules'
import { taskPages } from '@steading/contract/tasks/tasks'
import type { TaskStatus } from '@steading/contract/tasks/transitions'
import type { Permission } from '@steading/contract/users/permissions'
import { MOST_PUBLIC_ROWS } from '@steading/contract/widgets/publicContent'
import type { PublicContent, PublicTable } from '@steading/contract/widgets/publicContent'
import { hiddenColumns, type TableColumn, type TableSubject } from '@steading/contract/widgets/types/data/searchTable'
import type { ConfigsOf } from '@steading/contract/widgets/widgets'
import { animalsOf } from '@steading/locales/production'
import { translatorFor } from '@steading/locales/text'
import { presentBatch, searchBatches } from '../batches/index.ts'
import { presentEvents, searchEvents } from '../events/index.ts'
import { presentAll, searchInterfaces } from '../interfaces/index.ts'
import { isPermitted } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { NotFound } from '../platform/failures.ts'
import type { World } from '../platform/world.ts'
import { kindsFor, searchRules } from '../rules/index.ts'
import { searchTasks } from '../tasks/index.ts'
import { searchTerminals } from '../terminals/index.ts'

type Configs = ConfigsOf<'SIMPLE_SEARCH_TABLE'>
type Table = NonNullable<PublicContent['table']>
type RowsOf<S extends Configs['subject']> = Extract<PublicTable, { subject: S }>['rows']

const PERMISSION: Readonly<Record<Configs['subject'], Permission | readonly Permission[]>> = {
  EVENTS: 'events.read',
  TASKS: 'tasks.read',
  RULES: Object.values(RULE_KINDS),
  INTERFACES: 'interfaces.read',
  TERMINALS: 'terminals.read',
  BATCHES: 'batches.read',
}
/** Statuses of tasks by the common ones of lists. */
const TASK_STATUSES = {
  OPEN: ['TODO', 'IN_PROGRESS'],
  PENDING: ['WAITING_APPROVAL'],
  CLOSED: ['DONE', 'CANCELLED'],
} as const satisfies Record<Exclude<Configs['status'], 'ALL'>, readonly TaskStatus[]>
const first = { itemsPerPage: MOST_PUBLIC_ROWS }

/** The first rows of a list, in the order of the list. @throws NotFound where the creator of the link may not read the list */
export async function publicTable({ db, texts }: Pick<World, 'db' | 'texts'>, reader: Actor, configs: Configs): Promise<Table> {
  if (!isPermitted(reader, PERMISSION[configs.subject])) throw new NotFound()
  const { total, content } = await db.work(reader, work => tables[configs.subject](work, configs, texts))
  return { total, content: withoutColumns(content, hiddenColumns(configs)) }
}

/** The column that shows each value of a row; a value without one goes with the name. */
const COLUMN_OF: { readonly [S in TableSubject]: Readonly<Record<string, TableColumn<S>>> } = {
  EVENTS: { place: 'place', severity: 'severity', status: 'status', openDate: 'opened' },
  TASKS: { place: 'place', priority: 'priority', status: 'status', dueDate: 'due' },
  RULES: { deploymentStatus: 'status' },
  INTERFACES: { reading: 'value', at: 'reading' },
  TERMINALS: { connected: 'connected', lastCommunication: 'contact' },
  BATCHES: { place: 'house', species: 'species', animals: 'animals', isOpen: 'status', openDate: 'opened' },
}

/** Values of hidden columns do not leave the server. */
function withoutColumns({ subject, rows }: PublicTable, hidden: readonly TableColumn[]): PublicTable {
  const columnOf = COLUMN_OF[subject]
  const isShown = ([name]: [string, unknown]) => !(name in columnOf && hidden.includes(columnOf[name]!)) // safe: just looked up
  return { subject, rows: rows.map(row => Object.fromEntries(Object.entries(row).filter(isShown))) } as PublicTable // safe: the name stays
}

const tables: Readonly<
  Record<Configs['subject'], (work: UnitOfWork, configs: Configs, texts: World['texts']) => Promise<Table>>
> = {
  EVENTS: async (work, { entityId, search, status }, texts) => {
    const filter = { title: search, entity: entityId, status: status === 'ALL' ? undefined : [status], helpdesk: false }
    const { content, totalElements: total } = await searchEvents(work, eventPages.query.parse(first), filter)
    const rows: RowsOf<'EVENTS'> = (await presentEvents(work, content, translatorFor(texts, work.actor))).map(event => ({
      name: event.title,
      place: event.entity.displayName,
      severity: event.severityLevel,
      status: event.status,
      openDate: event.openDate,
    }))
    return { total, content: { subject: 'EVENTS', rows } }
  },
  TASKS: async (work, { entityId, search, status }) => {
    const filter = { entityId, search, status: status === 'ALL' ? undefined : TASK_STATUSES[status] }
    const { content, totalElements: total } = await searchTasks(work, taskPages.query.parse(first), filter)
    const rows: RowsOf<'TASKS'> = content.map(task => ({
      name: task.title,
      place: task.entity.displayName,
      priority: task.priority,
      status: task.status,
      dueDate: task.due_at.toISOString(),
    }))
    return { total, content: { subject: 'TASKS', rows } }
  },
  RULES: async (work, { entityId, search }) => {
    const filter = { entityId, search, kinds: kindsFor(work.actor) }
    const { content, totalElements: total } = await searchRules(work, rulePages.query.parse(first), filter)
    const rows: RowsOf<'RULES'> = content.map(rule => ({
      name: rule.display_name,
      place: (rule.sector ?? rule.rootEntity).displayName,
      deploymentStatus: rule.deployment_status,
    }))
    return { total, content: { subject: 'RULES', rows } }
  },
  INTERFACES: async (work, { entityId, search }) => {
    const found = await searchInterfaces(work, interfacePages.query.parse(first), { entityId, search })
    const rows: RowsOf<'INTERFACES'> = (await presentAll(work, found.content)).map(item => ({
      name: item.displayName,
      place: item.entity.displayName,
      reading: { category: item.category, value: item.lastConvertedReading, unit: item.unit, decimals: item.decimals },
      at: item.lastReadingTimestampUtc,
    }))
    return { total: found.totalElements, content: { subject: 'INTERFACES', rows } }
  },
  TERMINALS: async (work, { entityId, search }) => {
    const found = await searchTerminals(work, terminalPages.query.parse(first), { entityId, search })
    const rows: RowsOf<'TERMINALS'> = found.content.map(terminal => ({
      name: terminal.displayName,
      place: terminal.rootEntity.displayName,
      connected: terminal.connected ?? false,
      lastCommunication: terminal.lastCommunication?.toISOString() ?? null,
    }))
    return { total: found.totalElements, content: { subject: 'TERMINALS', rows } }
  },
  BATCHES: async (work, { entityId, search, status }, texts) => {
    const wanted = status === 'OPEN' || status === 'CLOSED' ? [status] : undefined
    const found = await searchBatches(work, batchPages.query.parse(first), { entityId, search, status: wanted })
    const rows: RowsOf<'BATCHES'> = found.content
      .map(row => presentBatch(row, texts))
      .map(batch => ({
        name: batch.code,
        place: batch.entity.displayName,
        species: batch.species.value,
        isOpen: batch.status === 'OPEN',
        openDate: batch.openDate,
        animals: animalsOf(batch),
      }))
    return { total: found.totalElements, content: { subject: 'BATCHES', rows } }
  },
}
