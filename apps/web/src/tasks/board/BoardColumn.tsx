import { BOARD_DAYS, type Task, type TaskColumn } from '@steading/contract/tasks/tasks'
import { number } from '@steading/locales/format'
import { useId, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { TaskStatusMark } from '../TaskMarks.tsx'
import type { BoardQuery } from '../tasks.queries.ts'
import { BoardCard, type CardActions } from './BoardCard.tsx'
import { hiddenCount } from './boardMoves.ts'

/** A column of the board: its tasks, the most urgent first, and how many there are besides. */
export function BoardColumn({
  column,
  query,
  isTarget,
  actions,
  drop,
}: {
  column: TaskColumn
  query: BoardQuery
  /** The keyboard holds a card above it. */
  isTarget: boolean
  actions: CardActions
  drop: (taskId: string) => void
}) {
  const t = useText()
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const { status, tasks, total } = column
  const hidden = hiddenCount(column)
  const names = ['task-board-column', (isOver || isTarget) && 'target'].filter(Boolean).join(' ')
  return (
    // A pointer drops here; the keyboard does the same at the handle of a card.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={names}
      aria-labelledby={id}
      onDragOver={event => {
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        setIsOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setIsOver(false)
      }}
      onDrop={event => {
        event.preventDefault()
        setIsOver(false)
        drop(event.dataTransfer.getData('text/plain'))
      }}
    >
      <h2 id={id} className="task-board-column-head">
        <TaskStatusMark status={status} />
        <span className="num dim">{number(total, t)}</span>
        {status === 'DONE' && <small className="dim">{t('task.boardDays', { count: BOARD_DAYS })}</small>}
      </h2>
      {tasks.length === 0 ? (
        <p className="task-board-none dim">{t('task.noneHere')}</p>
      ) : (
        <ul className="task-board-cards">
          {tasks.map((task: Task) => (
            <BoardCard key={task.id} task={task} actions={actions} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Link className="task-board-more" href={to('/tasks') + writeSearch({ ...query, status: [status] })}>
          {t('ui.showAll', { count: hidden })}
        </Link>
      )}
    </section>
  )
}
