import type { z } from 'zod'

/** Stands in for the box's files, which would spend the time of a simulation on waiting for a disk. */
const files = new Map<string, string>()
let saved: () => void = () => {}

export const saveJson = (path: string, value: unknown): void => {
  files.set(path, JSON.stringify(value))
  saved()
}
export const loadJson = <S extends z.ZodType>(path: string, schema: S): z.infer<S> | null => {
  const text = files.get(path)
  return text === undefined ? null : schema.parse(JSON.parse(text))
}
export const textOf = (path: string): string | undefined => files.get(path)
export const erase = (onSave: () => void): void => {
  files.clear()
  saved = onSave
}
