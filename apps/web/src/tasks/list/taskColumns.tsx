import type { Task } from '@steading/contract/tasks/tasks'
import { type Cell, csvTime } from '@steading/locales/csv'
import { missing } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { BatchLink } from '../../animalMovements/index.ts'
import { PlaceLink } from '../../entities/index.ts'
import type { Column } from '../../ui/list/table/DataList.tsx'
import { SeverityMark, severityWord } from '../../ui/marks/SeverityMark.tsx'
import { DueDate, TaskStatusMark } from '../TaskMarks.tsx'
import { assigneesText, checklistText, statusWord } from '../taskWords.ts'

/** The columns of tasks; those of one batch do not repeat it. */
export const columnsOf = (t: Translate, isScoped: boolean): readonly Column<Task>[] => [
  {
    key: 'priorityMark',
    head: t('task.priority'),
    sort: 'priority',
    card: 'lead',
    only: 'card',
    cell: task => <SeverityMark level={task.priority} />,
  },
  { key: 'cardTitle', only: 'card', card: 'title', cell: task => task.title },
  {
    key: 'title',
    head: t('task.title'),
    sort: 'title',
    only: 'table',
    card: 'hide',
    cell: task => <span className="row-link">{task.title}</span>,
  },
  { key: 'due', head: t('task.dueDate'), sort: 'dueDate', card: 'meta', cell: task => <DueDate task={task} /> },
  {
    key: 'place',
    head: t('entity.generic'),
    only: 'table',
    card: 'hide',
    cell: task => <PlaceLink entity={task.entity} />,
  },
  // A card is one link already.
  {
    key: 'where',
    only: 'card',
    card: 'meta',
    cell: task => [task.entity.displayName, task.batch?.code, assigneesText(task)].filter(Boolean).join(' · '),
  },
  ...(isScoped
    ? []
    : ([
        {
          key: 'batch',
          head: t('batch.one'),
          only: 'table',
          card: 'hide',
          wide: true,
          cell: task =>
            task.batch ? (
              <span className="task-batch">
                <BatchLink batch={task.batch} />
              </span>
            ) : (
              <span className="dim">{missing}</span>
            ),
        },
      ] as const satisfies readonly Column<Task>[])),
  {
    key: 'assignees',
    head: t('task.assignee'),
    only: 'table',
    card: 'hide',
    cell: task => assigneesText(task) || <span className="dim">{missing}</span>,
  },
  {
    key: 'checklist',
    head: t('task.checklist'),
    only: 'table',
    card: 'hide',
    wide: true,
    cell: task => <span className="num">{checklistText(task, t) ?? missing}</span>,
  },
  {
    key: 'priority',
    head: t('task.priority'),
    sort: 'priority',
    only: 'table',
    card: 'hide',
    cell: task => <SeverityMark level={task.priority} word />,
  },
  {
    key: 'status',
    head: t('event.status.label'),
    sort: 'status',
    card: 'end',
    cell: task => <TaskStatusMark status={task.status} />,
  },
]

/** The rows of a file of tasks, their head first; times in the zone of the place. */
export const rowsOf = (rows: readonly Task[], t: Translate): readonly (readonly Cell[])[] => [
  [
    t('task.title'),
    t('entity.generic'),
    t('batch.one'),
    t('task.template'),
    t('task.assignee'),
    t('task.priority'),
    t('event.status.label'),
    t('task.startDate'),
    t('task.dueDate'),
    t('task.overdue'),
    t('task.checklist'),
  ],
  ...rows.map(task => [
    task.title,
    task.entity.displayName,
    task.batch?.code ?? null,
    task.template?.displayName ?? null,
    assigneesText(task),
    t(severityWord[task.priority]),
    t(statusWord[task.status]),
    task.startDate === null ? null : csvTime(task.startDate, task.timeZone, t),
    csvTime(task.dueDate, task.timeZone, t),
    t(task.overdue ? 'ui.yes' : 'ui.no'),
    checklistText(task, t) ?? null,
  ]),
]
