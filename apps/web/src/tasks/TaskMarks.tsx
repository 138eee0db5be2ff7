import type { TaskStatus } from '@steading/contract/tasks/transitions'
import { dateTime } from '@steading/locales/format'
import {
  IconCircle,
  IconCircleCheckFilled,
  IconCircleX,
  IconClockExclamation,
  IconHourglass,
  IconProgress,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../platform/texts.tsx'
import { statusWord } from './taskWords.ts'
import './tasks.css'

const icons: Readonly<Record<TaskStatus, ReactNode>> = {
  TODO: <IconCircle size={15} aria-hidden />,
  IN_PROGRESS: <IconProgress size={15} aria-hidden />,
  WAITING_APPROVAL: <IconHourglass size={15} aria-hidden />,
  DONE: <IconCircleCheckFilled size={15} aria-hidden />,
  CANCELLED: <IconCircleX size={15} aria-hidden />,
}

/** The status of a task: an icon and the word. */
export function TaskStatusMark({ status }: { status: TaskStatus }) {
  const t = useText()
  return (
    <span className={`task-status task-status-${status}`}>
      {icons[status]}
      <span>{t(statusWord[status])}</span>
    </span>
  )
}

/** Says that a task is overdue: an icon and the word, not by colour alone. */
export function OverdueMark() {
  const t = useText()
  return (
    <span className="task-overdue">
      <IconClockExclamation size={15} aria-hidden />
      <span>{t('task.overdue')}</span>
    </span>
  )
}

/** When a task is due, in the zone of its place, and whether that is past. */
export function DueDate({
  task: { dueDate, timeZone, overdue },
}: {
  task: { readonly dueDate: string; readonly timeZone: string; readonly overdue: boolean }
}) {
  const t = useText()
  return (
    <span className="task-due">
      <span className="num">{dateTime(dueDate, timeZone, t)}</span>
      {overdue && <OverdueMark />}
    </span>
  )
}
