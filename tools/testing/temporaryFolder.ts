import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../process/alive.ts'

/** Linux's file system in memory. */
const MEMORY = '/dev/shm'
/** Free memory from which a run takes it, bytes: eight times what a landing was seen to use. */
const ENOUGH = 4 * 2 ** 30
const NAME = /^steading-tests-(\d+)-/

const isFree = (folder: string, bytes: number) => {
  if (!existsSync(folder) || freemem() < bytes) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= bytes
}

/** Removes a folder of temporary files. One that cannot be removed now is no reason to fail a run; the next one tries again. */
export function removeTemporaryFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  } catch (error) {
    console.warn(`${folder} is left: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * Answers a new folder for this process's temporary files, in memory where that has room: a suite's copy of the database is a
 * thousand small files, and a disk takes 25 times as long for them. Removes those of processes that ended without it.
 */
export function createTemporaryFolder({ memory = MEMORY, enough = ENOUGH } = {}): string {
  const parent = isFree(memory, enough) ? memory : tmpdir()
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) removeTemporaryFolder(join(parent, name))
  }
  const folder = mkdtempSync(join(parent, `steading-tests-${process.pid}-`))
  // PostgreSQL runs as another user where the tests run as root.
  chmodSync(folder, 0o711)
  return folder
}
