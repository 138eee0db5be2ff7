import type { Task, TaskColumn } from '@steading/contract/tasks/tasks'
import type { TaskStatus } from '@steading/contract/tasks/transitions'
import { useState } from 'react'
import { explain, isConflict } from '../../platform/api/failures.ts'
import { useText } from '../../platform/texts.tsx'
import { useRights } from '../details/useRights.ts'
import { setStatus, tasksChanged } from '../tasks.queries.ts'
import { statusWord, type TaskStep } from '../taskWords.ts'
import { dropOn, type Move, withMove } from './boardMoves.ts'

/** A task whose step asks for a note. */
export interface AskedStep {
  readonly task: Task
  readonly step: TaskStep
}

/**
 * Moves of tasks between columns. A move shows at once; what the contract or the server refuses returns to its place, and
 * `refusal` says why.
 */
export function useBoardMoves(columns: readonly TaskColumn[]) {
  const t = useText()
  const rights = useRights()
  const [move, setMove] = useState<Move>()
  const [asked, ask] = useState<AskedStep>()
  const [announcement, announce] = useState('')
  const [refusal, setRefusal] = useState<string>()

  const refuse = (task: Task, reason: string) => {
    const stays = t('task.stays', { name: task.title, column: t(statusWord[task.status]) })
    setRefusal(`${stays}. ${reason}`)
  }
  const take = async ({ task, step }: AskedStep, notes = '') => {
    setMove({ task, status: step.status })
    setRefusal(undefined)
    try {
      await setStatus(task, step.status, notes)
      announce(t('task.moved', { name: task.title, column: t(statusWord[step.status]) }))
    } catch (error) {
      refuse(task, isConflict(error) ? t('task.changedMeanwhile', { name: task.title }) : explain(error, t).sentence)
      await tasksChanged()
    } finally {
      setMove(undefined)
    }
  }
  const drop = (task: Task, status: TaskStatus) => {
    const found = dropOn(task, status, rights)
    if (found.kind === 'refused') refuse(task, t(found.reason))
    else if (found.kind === 'same') announce(t('task.stays', { name: task.title, column: t(statusWord[status]) }))
    else if (found.kind === 'ask') ask({ task, step: found.step })
    else void take({ task, step: found.step })
  }
  return {
    columns: withMove(columns, move),
    rights,
    drop,
    take,
    ask,
    asked,
    announce,
    announcement,
    refusal,
    dismiss: () => setRefusal(undefined),
  }
}
