import type { TableColumn, TableSubject } from '@steading/contract/widgets/types/data/searchTable'
import type { TextKey, Translate } from '@steading/locales/text'
import { courseHours } from '../../interfaces/index.ts'

const HEADS: { readonly [S in TableSubject]: Readonly<Record<Exclude<TableColumn<S>, 'course'>, TextKey>> } = {
  EVENTS: {
    place: 'event.place',
    severity: 'event.severity.label',
    category: 'event.category.label',
    opened: 'event.opened',
    closed: 'event.closed',
    status: 'event.status.label',
  },
  TASKS: {
    due: 'task.dueDate',
    place: 'entity.generic',
    batch: 'batch.one',
    assignees: 'task.assignee',
    checklist: 'task.checklist',
    priority: 'task.priority',
    status: 'event.status.label',
  },
  RULES: {
    template: 'rule.template',
    terminal: 'rule.runsOn',
    version: 'rule.version',
    status: 'rule.deployment',
    changed: 'rule.changed',
  },
  INTERFACES: {
    category: 'interface.category',
    direction: 'interface.direction',
    rules: 'nav.rules',
    terminal: 'terminal.one',
    value: 'interface.value',
    reading: 'reading.one',
  },
  TERMINALS: {
    status: 'terminal.provision',
    connected: 'terminal.connection',
    contact: 'terminal.lastContact',
    profile: 'terminal.profile',
    interfaces: 'interface.many',
  },
  BATCHES: {
    house: 'entity.sector',
    species: 'species.one',
    productionType: 'batch.productionType',
    age: 'batch.age',
    animals: 'batch.animals',
    mortality: 'kpi.mortality',
    opened: 'batch.openDate',
    closed: 'batch.closeDate',
    status: 'event.status.label',
  },
}

/** The heads of the columns of a list, by their keys. */
export const columnHeads = (subject: TableSubject, t: Translate): Readonly<Record<string, string>> => ({
  ...(subject === 'INTERFACES' && { course: t('interface.lastHours', { count: courseHours }) }),
  ...Object.fromEntries(Object.entries(HEADS[subject]).map(([column, head]) => [column, t(head)])),
})
