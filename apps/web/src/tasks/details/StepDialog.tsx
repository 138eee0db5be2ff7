import type { Task } from '@steading/contract/tasks/tasks'
import type { TextKey } from '@steading/locales/text'
import type { TaskAction } from '@steading/contract/tasks/transitions'
import { useText } from '../../platform/texts.tsx'
import type { TaskStep } from '../taskWords.ts'
import { NoteDialog } from './NoteDialog.tsx'

const HINTS: Readonly<Partial<Record<TaskAction, TextKey>>> = { REJECT: 'task.rejectHint', CANCEL: 'task.cancelHint' }

/** Asks for the note of a step of a task; a rejection needs one. */
export function StepDialog({
  task,
  step,
  save,
  close,
}: {
  task: Pick<Task, 'title'>
  step: TaskStep
  save: (notes: string) => Promise<unknown>
  close: () => void
}) {
  const t = useText()
  const hint = HINTS[step.action]
  return (
    <NoteDialog
      title={t(step.word)}
      name={task.title}
      hint={hint && t(hint)}
      word={t(step.word)}
      isRequired={step.action === 'REJECT'}
      failed={t('task.stepFailed')}
      save={save}
      close={close}
    />
  )
}
