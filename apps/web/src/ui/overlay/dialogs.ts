import type { ReactNode } from 'react'
import { store } from '../../platform/store.ts'

export interface Question {
  readonly title: string
  readonly text?: ReactNode
  /** Label of the primary button. Without `no` there is nothing to decide. */
  readonly yes: string
  readonly no?: string
  /** Dangerous action (red): something is lost or switched. */
  readonly danger?: boolean
  /** Error, shown with its mark. */
  readonly error?: boolean
  readonly requestId?: string | undefined
}

/** The open dialog with its resolver; further dialogs are queued. */
export interface OpenDialog extends Question {
  readonly answer: (yes: boolean) => void
}

export const questions = store<readonly OpenDialog[]>([])

function ask(question: Question): Promise<boolean> {
  return new Promise(resolve => {
    const asked: OpenDialog = {
      ...question,
      answer: yes => {
        questions.set(questions.get().filter(one => one !== asked))
        resolve(yes)
      },
    }
    questions.set([...questions.get(), asked])
  })
}

/** Asks for confirmation; false if the user cancels. */
export const confirmDialog = (question: Question & { readonly no: string }): Promise<boolean> => ask(question)

/** Shows information that has to be taken note of; resolves when it is closed. */
export const infoDialog = async (question: Omit<Question, 'no' | 'danger' | 'error'>): Promise<void> => {
  await ask(question)
}

/** Shows an error; resolves when it is closed. */
export const alertDialog = async (question: Omit<Question, 'no' | 'danger'>): Promise<void> => {
  await ask({ ...question, error: true })
}
