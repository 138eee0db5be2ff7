import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

/** Small files that must be whole after a power cut: either the old content or the new one. */

export const makeFolder = (path: string): void => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

const syncFolder = (path: string): void => {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Written beside, forced to disk, then renamed: on return it is durable. */
export const replaceFile = (path: string, content: string | Uint8Array): void => {
  const beside = `${path}.new`
  const file = openSync(beside, 'w', 0o600)
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(beside, path)
  syncFolder(dirname(path))
}

export const saveJson = (path: string, value: unknown): void => replaceFile(path, JSON.stringify(value))

/**
 * null where there is no file, or one that a broken disk spoilt: that is set aside and warned of, for a box must go on with
 * what it has.
 */
export const loadJson = <S extends z.ZodType>(path: string, schema: S): z.infer<S> | null => {
  if (!existsSync(path)) return null
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    renameSync(path, `${path}.broken`)
    process.emitWarning(`${path} is not readable and was set aside`)
    return null
  }
}

export const removeFile = (path: string): void => rmSync(path, { force: true })
