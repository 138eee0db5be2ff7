import type { ReactNode } from 'react'
import { store } from '../../platform/store.ts'

export interface Question {
  readonly title: string
  readonly text?: ReactNode
  /** The word on the primary button; `no` absent: there is nothing to decide, only to read. */
  readonly yes: string
  readonly no?: string
  /** Red fill: something is lost or switched. */
  readonly danger?: boolean
  /** An error: told with its mark. */
  readonly error?: boolean
  readonly requestId?: string | undefined
}

/** The question on the screen, and who waits for its answer; further ones wait in line. */
export interface Asked extends Question {
  readonly answer: (yes: boolean) => void
}

export const questions = store<readonly Asked[]>([])

function ask(question: Question): Promise<boolean> {
  return new Promise(resolve => {
    const asked: Asked = {
      ...question,
      answer: yes => {
        questions.set(questions.get().filter(one => one !== asked))
        resolve(yes)
      },
    }
    questions.set([...questions.get(), asked])
  })
}

/** Asks before something that needs it; false when the person backs out. */
export const confirm = (question: Question & { readonly no: string }): Promise<boolean> => ask(question)

/** Tells an error that needs to be read; resolves when it was. */
export const tell = async (question: Omit<Question, 'no' | 'danger'>): Promise<void> => {
  await ask({ ...question, error: true })
}
