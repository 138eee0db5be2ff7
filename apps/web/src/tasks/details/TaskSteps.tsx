import { Button } from '@mantine/core'
import type { TaskDetails } from '@steading/contract/tasks/tasks'
import { useState } from 'react'
import { isConflict } from '../../platform/api/failures.ts'
import { useText } from '../../platform/texts.tsx'
import { alertDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { freshTask, setStatus } from '../tasks.queries.ts'
import { asksForNote, statusWord, stepsOf, type TaskStep } from '../taskWords.ts'
import { StepDialog } from './StepDialog.tsx'
import { useRights } from './useRights.ts'

/** The legal steps of a task as buttons, the most likely last; some ask for a note first. */
export function TaskSteps({ task }: { task: TaskDetails }) {
  const t = useText()
  const rights = useRights()
  const { busy, run } = useAsyncAction(t('task.stepFailed'))
  const [asked, ask] = useState<TaskStep>()
  const steps = stepsOf(task, rights)
  const take = async (step: TaskStep, notes = '') => {
    try {
      const saved = await setStatus(task, step.status, notes)
      toast(t('task.moved', { name: saved.title, column: t(statusWord[saved.status]) }))
    } catch (error) {
      if (!isConflict(error)) throw error
      await freshTask(task.id)
      await alertDialog({
        title: t('task.stepFailed'),
        text: t('task.changedMeanwhile', { name: task.title }),
        yes: t('ui.close'),
      })
    }
  }
  return (
    <>
      {steps.map((step, index) => (
        <Button
          key={step.action}
          variant={index === steps.length - 1 ? 'filled' : 'default'}
          data-busy={busy || undefined}
          onClick={() => (asksForNote(step.action) ? ask(step) : void run(() => take(step)))}
        >
          {t(step.word)}
        </Button>
      ))}
      {asked && <StepDialog task={task} step={asked} save={notes => take(asked, notes)} close={() => ask(undefined)} />}
    </>
  )
}
