import type { TaskDetails } from '@steading/contract/tasks/tasks'
import { isEditable } from '@steading/contract/tasks/transitions'
import { dateTime } from '@steading/locales/format'
import { useRef, useState } from 'react'
import { isConflict } from '../../platform/api/failures.ts'
import { useText } from '../../platform/texts.tsx'
import { alertDialog } from '../../ui/overlay/dialogs.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { Card } from '../../ui/page/Card.tsx'
import { toTickRequest } from '../form/taskForm.ts'
import { editTask, freshTask } from '../tasks.queries.ts'
import { checklistText } from '../taskWords.ts'
import { useRights } from './useRights.ts'
import '../tasks.css'

const none: ReadonlyMap<number, boolean> = new Map()

/**
 * Lines that were ticked and are not saved yet, by index. They are sent one save after the other, since each needs the version of
 * the one before; those that were ticked meanwhile go together.
 */
function useTicks(task: TaskDetails) {
  const t = useText()
  const tellError = useTellError()
  const [ticks, setTicks] = useState(none)
  const unsent = useRef(new Map<number, boolean>())
  const isSending = useRef(false)
  const send = async () => {
    if (isSending.current) return
    isSending.current = true
    let current = task
    try {
      while (unsent.current.size > 0) {
        const batch = unsent.current
        unsent.current = new Map()
        // Each save needs the version of the one before.
        // oxlint-disable-next-line no-await-in-loop
        current = await editTask(task.id, toTickRequest(current, batch))
      }
    } catch (error) {
      unsent.current = new Map()
      if (isConflict(error)) {
        await freshTask(task.id)
        await alertDialog({
          title: t('task.saveFailed'),
          text: t('task.changedMeanwhile', { name: task.title }),
          yes: t('ui.close'),
        })
      } else await tellError(error, t('task.saveFailed'))
    } finally {
      isSending.current = false
      setTicks(none)
    }
  }
  const tick = (index: number, done: boolean) => {
    unsent.current.set(index, done)
    setTicks(before => new Map(before).set(index, done))
    void send()
  }
  return { ticks, tick }
}

/** The checklist of a task; a click ticks a line while the task may be changed. */
export function Checklist({ task }: { task: TaskDetails }) {
  const t = useText()
  const rights = useRights()
  const { ticks, tick } = useTicks(task)
  const isFixed = !rights.update || !isEditable(task.status, rights.judge)
  const lines = task.checklist.map((item, index) => ({ ...item, done: ticks.get(index) ?? item.done }))
  if (lines.length === 0) return null
  return (
    <Card title={t('task.checklist')} hint={<span className="num">{checklistText({ checklist: lines }, t)}</span>}>
      <ul className="task-checks">
        {lines.map(({ text, done, by, at }, index) => (
          // A line has no identity but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <label>
              <input
                type="checkbox"
                checked={done}
                disabled={isFixed}
                onChange={event => tick(index, event.currentTarget.checked)}
              />
              <span className="task-check-text">
                {text}
                {done && at !== null && (
                  <small className="num">{[by?.shortName, dateTime(at, task.timeZone, t)].filter(Boolean).join(' · ')}</small>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Card>
  )
}
