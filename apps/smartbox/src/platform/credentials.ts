import { ClaimAnswer } from '@steading/contract/box/messages'
import { z } from 'zod'
import { loadJson, saveJson } from './files.ts'

/** What the claim gave, and the password that shall follow. */
const Saved = ClaimAnswer.extend({ next: z.string().optional() })
type Saved = z.infer<typeof Saved>

export interface Credentials {
  readonly uid: string
  readonly mqtt: ClaimAnswer['mqtt']
  readonly signKey: string
  /** The one to log in with: the new one first. */
  password(): string
  /** A new password: tried from now on, the old one kept until it works. */
  rotate(next: string): void
  /** The password of password() was taken. */
  taken(): void
  /** It was refused; answers whether another one is left to try. */
  refused(): boolean
}

export const loadCredentials = (path: string): Credentials | null => {
  const found = loadJson(path, Saved)
  if (found === null) return null
  let saved: Saved = found
  const save = (next: Saved) => {
    saveJson(path, next)
    saved = next
  }
  return {
    uid: saved.uid,
    mqtt: saved.mqtt,
    signKey: saved.signKey,
    password: () => saved.next ?? saved.password,
    rotate: next => save({ ...saved, next }),
    taken: () => {
      const { next, ...rest } = saved
      if (next !== undefined) save({ ...rest, password: next })
    },
    refused: () => {
      const { next, ...rest } = saved
      if (next !== undefined) save(rest)
      return next !== undefined
    },
  }
}

export const saveClaim = (path: string, answer: ClaimAnswer): void => saveJson(path, answer)
