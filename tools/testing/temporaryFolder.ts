import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's file system in memory. */
const MEMORY = '/dev/shm'
/** Free memory from which a run takes it, bytes: four times what a landing was seen to use. */
const ENOUGH = 4 * 2 ** 30
const PREFIX = 'steading-tests-'

const isFree = (folder: string) => {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= ENOUGH
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // safe: Node's own error, with a code
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Answers the folder of this process's temporary files, in memory where that has room: a suite's copy of the database is a
 * thousand small files, and a disk takes 25 times as long for them. Removes those of processes that ended without it.
 */
export function createTemporaryFolder(memory = MEMORY): string {
  const parent = isFree(memory) ? memory : tmpdir()
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN
    if (Number.isSafeInteger(pid) && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const folder = join(parent, `${PREFIX}${process.pid}`)
  mkdirSync(folder, { recursive: true })
  // PostgreSQL runs as another user where the tests run as root.
  chmodSync(folder, 0o711)
  return folder
}
