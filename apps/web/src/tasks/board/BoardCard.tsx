import type { Task } from '@steading/contract/tasks/tasks'
import { IconArrowsExchange, IconChecklist, IconGripVertical } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { SeverityMark } from '../../ui/marks/SeverityMark.tsx'
import { ActionMenu } from '../../ui/overlay/ActionMenu.tsx'
import { DueDate } from '../TaskMarks.tsx'
import { taskScope } from '../taskScope.ts'
import { assigneesText, checklistText, stepsOf, type TaskRights, type TaskStep } from '../taskWords.ts'

/** What the board does with a card. */
export interface CardActions {
  readonly rights: TaskRights
  /** Id of the sentence that explains the keys. */
  readonly hint: string
  /** The card that the keyboard holds. */
  readonly grabbed: string | undefined
  readonly press: (event: KeyboardEvent<HTMLElement>, task: Task) => void
  /** Toggles whether the keyboard holds the card. */
  readonly grab: (task: Task) => void
  readonly release: () => void
  readonly drag: (task: Task | undefined) => void
  readonly step: (task: Task, step: TaskStep) => void
}

/** A task on the board. It is dragged by the pointer, by the keyboard at its handle, or moved by its menu. */
export function BoardCard({ task, actions }: { task: Task; actions: CardActions }) {
  const t = useText()
  const { rights, hint, grabbed, press, grab, release, drag, step } = actions
  const steps = stepsOf(task, rights)
  const people = assigneesText(task)
  const checks = checklistText(task, t)
  const isGrabbed = grabbed === task.id
  return (
    // Dragging is a convenience: handle and menu do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={isGrabbed ? 'task-board-card grabbed' : 'task-board-card'}
      data-task={task.id}
      draggable={rights.update}
      onDragStart={event => {
        event.dataTransfer.setData('text/plain', task.id)
        event.dataTransfer.effectAllowed = 'move'
        drag(task)
      }}
      onDragEnd={() => drag(undefined)}
    >
      <div className="task-board-card-head">
        {rights.update && (
          <button
            type="button"
            className="task-board-handle phone-hide"
            aria-label={t('task.move', { name: task.title })}
            aria-describedby={hint}
            aria-pressed={isGrabbed}
            onClick={() => grab(task)}
            onKeyDown={event => press(event, task)}
            onBlur={release}
          >
            <IconGripVertical size={16} aria-hidden />
          </button>
        )}
        <Link href={taskScope(null).details(task.id)} draggable={false}>
          {task.title}
        </Link>
        <SeverityMark level={task.priority} />
      </div>
      <div className="task-board-card-foot">
        <p className="task-board-card-where">{[task.entity.displayName, task.batch?.code].filter(Boolean).join(' · ')}</p>
        {steps.length > 0 && (
          <ActionMenu
            isIcon
            label={`${t('event.status.label')}: ${task.title}`}
            icon={<IconArrowsExchange size={16} aria-hidden />}
            busy={false}
            actions={steps.toReversed().map(taskStep => ({
              key: taskStep.action,
              label: t(taskStep.word),
              run: () => step(task, taskStep),
            }))}
          />
        )}
      </div>
      <div className="task-board-card-foot">
        <DueDate task={task} />
        {checks && (
          <span className="task-board-checks num">
            <IconChecklist size={14} aria-hidden />
            <span className="vh">{t('task.checklist')}: </span>
            {checks}
          </span>
        )}
      </div>
      {people && <p className="task-board-people">{people}</p>}
    </li>
  )
}
