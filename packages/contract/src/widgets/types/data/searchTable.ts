import { widget } from '../../definition.ts'
import { choice, choices, optionalEntity, text } from '../../fields.ts'
import { title } from '../title.ts'

/** The columns of each list beside the name of its rows. */
export const TABLE_COLUMNS = {
  EVENTS: ['place', 'severity', 'category', 'opened', 'closed', 'status'],
  TASKS: ['due', 'place', 'batch', 'assignees', 'checklist', 'priority', 'status'],
  RULES: ['template', 'terminal', 'version', 'status', 'changed'],
  INTERFACES: ['category', 'direction', 'rules', 'terminal', 'course', 'value', 'reading'],
  TERMINALS: ['status', 'connected', 'contact', 'profile', 'interfaces'],
  BATCHES: ['house', 'species', 'productionType', 'age', 'animals', 'mortality', 'opened', 'closed', 'status'],
} as const
export type TableSubject = keyof typeof TABLE_COLUMNS
export const TABLE_SUBJECTS = [
  'EVENTS',
  'TASKS',
  'RULES',
  'INTERFACES',
  'TERMINALS',
  'BATCHES',
] as const satisfies readonly TableSubject[]
export type TableColumn<S extends TableSubject = TableSubject> = (typeof TABLE_COLUMNS)[S][number]

/** Columns to show; none: all. */
const columnsOf = <S extends TableSubject>(subject: S) =>
  choices<TableColumn<S>>(TABLE_COLUMNS[subject], { onlyIf: { subject: [subject] } })

/** The field that holds the columns of a subject. */
export const COLUMNS_FIELD = {
  EVENTS: 'eventColumns',
  TASKS: 'taskColumns',
  RULES: 'ruleColumns',
  INTERFACES: 'interfaceColumns',
  TERMINALS: 'terminalColumns',
  BATCHES: 'batchColumns',
} as const satisfies Record<TableSubject, string>

/** A list of the platform in a small form: its columns, its search, pages of 10. */
export const searchTable = widget({
  category: 'DATA',
  size: [12, 3],
  min: [6, 3],
  max: [12, 12],
  isPublic: 'ON_REQUEST',
  fields: {
    subject: choice(TABLE_SUBJECTS),
    title,
    entityId: optionalEntity(),
    search: text(150),
    /** Of events and tasks: OPEN, PENDING or CLOSED; of batches: OPEN or CLOSED. */
    status: choice(['ALL', 'OPEN', 'PENDING', 'CLOSED'], {
      onlyIf: { subject: ['EVENTS', 'TASKS', 'BATCHES'] },
      optionsOnlyIf: { PENDING: { subject: ['EVENTS', 'TASKS'] } },
    }),
    eventColumns: columnsOf('EVENTS'),
    taskColumns: columnsOf('TASKS'),
    ruleColumns: columnsOf('RULES'),
    interfaceColumns: columnsOf('INTERFACES'),
    terminalColumns: columnsOf('TERMINALS'),
    batchColumns: columnsOf('BATCHES'),
  },
})

type Columns = Readonly<Partial<Record<(typeof COLUMNS_FIELD)[TableSubject], readonly string[]>>>

/** The columns that a configuration leaves out; where it names none it leaves out none. */
export function hiddenColumns(configs: Columns & { readonly subject: TableSubject }): readonly TableColumn[] {
  const shown = configs[COLUMNS_FIELD[configs.subject]] ?? []
  return shown.length === 0 ? [] : TABLE_COLUMNS[configs.subject].filter(column => !shown.includes(column))
}
